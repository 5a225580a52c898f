import { evaluateNumber } from "../../cli/command-line/option.ts";
import { formatCount, formatNumber, formatRate, InputError } from "../../index.ts";
import { sum } from "../../sum.ts";
import { type DisclosedPairs, estimateLink, type LinkEstimate, snrInterval } from "../core/estimation.ts";
import {
  type CvLink,
  type DetectorTrust,
  finiteCvKeyBits,
  finiteKeyBits,
  type PhaseErrors,
  phaseErrorBound,
} from "../core/secret-key.ts";
import {
  type DisclosedHeader,
  disclosedFileBits,
  disclosedValues,
  type GaussianHeader,
  isOfValues,
  leakedPerBlock,
  messageOf,
  type Party,
  type StreamHeader,
  type ValueStreamHeader,
  type VerdictHeader,
  verdictBits,
} from "../files/headers.ts";
import { SLOT_KEY_BYTES } from "../files/key-slots.ts";
import type { DisclosureLedger, LedgerKey } from "../files/ledger.ts";
import type { KeySummary, MessageSecurity, Row } from "./messages.ts";
import { DEFAULT_EPSILON_PE, DEFAULT_SECRECY, type ReconcileArguments } from "./options.ts";

/** Calibration for the estimate of T and ξ from disclosed values. */
interface LinkOptions {
  /** Variance of the vacuum in the square of the unit of Bob's file. */
  readonly shotNoise: number;
  readonly detectorEfficiency: number;
  readonly electronicNoise: number;
  /** V_A; undefined if the disclosed file has it. */
  readonly modulationVariance?: number;
  /** ε_PE */
  readonly epsilon: number;
}

const NEEDED = {
  "shot-noise": "shotNoise",
  "detector-efficiency": "detectorEfficiency",
  "electronic-noise": "electronicNoise",
  "modulation-variance": "modulationVariance",
} as const;

/** Whether an option gives T or ξ. */
function isLinkGiven({ transmittance, excessNoise }: ReconcileArguments): boolean {
  return transmittance !== undefined || excessNoise !== undefined;
}

/**
 * Reads the options for the estimate of the link from disclosed values; undefined without such options, in which case only the SNR is
 * estimated.
 * @throws InputError with the name of a missing or wrong option.
 */
export async function readLinkOptions(options: ReconcileArguments): Promise<LinkOptions | undefined> {
  if (isLinkGiven(options)) {
    if (options.shotNoise === undefined && options.epsilonPe === undefined) return undefined;
    throw new InputError(
      "--shot-noise and --epsilon-pe are to estimate T and ξ: leave --transmittance and --excess-noise out, or these",
    );
  }
  const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
  const given = names.filter((name) => options[NEEDED[name]] !== undefined);
  if (given.length === 0 && options.epsilonPe === undefined && options.detector === undefined) return undefined;
  const needed = options.disclosed === undefined ? names : names.filter((name) => name !== "modulation-variance");
  const missing = needed.find((name) => !given.includes(name));
  if (missing !== undefined) {
    throw new InputError(`no --${missing} given: to estimate T and ξ takes all of --${needed.join(", --")}`);
  }
  const values = await Promise.all(
    given.map(async (name) => [NEEDED[name], await evaluateNumber(options[NEEDED[name]]!, `--${name}`)]),
  );
  const epsilon = await evaluateNumber(options.epsilonPe ?? String(DEFAULT_EPSILON_PE), "--epsilon-pe");
  const found = { ...(Object.fromEntries(values) as Omit<LinkOptions, "epsilon">), epsilon };
  const inRange = {
    "shot-noise": found.shotNoise > 0,
    "detector-efficiency": found.detectorEfficiency > 0 && found.detectorEfficiency <= 1,
    "electronic-noise": found.electronicNoise >= 0,
    "modulation-variance": found.modulationVariance === undefined || found.modulationVariance > 0,
    "epsilon-pe": epsilon > 0 && epsilon < 1,
  };
  const bad = Object.entries(inRange).find(([, holds]) => !holds)?.[0];
  if (bad === undefined) return found;
  throw new InputError(`--${bad} is out of range: η and ε_PE are above 0 and at most 1, variances are above 0`);
}

/**
 * The link's part of a stream's header.
 * @param sums sums over the disclosed values in the units of the files.
 * @param modulation modulation of the values x: V_A, and the standard deviation of all values in the unit of their file.
 */
