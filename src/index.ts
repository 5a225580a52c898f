/**
 * `gfq-ldpc` is for programs that construct, decode and simulate codes, in Node and in browsers.
 *
 * The examples of all pages import the names that they use from the door of their page, and use these values:
 *
 * ```ts
 * const code = constructCode({ family: "peg", name: "c", q: 4, polynomial: 7, n: 24, degrees: [2, 4], labels: "random", seed: 1, attempts: 1 });
 * const decoder = readDecoder("min-max iterations=5");
 * const engine = cpuEngine();
 * const { llr } = channelLlr(new Float32Array(48).fill(4), code, decoder); // one frame: ln P(0)/P(1) of 24 symbols of 2 bits
 * ```
 * @module gfq-ldpc
 */

export { sigmaOfEbN0 } from "./channel/awgn.ts";
export type { ChannelKind } from "./channel/channel-kind.ts";
export type { ChannelPoints } from "./channel/channel-text.ts";
export { type ChannelParameter, channels } from "./channel/channels.ts";
// Channels and their limits.
export {
  awgnMoments,
  bscMoments,
  type ChannelMoments,
  normalApproximation,
  shannonLimitEbN0,
} from "./channel/normal-approximation.ts";
export type { RandomGenerator } from "./channel/random.ts";
// Codes: read, constructed, examined.
export type { Code } from "./code/code.ts";
export { type CodeFamily, familyCode } from "./code/code-family.ts";
export { designRate, type MetEnsemble, type MetRecipe, metFamily, type NodeType } from "./code/construct/met.ts";
export { constructCode, type Recipe } from "./code/construct/recipe.ts";
export { type ThresholdOptions, threshold } from "./code/density-evolution/threshold.ts";
export { type CodeEncoder, codeEncoder, syndrome } from "./code/encoder.ts";
export type { BinaryMatrixFormat, MatrixFormat } from "./code/formats/format.ts";
export { binaryFormats, formats } from "./code/formats/index.ts";
export { type ReadCodeOptions, readCode } from "./code/formats/read-code.ts";
export { type ShortestCycles, shortestCycles } from "./code/girth.ts";
export { lightWords } from "./code/low-weight.ts";
export { type ParityCheckMatrix, parityCheckMatrix } from "./code/parity-check-matrix.ts";
export { codeRate, encodeFrames, type RateMatchOptions, rateMatch } from "./code/rate-matching.ts";
export { type CodeReport, codeReport } from "./code/report.ts";
export type { DegreeCount } from "./code/tanner-graph.ts";
export { type TannerGraph, tannerGraph } from "./code/tanner-graph.ts";
export { channelLlr, type LlrOptions } from "./decoder/channel-llr.ts";
// Decoders.
export { decoderText, defaultDecoder, readDecoder, shortDecoderText } from "./decoder/decoder.ts";
export { type ListedDecoder, type ListedOption, listDecoders } from "./decoder/listing.ts";
export type { ChannelLlr, LlrKind } from "./decoder/llr.ts";
export type { DecodableCode } from "./decoder/rule.ts";
export { checkNodeRules } from "./decoder/rules.ts";
export type { DecoderSpec } from "./decoder/spec.ts";
// Engines, and decoding on them.
export { cpuEngine } from "./engine/cpu/engine.ts";
export { type CpuPoolOptions, openCpuPool } from "./engine/cpu/pool/open-cpu-pool.ts";
export {
  type DecodedFrames,
  type DecodeOptions,
  decodeFrames,
  type FrameDecoder,
  frameDecoder,
} from "./engine/decode.ts";
export { type PackedDecoder, type PackedFrames, packedDecoder } from "./engine/decode-packed.ts";
export { type ShotCorrections, type ShotFrameDecoder, shotFrameDecoder } from "./engine/decode-shots.ts";
export type { Engine, EngineInfo } from "./engine/engine.ts";
export { openWebGpu, type WebGpuOptions } from "./engine/gpu/open-webgpu.ts";
// Errors.
export { DeviceLostError, InputError } from "./errors.ts";
// Galois fields.
export { type GaloisField, galoisField, multiply } from "./galois/field.ts";
export { defaultPolynomial, primitivePolynomials } from "./galois/primitive.ts";
// Numbers and curves for tables and figures.
export { type CompareOptions, type Comparison, compareWithReferences, curvesOfRuns } from "./report/compare.ts";
export { formatCount, formatDuration, formatNumber, formatQuantity, formatRate } from "./report/format.ts";
export { type Gap, gapAt } from "./report/gap.ts";
export { parseReference, type ReferenceCurve, type ReferencePoint } from "./report/reference.ts";
// Simulation.
export { formatPoints, type PointRow, parsePoints } from "./simulation/points.ts";
export {
  type SimulateOptions,
  type Simulation,
  type SimulationProgress,
  simulate,
} from "./simulation/simulate.ts";
export { clopperPearson, type Estimate } from "./simulation/statistics.ts";
export type { Stopping } from "./simulation/stopping.ts";
export type { CodewordSource } from "./source/word-source.ts";
