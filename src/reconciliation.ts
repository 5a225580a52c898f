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
export { type BitSource, bitSource } from "./reconciliation/core/bit-source.ts";
export type { AliceMessage, Blocks, DecodedBlocks } from "./reconciliation/core/ends.ts";
export {
  type Alice,
  alice,
  type Bob,
  bob,
  type CorrectedBlocks,
  type DecodingEnd,
  decodingEnd,
  type GaussianBlocks,
  type ReferenceBlocks,
  type ReferenceEnd,
  type ReferenceMessage,
  referenceEnd,
} from "./reconciliation/core/ends.ts";
// Gaussian values.
export { type CorrelatedValues, correlatedValues, correlationOf } from "./reconciliation/core/estimation.ts";
export {
  adaptRate,
  type BlockLayout,
  blockLayout,
  type CodeCandidate,
  chooseCode,
  type RateAdaptation,
  RECONCILIATION_DECODER,
  type ReconciliationParameters,
} from "./reconciliation/core/layout.ts";
// The secret key.
export {
  binaryEntropy,
  type CvLink,
  type CvReconciliation,
  codingEfficiency,
  cvSecretKey,
  type DetectorTrust,
  eveIgnorance,
  type FiniteCvKey,
  type FiniteKey,
  fibreTransmittance,
  finiteCvKeyBits,
  finiteKeyBits,
  holevoInformation,
  homodyneSnr,
  idealKeyFraction,
  linkAtSnr,
  type PhaseErrors,
  phaseErrorBound,
  reconciliationEfficiency,
  type SecretKeyParameters,
  secretKeyBits,
  secretKeyFraction,
} from "./reconciliation/core/secret-key.ts";
export { type Amplifier, prepareAmplifier } from "./reconciliation/core/toeplitz.ts";
