import { InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";

/** Where the F/B metrics of the forward-backward algorithm live; the paper's first ablation. */
export type MetricsMemory = "auto" | "workgroup" | "storage";
/** Order of the message arrays, the paper's notation: the first index is fastest. Its second ablation. */
export type MessageLayout = "NqM" | "MNq";

/** A decoder and its options. */
export interface DecoderSpec {
  readonly rule: string;
  readonly iterations: number;
  /** "syndrome": a frame stops when all checks are satisfied; "none": all iterations are done. */
  readonly stop: "syndrome" | "none";
  readonly metrics: MetricsMemory;
  readonly layout: MessageLayout;
  /** C: check nodes per workgroup; 0 chooses by the device. */
  readonly checksPerGroup: number;
  /** Field elements per work item: 1 is the paper's mapping, a larger power of two loads less; 0 chooses by the device. */
  readonly symbolsPerItem: number;
}

const DEFAULTS: Omit<DecoderSpec, "rule"> = {
  iterations: 10,
  stop: "syndrome",
  metrics: "auto",
  layout: "NqM",
  checksPerGroup: 0,
  symbolsPerItem: 0,
};

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  stop: ["syndrome", "none"],
  metrics: ["auto", "workgroup", "storage"],
  layout: ["NqM", "MNq"],
};

/** Options that change how fast, not what, is computed: not part of a task's identity. */
const HOW = new Set(["metrics", "layout", "checksPerGroup", "symbolsPerItem"]);

/**
 * Reads a decoder spec: the rule's name, then `option=value` words: `min-max iterations=10 stop=none`.
 * @param rules names of the check-node rules.
 * @throws InputError for an unknown rule, option or value.
 */
export function parseDecoderSpec(text: string, rules: readonly string[]): DecoderSpec {
  const [rule, ...words] = text.trim().split(/\s+/);
  if (!rules.includes(rule)) {
    const near = nearest(rule, rules);
    const hint = near === undefined ? "" : `did you mean "${near}"? `;
    throw new InputError(`unknown decoder "${rule}": ${hint}known: ${rules.join(", ")}`);
  }
  const options: Record<string, string | number> = {};
  for (const word of words) {
    const [option, value, ...rest] = word.split("=");
    if (!(option in DEFAULTS) || value === undefined || rest.length > 0) {
      const known = Object.keys(DEFAULTS);
      throw new InputError(
        `decoder ${rule}: "${word}" is not one of its options: write option=value with ${known.join(", ")}`,
      );
    }
    options[option] = CHOICES[option] ? oneOf(option, value) : wholeNumber(option, value);
  }
  return { rule, ...DEFAULTS, ...options } as DecoderSpec;
}

/** The spec as one canonical string; what only changes the speed is left out, so equal strings mean equal results. */
export function canonicalDecoderSpec(spec: DecoderSpec): string {
  const words = Object.keys(DEFAULTS)
    .filter((option) => !HOW.has(option))
    .map((option) => `${option}=${spec[option as keyof DecoderSpec]}`);
  return [spec.rule, ...words].join(" ");
}

/** The kernels' constant STOP: whether a frame whose checks are satisfied is done (wgsl/shared/done.wgsl). */
export function stopConstant({ stop }: DecoderSpec): 0 | 1 {
  return stop === "syndrome" ? 1 : 0;
}

function oneOf(option: string, value: string): string {
  if (!CHOICES[option].includes(value)) {
    throw new InputError(`decoder option ${option}=${value}: choose ${CHOICES[option].join(", ")}`);
  }
  return value;
}

function wholeNumber(option: string, value: string): number {
  const number = Number(value);
  const least = option === "iterations" ? 1 : 0;
  if (!/^\d+$/.test(value) || number < least || number > 10_000) {
    throw new InputError(`decoder option ${option}=${value}: give a whole number from ${least} to 10000`);
  }
  return number;
}
