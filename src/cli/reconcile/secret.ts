import { InputError } from "../../errors.ts";
import { disclosedFileBits } from "../../node/reconciliation/messages/disclosed-header.ts";
import {
  isOfValues,
  keyBitsOf,
  leakedPerBlock,
  type StreamHeader,
  type ValueStreamHeader,
} from "../../node/reconciliation/messages/headers.ts";
import type { CvLink, DetectorTrust } from "../../reconciliation/secret-key/cv-secret-key.ts";
import {
  finiteCvKeyBits,
  finiteKeyBits,
  type PhaseErrors,
  phaseErrorBound,
} from "../../reconciliation/secret-key/finite-key.ts";
import { formatCount, formatNumber, formatRate } from "../../report/format.ts";
import { evaluateNumber } from "../options/expression.ts";
import type { KeySummary } from "./key-summary.ts";
import { isLinkGiven, linkOf, readLinkOptions } from "./link.ts";
import { DEFAULT_SECRECY, type ReconcileArguments } from "./options.ts";
import type { Row } from "./summary-rows.ts";

/** The user's statements about Eve. Without them no secret key is promised, unless a link was estimated. */
export type Security = { readonly secrecy: number } & (
  | { readonly phaseErrors: PhaseErrors }
  | { readonly link?: CvLink; readonly detector: DetectorTrust }
);

/** The length of the secret key that privacy amplification may keep. */
export interface SecretKey {
  readonly bits: number;
  /** ε_sec, including the ε_PE of an estimated link. */
  readonly secrecy: number;
  /** Bits that the kept blocks lose to Eve by messages: their syndromes and hashes, and the whole verdict. */
  readonly leakedBits: number;
  /** For bits: an upper bound of the share of phase errors among all bits. */
  readonly phaseErrorBound?: number;
}

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
  const link = await readLink(options);
  finiteCvKeyBits({ values: 1, keptBits: 0, leakedBits: 0, link, detector, secrecy });
  return { secrecy, link, detector };
}

/** The link, if all its options are given. @throws InputError for an option that is no number. */
async function readLink(options: ReconcileArguments): Promise<CvLink> {
  const given = (name: keyof typeof LINK) => evaluateNumber(options[LINK[name]]!, `--${name}`);
  return {
    modulationVariance: await given("modulation-variance"),
    transmittance: await given("transmittance"),
    excessNoise: await given("excess-noise"),
    detectorEfficiency: await given("detector-efficiency"),
    electronicNoise: await given("electronic-noise"),
  };
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

/** The secret key of a stream; undefined if Eve's information or the key is unknown. */
export function secretKey(
  stream: StreamHeader,
  key: KeySummary | undefined,
  security: Security | undefined,
): SecretKey | undefined {
  if (key === undefined || security === undefined) return undefined;
  const { syndrome, hash } = leakedPerBlock(stream);
  const disclosed = key.verified * (syndrome + hash) + key.verdictBits;
  const { secrecy } = security;
  if ("detector" in security) {
    const { gaussian } = stream as ValueStreamHeader;
    const estimate = linkOf(gaussian);
    const link = estimate?.worst ?? security.link;
    if (link === undefined) return undefined;
    const leakedBits = disclosed + (gaussian.message === undefined ? 0 : disclosedFileBits(gaussian.message));
    const values = stream.blocks * keyBitsOf(stream);
    const kept = { keptBits: key.bits, leakedBits, secrecy, values, link, detector: security.detector };
    return { bits: finiteCvKeyBits(kept), secrecy: secrecy + (estimate?.epsilon ?? 0), leakedBits };
  }
  const { phaseErrors } = security;
  const kept = { keptBits: key.bits, leakedBits: disclosed, secrecy };
  return {
    bits: finiteKeyBits({ ...kept, siftedBits: stream.bits, phaseErrors }),
    secrecy,
    leakedBits: disclosed,
    phaseErrorBound: phaseErrorBound(phaseErrors, stream.bits, secrecy),
  };
}

/** Lines of a summary about the secret key. @param needed the missing option. */
export function secretRows(key: KeySummary | undefined, secret: SecretKey | undefined, needed: string): Row[] {
  if (key === undefined || key.bits === 0) return [];
  if (secret === undefined) return [["secret key", `not known: ${needed}`]];
  const { bits, secrecy, leakedBits, phaseErrorBound } = secret;
  const text = `${formatCount(leakedBits)} leaked bits of these blocks`;
  const known =
    phaseErrorBound === undefined ? text : `${text}, phase errors at most ${formatNumber(100 * phaseErrorBound)} %`;
  if (bits === 0) return [["secret key", `none: Eve may know all of it (${known})`]];
  return [["secret key", `${formatCount(bits)} bits with ε_sec ${formatRate(secrecy)} (${known})`]];
}
