import { InputError } from "../../index.ts";
import { sum } from "../../sum.ts";
import { correlationOf, type Disclosure, estimateLink, type LinkEstimate, snrInterval } from "../core/estimation.ts";
import {
  type CvLink,
  type DetectorTrust,
  finiteCvKeyBits,
  finiteKeyBits,
  type PhaseErrors,
  phaseErrorBound,
} from "../core/secret-key.ts";
import type { JudgedBlocks } from "../files/folder.ts";
import {
  type DisclosedHeader,
  disclosedFileBits,
  disclosedValues,
  type GaussianHeader,
  isOfValues,
  leakedPerBlock,
  type Party,
  type StreamHeader,
  type VerdictHeader,
  verdictBits,
} from "../files/headers.ts";
import type { DisclosureLedger, LedgerKey } from "../files/ledger.ts";
import type { RecordReader } from "../files/record-file.ts";
import { disclosedOf, receivedValues, sumDisclosed, type ValueFile, type ValueMoments } from "../files/value-file.ts";
import { DEFAULT_EPSILON_PE, DEFAULT_SECRECY, type KeyOptions } from "./options.ts";

/** Whether an option gives T or ξ. */
function isLinkGiven({ transmittance, excessNoise }: KeyOptions): boolean {
  return transmittance !== undefined || excessNoise !== undefined;
}

/** Calibration for an estimate of T and ξ, V_A left out if the disclosed file has it; undefined without them: the SNR alone is estimated then. */
function linkOptions(options: KeyOptions) {
  const { shotNoise, detectorEfficiency, electronicNoise, modulationVariance, epsilonPe, detector } = options;
  if (isLinkGiven(options)) {
    if (shotNoise === undefined && epsilonPe === undefined) return undefined;
    throw new InputError(
      "--shot-noise and --epsilon-pe are to estimate T and ξ: leave --transmittance and --excess-noise out, or these",
    );
  }
  const needed = new Map<string, number | undefined>([
    ["shot-noise", shotNoise],
    ["detector-efficiency", detectorEfficiency],
    ["electronic-noise", electronicNoise],
    ["modulation-variance", modulationVariance],
  ]);
  const isAsked = [...needed.values()].some((value) => value !== undefined);
  if (!isAsked && epsilonPe === undefined && detector === undefined) return undefined;
  if (options.disclosed !== undefined) needed.delete("modulation-variance");
  requireAll(needed, "to estimate T and ξ");
  return {
    shotNoise: shotNoise!,
    detectorEfficiency: detectorEfficiency!,
    electronicNoise: electronicNoise!,
    modulationVariance,
    epsilon: epsilonPe ?? DEFAULT_EPSILON_PE,
  };
}

/** @param purpose of options that are needed together. */
function requireAll(options: ReadonlyMap<string, number | undefined>, purpose: string): void {
  const missing = [...options.keys()].find((name) => options.get(name) === undefined);
  if (missing === undefined) return;
  throw new InputError(`no --${missing} given: ${purpose} takes all of --${[...options.keys()].join(", --")}`);
}

/**
 * The link of a new stream from the options, or from disclosed values.
 * @param decoding the decoding end's values where both ends are here. @param message its disclosed file where it is apart.
 */
