import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";

/** Whole steps: the number of steps of an LLR of 1, and largest magnitudes in steps. */
export interface StepBounds {
  readonly perLlr: number;
  readonly channel: number;
  readonly message: number;
  readonly posterior: number;
}

/** Largest magnitude of a posterior less a message. */
export function differenceBound({ posterior, message }: StepBounds): number {
  return posterior + message;
}

/** The largest whole number up to which f16 holds all. */
const F16_WHOLE = 2048;

/** A number format of posteriors and messages with `interleave` numbers (lanes) in a 32-bit word. */
export interface Lanes extends Part {
  readonly interleave: 1 | 2 | 4;
  /** The steps that numbers count, unless numbers are LLRs or an option says the step. */
  readonly steps?: StepBounds;
  /** Whether the top bit of a number is its sign, and the others its magnitude. */
  readonly hasSignBit?: true;
  /** How a CPU sums messages, if not as numbers of 32 bits each. */
  readonly sum?: Part;
  /** The format in its place on a CPU: the same numbers in words of another form. */
  readonly onCpu?: Lanes;
}

/** A number format that counts whole steps. */
interface StepLanes extends Lanes {
  readonly steps: StepBounds;
}

/** The constant of binary/formats/lane-number, for a number format. */
export const laneNumberConstants = ({ interleave }: Lanes): KernelConstants => ({ ONE_LANE: interleave === 1 ? 1 : 0 });

export const f32: Lanes = { name: "binary/formats/f32", hasSignBit: true, interleave: 1 };

/** f16 whose conversions a CPU computes in few instructions. It rounds to nearest even; devices may round otherwise, within a unit of the last place. */
const f16OnCpu: Lanes = { name: "binary/formats/f16-on-cpu", interleave: 2 };

const f16: Lanes = { name: "binary/formats/f16", hasSignBit: true, interleave: 2, onCpu: f16OnCpu };

const INT12: StepBounds = { perLlr: 16, channel: 480, message: 511, posterior: 1536 };

/** int12 in eight lanes of 16 bits, in which a CPU computes. */
const int12Shorts: Lanes = { name: "binary/formats/int12-shorts", interleave: 2, steps: INT12 };

const int12: StepLanes = { name: "binary/formats/int12", interleave: 2, steps: INT12, onCpu: int12Shorts };

const int11: StepLanes = {
  name: "binary/formats/steps/int11",
  interleave: 2,
  steps: { perLlr: 16, channel: 320, message: 341, posterior: 1024 },
};

/** Messages have the range of a byte. */
const byte: StepLanes = {
  name: "binary/formats/steps/byte",
  interleave: 2,
  steps: { perLlr: 8, channel: 120, message: 127, posterior: 1024 },
};

const INT16: StepBounds = { perLlr: 64, channel: 3840, message: 4095, posterior: 16383 };

/** Fine steps, for codes of low rates, whose messages are small. */
const int16 = {
  name: "binary/formats/int16",
  interleave: 2,
  steps: INT16,
  onCpu: { name: "binary/formats/int16-shorts", interleave: 2, steps: INT16 },
} as const satisfies StepLanes;

export const int8: Lanes = {
  name: "binary/formats/int8",
  interleave: 4,
  sum: { name: "binary/posterior/sum-of-bytes" },
};

/** The number formats of posteriors and messages, by the word of the option `messages`. */
export const messageFormats = { f32, f16, int12, int11, byte, int16, int8 } as const satisfies Readonly<
  Record<string, Lanes>
>;

type Formats = typeof messageFormats;

/** A number format that counts whole steps of its own size, of which f16 holds all numbers. */
export type StepFormat = Exclude<
  { [Name in keyof Formats]: Formats[Name] extends StepLanes ? Name : never }[keyof Formats],
  "int16"
>;

/** The formats that count whole steps of their own size and that f16 holds exactly. */
export const STEP_FORMATS = Object.keys(messageFormats).filter(isStepFormat);

/** Whether a format counts whole steps of its own size and f16 holds them exactly. */
export function isStepFormat(messages: unknown): messages is StepFormat {
  const formats: Readonly<Record<string, Lanes>> = messageFormats;
  const steps = typeof messages === "string" && Object.hasOwn(formats, messages) ? formats[messages].steps : undefined;
  return steps !== undefined && differenceBound(steps) < F16_WHOLE;
}