export function linkHeader(
  { xx, xy, yy }: DisclosedPairs,
  modulation: NonNullable<DisclosedHeader["modulation"]>,
  { shotNoise, detectorEfficiency, electronicNoise, epsilon }: LinkOptions,
): NonNullable<GaussianHeader["link"]> {
  const x = Math.sqrt(modulation.variance) / modulation.deviation;
  const y = 1 / Math.sqrt(shotNoise);
  return {
    xx: xx * x * x,
    xy: xy * x * y,
    yy: yy * y * y,
    modulationVariance: modulation.variance,
    detectorEfficiency,
    electronicNoise,
    epsilon,
  };
}

/**
 * V_A for the link from disclosed values.
 * @throws InputError if the disclosed file has no V_A, or one that contradicts the option.
 */
export function requireModulation(
  { modulation }: DisclosedHeader,
  { modulationVariance }: LinkOptions,
  file: string,
): NonNullable<DisclosedHeader["modulation"]> {
  if (modulation === undefined) {
    throw new InputError(
      "has no modulation variance, without which T and ξ are not known: Alice must give --modulation-variance",
      { file },
    );
  }
  if (modulationVariance === undefined || modulationVariance === modulation.variance) return modulation;
  throw new InputError(`was made with --modulation-variance ${modulation.variance}, not ${modulationVariance}`, {
    file,
  });
}

/**
 * The estimate of the link from the header of a stream; undefined if the link was not estimated.
 * @throws InputError as `estimateLink`.
 */
export function linkOf(gaussian: GaussianHeader): (LinkEstimate & { readonly epsilon: number }) | undefined {
  if (gaussian.link === undefined) return undefined;
  const { xx, xy, yy, epsilon, ...calibration } = gaussian.link;
  const sums = { pairs: disclosedValues(gaussian), xx, xy, yy };
  return { ...estimateLink(sums, { ...calibration, scaledBy: gaussian.values }, epsilon), epsilon };
}

/** The estimate's part of a summary. */
interface EstimateSummary {
  /** 95 % interval of the SNR. */
  readonly low: number;
  readonly high: number;
  /** Number of disclosed values of the estimate. */
  readonly values: number;
  readonly link?: {
    readonly transmittance: number;
    readonly excessNoise: number;
    readonly leastTransmittance: number;
    readonly mostExcessNoise: number;
    /** ε_PE: upper bound of the probability that T is smaller or ξ is larger. */
    readonly epsilon: number;
  };
}

/** The estimate for a stream; undefined if the SNR was given. */
export function estimateSummary(gaussian: GaussianHeader): EstimateSummary | undefined {
  const values = disclosedValues(gaussian);
  if (values === 0) return undefined;
  const { snrLow: low, snrHigh: high } = snrInterval(gaussian.snr, values);
  const link = linkOf(gaussian);
  if (link === undefined) return { low, high, values };
  const { transmittance, excessNoise, worst, epsilon } = link;
  const worstCase = { leastTransmittance: worst.transmittance, mostExcessNoise: worst.excessNoise, epsilon };
  return { low, high, values, link: { transmittance, excessNoise, ...worstCase } };
}

/** Lines of a summary about T and ξ. */
export function linkRows(estimate: EstimateSummary | undefined): Row[] {
  if (estimate?.link === undefined) return [];
  const { transmittance, excessNoise, leastTransmittance, mostExcessNoise, epsilon } = estimate.link;
  const from = `from ${formatCount(estimate.values)} disclosed values, worst cases with ε_PE ${formatRate(epsilon)}`;
  return [
    ["link", `T ${formatNumber(transmittance, 4)}, at least ${formatNumber(leastTransmittance, 4)}; ${from}`],
    ["", `ξ ${formatNumber(excessNoise, 4)}, at most ${formatNumber(mostExcessNoise, 4)}`],
  ];
}

/** The user's statements about Eve. Without them no secret key is promised, unless a link was estimated. */
export type Security = { readonly secrecy: number } & (
  | { readonly phaseErrors: PhaseErrors }
  | { readonly link?: CvLink; readonly detector: DetectorTrust }
);

/**
 * The length of the secret key that privacy amplification may keep. A run and its retries share Eve's information: what is
 * promised of the latest key is at most what all of them have, less what was promised already.
 */
export interface SecretKey {
  readonly bits: number;
  /** Of a retry: secret bits that were promised of the run's earlier keys. */
  readonly promised?: number;
  /** Of a retry: bits of all keys of the run where these are hashed as one string, in place of all promises. */
  readonly together?: number;
  /** ε_sec of all keys of the run together, including the ε_PE of an estimated link. */
  readonly secrecy: number;
  /** Leaked bits of all these keys: syndromes and hashes of kept blocks, and the whole verdicts. */
  readonly leakedBits: number;
  /** For bits: an upper bound of the share of phase errors among all bits. */
  readonly phaseErrorBound?: number;
}

/** Most earlier keys whose choices are tried: with more of them nothing is promised of a retry. */
const MOST_EARLIER = 12;