export async function knownLink(
  options: KeyOptions,
  disclosure: Disclosure,
  reference: ValueFile,
  decoding: (ValueFile & { readonly moments: ValueMoments }) | undefined,
  message: RecordReader<DisclosedHeader> | undefined,
): Promise<Pick<GaussianHeader, "snr" | "link">> {
  const { snr } = options;
  const option = options.disclosed === undefined ? "disclose" : "disclosed";
  if (snr !== undefined) {
    correlationOf(snr);
    if (options[option] === undefined) return { snr };
    throw new InputError(`--snr and --${option} are given: give the SNR, or let it be estimated`);
  }
  if (options[option] === undefined || (decoding === undefined && message === undefined)) {
    throw new InputError(
      "no --snr given: give it, for example 0.161, or --disclosed with the file of the other end, or with both ends here --disclose 10 to estimate it",
    );
  }
  const link = linkOptions(options);
  const theirs = message && receivedValues(message);
  const sums = await sumDisclosed(theirs?.read ?? disclosedOf(decoding!), disclosedOf(reference), disclosure);
  theirs?.checkDigest();
  const { snr: estimated } = sums.estimate();
  if (link === undefined) return { snr: estimated };
  const { shotNoise, modulationVariance: given, detectorEfficiency, electronicNoise, epsilon } = link;
  const modulation = message ? message.header.modulation : { variance: given!, deviation: decoding!.moments.deviation };
  if (modulation === undefined || (given !== undefined && given !== modulation.variance)) {
    const fault = modulation
      ? `was made with --modulation-variance ${modulation.variance}, not ${given}`
      : "has no modulation variance, without which T and ξ are not known: Alice must give --modulation-variance";
    throw new InputError(fault, { file: message!.path });
  }
  const { xx, xy, yy } = sums.about;
  // Scales of both ends' values in shot-noise units.
  const [x, y] = [Math.sqrt(modulation.variance) / modulation.deviation, 1 / Math.sqrt(shotNoise)];
  const inUnits = { xx: xx * x * x, xy: xy * x * y, yy: yy * y * y, modulationVariance: modulation.variance };
  return { snr: estimated, link: { ...inUnits, detectorEfficiency, electronicNoise, epsilon } };
}

/** The estimate of the link from the header of a stream; undefined if the link was not estimated. */
export function linkOf(gaussian: GaussianHeader): (LinkEstimate & { readonly epsilon: number }) | undefined {
  if (gaussian.link === undefined) return undefined;
  const { xx, xy, yy, epsilon, ...calibration } = gaussian.link;
  const sums = { pairs: disclosedValues(gaussian), xx, xy, yy };
  return { ...estimateLink(sums, { ...calibration, scaledBy: gaussian.values }, epsilon), epsilon };
}

/** The estimate for a stream, for its summary: a 95 % interval of the SNR, and T and ξ if known; undefined if the SNR was given. */
export function estimateSummary(gaussian: GaussianHeader) {
  const values = disclosedValues(gaussian);
  if (values === 0) return undefined;
  const { snrLow: low, snrHigh: high } = snrInterval(gaussian.snr, values);
  const link = linkOf(gaussian);
  if (link === undefined) return { low, high, values };
  const { transmittance, excessNoise, worst, epsilon } = link;
  // ε_PE: upper bound of the probability that T is smaller or ξ is larger than the worst case.
  const worstCase = { leastTransmittance: worst.transmittance, mostExcessNoise: worst.excessNoise, epsilon };
  return { low, high, values, link: { transmittance, excessNoise, ...worstCase } };
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
  /** Leaked bits of all these keys: syndromes, hashes and blind steps of kept blocks, and the whole verdicts. */
  readonly leakedBits: number;
  /** For bits: an upper bound of the share of phase errors among all bits. */
  readonly phaseErrorBound?: number;
}

/** Most earlier keys whose choices are tried: with more of them nothing is promised of a retry. */
const MOST_EARLIER = 12;

/** The options about Eve; undefined without them. Invalid values are refused before any work. */
export function readSecurity(options: KeyOptions): Security | undefined {
  const { secrecy = DEFAULT_SECRECY, phaseError: rate, phaseSample: sample, detector = "untrusted" } = options;
  if (!options.cv) {
    if (rate === undefined) {
      if (sample === undefined) return undefined;
      throw new InputError("--phase-sample goes with --phase-error: give the error rate of the sample");
    }
    phaseErrorBound({ rate, sample }, 1, secrecy);
    return { secrecy, phaseErrors: { rate, sample } };
  }
  if ((options.disclose !== undefined || options.disclosed !== undefined) && !isLinkGiven(options)) {
    linkOptions(options);
    return { secrecy, detector };
  }
  const { modulationVariance, transmittance, excessNoise, detectorEfficiency, electronicNoise } = options;
  const needed = new Map([
    ["modulation-variance", modulationVariance],
    ["transmittance", transmittance],
    ["excess-noise", excessNoise],
    ["detector-efficiency", detectorEfficiency],
    ["electronic-noise", electronicNoise],
  ]);
  if ([...needed.values()].every((value) => value === undefined)) return { secrecy, detector };
  requireAll(needed, "a secret length");
  const link = { modulationVariance, transmittance, excessNoise, detectorEfficiency, electronicNoise } as CvLink;
  finiteCvKeyBits({ values: 1, keptBits: 0, leakedBits: 0, link, detector, secrecy });
  return { secrecy, link, detector };
}

