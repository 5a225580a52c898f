import { InputError } from "../errors.ts";
import { keyBitsOf, leakedPerBlock, type StreamHeader } from "../node/reconciliation-headers.ts";
import type { CvLink, DetectorTrust } from "../reconciliation/cv-secret-key.ts";
import { finiteCvKeyBits, finiteKeyBits, type PhaseErrors, phaseErrorBound } from "../reconciliation/finite-key.ts";
import { formatCount, formatNumber, formatRate } from "../report/format.ts";
import { evaluateNumber } from "./expression.ts";
import type { KeySummary } from "./reconcile-key-summary.ts";
import { DEFAULT_SECRECY, type ReconcileArguments } from "./reconcile-options.ts";
import type { Row } from "./summary-rows.ts";

/** What the user says of Eve's part: without it no secret key is promised. */
export type Security = { readonly secrecy: number } & (
  | { readonly phaseErrors: PhaseErrors }
  | { readonly link: CvLink; readonly detector: DetectorTrust }
);

/** The secret key that privacy amplification may leave. */
export interface SecretKey {
  readonly bits: number;
  /** ε_sec */
  readonly secrecy: number;
  /** Bits told of the kept blocks: syndromes and hashes, and all of the verdict. */
  readonly publicBits: number;
  /** Of bits: an upper bound of the share of phase errors in all of them. */
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
 * What the options say of Eve; nothing if they say nothing.
 * @throws InputError naming an option that is missing or wrong.
 */
export async function readSecurity(options: ReconcileArguments): Promise<Security | undefined> {
  const secrecy = await evaluateNumber(options.secrecy ?? String(DEFAULT_SECRECY), "--secrecy");
  if (!(secrecy > 0 && secrecy < 1)) throw new InputError(`--secrecy ${options.secrecy}: it is above 0 and below 1`);
  return options.cv ? ofValues(options, secrecy) : ofBits(options, secrecy);
}

async function ofBits({ phaseError, phaseSample }: ReconcileArguments, secrecy: number): Promise<Security | undefined> {
  if (phaseError === undefined) {
    if (phaseSample === undefined) return undefined;
    throw new InputError("--phase-sample goes with --phase-error: say the error rate that was found in the sample");
  }
  const rate = await evaluateNumber(phaseError, "--phase-error");
  const sample = phaseSample === undefined ? undefined : await evaluateNumber(phaseSample, "--phase-sample");
  const phaseErrors = { rate, sample };
  // What is wrong with it is said before any work.
  phaseErrorBound(phaseErrors, 1, secrecy);
  return { secrecy, phaseErrors };
}

async function ofValues(options: ReconcileArguments, secrecy: number): Promise<Security | undefined> {
  const names = Object.keys(LINK) as (keyof typeof LINK)[];
  const missing = names.filter((name) => options[LINK[name]] === undefined);
  if (missing.length === names.length && options.detector === undefined) return undefined;
  if (missing.length > 0) {
    throw new InputError(`no --${missing[0]} given: a secret length takes all of --${names.join(", --")}`);
  }
  const values = await Promise.all(
    names.map(async (name) => [LINK[name], await evaluateNumber(options[LINK[name]]!, `--${name}`)]),
  );
  const link = Object.fromEntries(values) as unknown as CvLink;
  const detector = options.detector ?? "untrusted";
  finiteCvKeyBits({ values: 1, keptBits: 0, publicBits: 0, link, detector, secrecy });
  return { secrecy, link, detector };
}

/** The secret key of a stream; nothing if nothing is known of Eve or of the key. */
export function secretKey(
  stream: StreamHeader,
  key: KeySummary | undefined,
  security: Security | undefined,
): SecretKey | undefined {
  if (key === undefined || security === undefined) return undefined;
  const { syndrome, hash } = leakedPerBlock(stream);
  const publicBits = key.verified * (syndrome + hash) + key.verdictBits;
  const { secrecy } = security;
  const kept = { keptBits: key.bits, publicBits, secrecy };
  if ("link" in security) {
    const { link, detector } = security;
    const values = stream.blocks * keyBitsOf(stream);
    return { bits: finiteCvKeyBits({ ...kept, values, link, detector }), secrecy, publicBits };
  }
  const { phaseErrors } = security;
  return {
    ...{ bits: finiteKeyBits({ ...kept, siftedBits: stream.bits, phaseErrors }), secrecy, publicBits },
    phaseErrorBound: phaseErrorBound(phaseErrors, stream.bits, secrecy),
  };
}

/** The lines of a summary about the secret key. @param needed option that is missing. */
export function secretRows(key: KeySummary | undefined, secret: SecretKey | undefined, needed: string): Row[] {
  if (key === undefined || key.bits === 0) return [];
  if (secret === undefined) return [["secret key", `not known: ${needed}`]];
  const { bits, secrecy, publicBits, phaseErrorBound } = secret;
  const told = `${formatCount(publicBits)} bits told of these blocks`;
  const known =
    phaseErrorBound === undefined ? told : `${told}, phase errors at most ${formatNumber(100 * phaseErrorBound)} %`;
  if (bits === 0) return [["secret key", `none: Eve may know all of it (${known})`]];
  return [["secret key", `${formatCount(bits)} bits with ε_sec ${formatRate(secrecy)} (${known})`]];
}