const LINK = {
  "modulation-variance": "modulationVariance",
  transmittance: "transmittance",
  "excess-noise": "excessNoise",
  "detector-efficiency": "detectorEfficiency",
  "electronic-noise": "electronicNoise",
} as const;

/**
 * Reads the options about Eve; undefined without them.
 * @throws InputError with the name of a missing or wrong option.
 */
export async function readSecurity(options: ReconcileArguments): Promise<Security | undefined> {
  const secrecy = await evaluateNumber(options.secrecy ?? String(DEFAULT_SECRECY), "--secrecy");
  if (!(secrecy > 0 && secrecy < 1))
    throw new InputError(`--secrecy ${options.secrecy}: it must be above 0 and below 1`);
  return options.cv ? ofValues(options, secrecy) : ofBits(options, secrecy);
}

async function ofBits({ phaseError, phaseSample }: ReconcileArguments, secrecy: number): Promise<Security | undefined> {
  if (phaseError === undefined) {
    if (phaseSample === undefined) return undefined;
    throw new InputError("--phase-sample goes with --phase-error: give the error rate of the sample");
  }
  const rate = await evaluateNumber(phaseError, "--phase-error");
  const sample = phaseSample === undefined ? undefined : await evaluateNumber(phaseSample, "--phase-sample");
  const phaseErrors = { rate, sample };
  // Invalid values are refused before any work.
  phaseErrorBound(phaseErrors, 1, secrecy);
  return { secrecy, phaseErrors };
}

async function ofValues(options: ReconcileArguments, secrecy: number): Promise<Security> {
  const detector = options.detector ?? "untrusted";
  if ((options.disclose !== undefined || options.disclosed !== undefined) && !isLinkGiven(options)) {
    // Invalid values are refused before any work.
    await readLinkOptions(options);
    return { secrecy, detector };
  }
  const names = Object.keys(LINK) as (keyof typeof LINK)[];
  const missing = names.filter((name) => options[LINK[name]] === undefined);
  if (missing.length === names.length) return { secrecy, detector };
  if (missing.length > 0) {
    throw new InputError(`no --${missing[0]} given: a secret length takes all of --${names.join(", --")}`);
  }
  const numbers = names.map(async (name) => [LINK[name], await evaluateNumber(options[LINK[name]]!, `--${name}`)]);
  const link = Object.fromEntries(await Promise.all(numbers)) as CvLink;
  finiteCvKeyBits({ values: 1, keptBits: 0, leakedBits: 0, link, detector, secrecy });
  return { secrecy, link, detector };
}

/**
 * @param file the syndrome file, if it comes from the other end.
 * @throws InputError if the options give a link and the stream has another, estimated one.
 */
export function requireOneLink(stream: StreamHeader, security: Security | undefined, file?: string): void {
  if (security === undefined || !("link" in security) || !isOfValues(stream) || stream.gaussian.link === undefined) {
    return;
  }
  throw new InputError("has an estimated link: leave --transmittance and the other options of the link out", { file });
}

/** A verdict on a stream, from which the key follows. */
interface Judged {
  readonly stream: StreamHeader;
  /** Id of the run. */
  readonly run: string;
  readonly verdict: { readonly id: string; readonly header: VerdictHeader };
}

/**
 * The secret key by a verdict, which the ledger notes with its length.
 * @returns undefined if Eve's information, or an earlier key of the run, is unknown.
 */
export async function promiseKey(
  ledger: DisclosureLedger,
  party: Party,
  { stream, run, verdict }: Judged,
  security: Security | undefined,
): Promise<SecretKey | undefined> {
  const key = { keptBits: verdict.header.bits, leakedBits: leakedBits(stream, verdict.header) };
  const { retry } = stream;
  const earlier = retry === undefined ? [] : await ledger.keysUntil(retry.parent, retry.verdict, party);
  const secret = earlier && security && secretKey(stream, [key, ...earlier], security);
  await ledger.noteKey(run, party, { verdict: verdict.id, ...key, secretBits: secret?.bits });
  return secret;
}

/** Bits that the kept blocks of a run lose to Eve by its messages, and by those of the runs that it retries. */
function leakedBits(stream: StreamHeader, verdict: VerdictHeader): number {
  const { syndrome, hash } = leakedPerBlock(stream);
  const isFirst = stream.retry === undefined && messageOf(stream) !== undefined;
  const scale = isFirst ? disclosedFileBits((stream as ValueStreamHeader).gaussian.message!) : 0;
  return verdict.kept * (syndrome + hash) + verdictBits(verdict) + scale;
}