/** @param file the syndrome file, if it comes from the other end. */
export function requireOneLink(stream: StreamHeader, security: Security | undefined, file?: string): void {
  const isGiven = security !== undefined && "link" in security;
  if (!isGiven || !isOfValues(stream) || stream.gaussian.link === undefined) return;
  throw new InputError("has an estimated link: leave --transmittance and the other options of the link out", { file });
}

/** The secret key by a verdict, which the ledger notes with its length; undefined as `secretKey`. */
export async function promiseKey(
  ledger: DisclosureLedger,
  party: Party,
  run: string,
  stream: StreamHeader,
  verdict: { readonly id: string; readonly header: VerdictHeader },
  security: Security | undefined,
): Promise<SecretKey | undefined> {
  const { header, id } = verdict;
  const key = { keptBits: header.bits, leakedBits: leakedBits(stream, header) };
  const own = secretKey(stream, header, await earlierKeys(ledger, party, stream), security);
  // Both ends hash to one length, so the stricter statement about Eve counts.
  const { bits: most = 0, together } = own ?? {};
  const secret = own && {
    ...own,
    bits: Math.min(most, header.secretBits ?? most),
    ...(together !== undefined && { together: Math.min(together, header.togetherBits ?? together) }),
  };
  const promised = { secretBits: secret?.bits, togetherBits: secret?.together };
  await ledger.noteKey(run, party, { verdict: id, ...key, ...promised });
  return secret;
}

/** The keys of the runs that a stream retries; undefined if one is unknown. */
export async function earlierKeys(ledger: DisclosureLedger, party: Party, { retry }: StreamHeader) {
  return retry === undefined ? [] : ledger.keysUntil(retry.parent, retry.verdict, party);
}

/** Bits that the kept blocks of a run lose to Eve by its messages, and by those of the runs that it retries. */
function leakedBits(stream: StreamHeader, verdict: JudgedBlocks): number {
  const { syndrome, hash } = leakedPerBlock(stream);
  const message = isOfValues(stream) && stream.retry === undefined ? stream.gaussian.message : undefined;
  const scale = message === undefined ? 0 : disclosedFileBits(message);
  return verdict.kept * (syndrome + hash) + verdictBits(verdict) + (verdict.told ?? 0) + scale;
}

/**
 * The secret key of a stream, whose bits are secret also where each key of the run is hashed alone: for every choice of
 * earlier keys, what these and the new key have together covers all that is promised of them
 * (doc/design/secret-length.md).
 * @param judged the kept blocks.
 * @param earlier keys of the runs that it retries.
 * @returns undefined if Eve's information, or an earlier key, is unknown.
 */
export function secretKey(
  stream: StreamHeader,
  judged: JudgedBlocks,
  earlier: readonly LedgerKey[] | undefined,
  security: Security | undefined,
): SecretKey | undefined {
  if (earlier === undefined || security === undefined) return undefined;
  const own = { keptBits: judged.bits, leakedBits: leakedBits(stream, judged) };
  const keys: readonly Omit<LedgerKey, "verdict">[] = [own, ...earlier];
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
  const leaked = (some: typeof keys) => sum(some.map((key) => key.leakedBits));
  const together = (some: typeof keys) =>
    lengthOf({ keptBits: sum(some.map((key) => key.keptBits)), leakedBits: leaked(some), secrecy });
  const promised = (some: typeof keys) => sum(some.map(({ secretBits = 0 }) => secretBits));
  const isCounted = earlier.length <= MOST_EARLIER;
  let bits = isCounted ? together([own]) : 0;
  for (let choice = 1; isCounted && choice < 2 ** earlier.length; choice++) {
    const chosen = earlier.filter((_, i) => ((choice >> i) & 1) === 1);
    bits = Math.min(bits, together([own, ...chosen]) - promised(chosen));
  }
  return {
    bits: Math.max(0, bits),
    ...(stream.retry && { promised: promised(earlier), together: together(keys) }),
    secrecy: (secrecy * (1 + Math.sqrt(2 ** keys.length - 1))) / 2 + (estimate?.epsilon ?? 0),
    leakedBits: leaked(keys),
    ...("phaseErrors" in security && { phaseErrorBound: phaseErrorBound(security.phaseErrors, all, secrecy) }),
  };
}
