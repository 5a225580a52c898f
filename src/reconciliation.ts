/**
 * `gfq-ldpc/reconciliation` is for quantum key distribution: error correction of sifted bits and of Gaussian values at both ends, the choice
 * of codes, and the length of the secret key. Everything else that the examples use is a name of `gfq-ldpc`, or one of these values:
 *
 * ```ts
 * const binary = constructCode({ family: "peg", name: "b", q: 2, polynomial: 3, n: 96, degrees: [3, 6], labels: "random", seed: 1, attempts: 1 });
 * const parameters = { code: binary, punctured: 0, shortened: 0, seed: 1, hashBits: 64, salt: new Uint8Array(16) };
 * const engine = cpuEngine();
 * const decoder = readDecoder("sum-product iterations=30");
 * ```
 * @module gfq-ldpc/reconciliation
 */

// Sifted bits.
export { type Alice, alice } from "./reconciliation/core/bits.ts";
export type { DecodedBlocks } from "./reconciliation/core/blocks.ts";
export type { AliceMessage, Blocks } from "./reconciliation/core/blocks.ts";
export { type Bob, bob, type CorrectedBlocks } from "./reconciliation/core/bits.ts";
// Gaussian values.
export { type CorrelatedValues, correlatedValues } from "./reconciliation/core/estimation.ts";
export { correlationOf } from "./reconciliation/core/estimation.ts";
// The secret key.
export {
  type CvLink,
  type CvReconciliation,
  codingEfficiency,
  cvSecretKey,
  type DetectorTrust,
  fibreTransmittance,
  holevoInformation,
  homodyneSnr,
  linkAtSnr,
} from "./reconciliation/core/secret-key.ts";
export { type DecodingEnd, decodingEnd } from "./reconciliation/core/values.ts";
export {
  type FiniteCvKey,
  type FiniteKey,
  finiteCvKeyBits,
  finiteKeyBits,
  type PhaseErrors,
  phaseErrorBound,
} from "./reconciliation/core/secret-key.ts";
export type { GaussianBlocks, ReferenceMessage } from "./reconciliation/core/values.ts";
export {
  type BlockLayout,
  blockLayout,
  RECONCILIATION_DECODER,
  type ReconciliationParameters,
} from "./reconciliation/core/layout.ts";
export {
  adaptRate,
  type CodeCandidate,
  chooseCode,
  type RateAdaptation,
} from "./reconciliation/core/rate-adaptation.ts";
export { type ReferenceBlocks, type ReferenceEnd, referenceEnd } from "./reconciliation/core/values.ts";
export {
  binaryEntropy,
  eveIgnorance,
  idealKeyFraction,
  reconciliationEfficiency,
  type SecretKeyParameters,
  secretKeyBits,
  secretKeyFraction,
} from "./reconciliation/core/secret-key.ts";