/**
 * The secret key of a stream, whose bits are secret also where each key of the run is hashed alone: for every choice of
 * earlier keys, what these and the new key have together covers all that is promised of them
 * (doc/design/secret-length.md).
 * @param keys its key, and those of the runs that it retries.
 * @returns undefined if Eve's information is unknown.
 */
function secretKey(
  stream: StreamHeader,
  [own, ...earlier]: readonly Omit<LedgerKey, "verdict">[],
  security: Security,
): SecretKey | undefined {
  // All keys of the run share the sifted bits, or the values, of the first run.
  const all = stream.retry?.bits ?? stream.bits;
  const estimate = isOfValues(stream) ? linkOf(stream.gaussian) : undefined;
  let lengthOf: (key: { keptBits: number; leakedBits: number; secrecy: number }) => number;
  if ("detector" in security) {
    const link = estimate?.worst ?? security.link;
    if (link === undefined) return undefined;
    const { detector } = security;
    lengthOf = (key) => finiteCvKeyBits({ ...key, values: all, link, detector });
  } else {
    const { phaseErrors } = security;
    lengthOf = (key) => finiteKeyBits({ ...key, siftedBits: all, phaseErrors });
  }
  const { secrecy } = security;
  const leakedBits = (keys: typeof earlier) => sum(keys.map((key) => key.leakedBits));
  const together = (keys: typeof earlier) =>
    lengthOf({ keptBits: sum(keys.map((key) => key.keptBits)), leakedBits: leakedBits(keys), secrecy });
  const promised = (keys: typeof earlier) => sum(keys.map(({ secretBits = 0 }) => secretBits));
  const isCounted = earlier.length <= MOST_EARLIER;
  let bits = isCounted ? together([own]) : 0;
  for (let choice = 1; isCounted && choice < 2 ** earlier.length; choice++) {
    const chosen = earlier.filter((_, i) => ((choice >> i) & 1) === 1);
    bits = Math.min(bits, together([own, ...chosen]) - promised(chosen));
  }
  const keys = [own, ...earlier];
  return {
    bits: Math.max(0, bits),
    ...(stream.retry && { promised: promised(earlier), together: together(keys) }),
    secrecy: (secrecy * (1 + Math.sqrt(2 ** keys.length - 1))) / 2 + (estimate?.epsilon ?? 0),
    leakedBits: leakedBits(keys),
    ...("phaseErrors" in security && { phaseErrorBound: phaseErrorBound(security.phaseErrors, all, secrecy) }),
  };
}

/** Lines of a summary about the secret key. @param needed the missing option. */
export function secretRows(
  key: KeySummary | undefined,
  secret: SecretKey | undefined,
  net: number | undefined,
  needed: string,
): Row[] {
  if (key === undefined || key.bits === 0) return [];
  if (secret === undefined) return [["secret key", `not known: ${needed}`]];
  const { bits, promised, together, secrecy, leakedBits, phaseErrorBound } = secret;
  const text = `${formatCount(leakedBits)} leaked bits of ${together === undefined ? "these blocks" : "all keys of the run"}`;
  const known =
    phaseErrorBound === undefined ? text : `${text}, phase errors at most ${formatNumber(100 * phaseErrorBound)} %`;
  const row: Row =
    bits === 0
      ? ["secret key", `none: Eve may know all of it (${known})`]
      : ["secret key", `${formatCount(bits)} bits with ε_sec ${formatRate(secrecy)} (${known})`];
  if (promised === undefined || together === undefined) return [row, ...netRows(net)];
  const beside = `${formatCount(promised)} bits were promised of the run's earlier keys`;
  const instead = `hashed as one string instead, all keys have ${formatCount(together)} secret bits`;
  return [row, ["", `${beside}; ${instead}`], ...netRows(net)];
}

/** The line of a summary about `netKeyBits`. */
export function netRows(net: number | undefined): Row[] {
  if (net === undefined) return [];
  const why = "the secret bits of the run less the one-time bits of its messages";
  return [
    ["net key", net > 0 ? `${formatCount(net)} bits: ${why}` : `none, ${formatCount(-net)} bits are lost: ${why}`],
  ];
}

/**
 * Secret bits of a run and its retries less the one-time bits that their messages use up, with those of a confirmation
 * that is still to come; undefined if the messages use none.
 */
export function netKeyBits(
  { delivered, bits }: Pick<KeySummary, "delivered" | "bits">,
  secret: Pick<SecretKey, "bits" | "promised"> | undefined,
  messages: MessageSecurity | undefined,
): number | undefined {
  if (secret === undefined || !messages?.authenticated || messages.mode !== "one-time") return undefined;
  const toCome = delivered || bits === 0 ? 0 : 8 * SLOT_KEY_BYTES;
  return secret.bits + (secret.promised ?? 0) - messages.spentBits - toCome;
}
