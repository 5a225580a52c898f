// The library's public API: browser-safe. What needs Node (files, processes, Dawn) is in `gfq-ldpc/node`.
// Folder by folder, in the order in which they may import each other (doc/design/architecture.md).

// Errors that a caller can act on.

export { DeviceLostError, type FrameOrigin, InputError, type InputLocation } from "./errors.ts";

// galois: GF(2^p), elements as integers.

export { divide, type GaloisField, galoisField, inverse, multiply, powerOfAlpha } from "./galois/field.ts";
export { defaultPolynomial, primitivePolynomials } from "./galois/primitive.ts";

// code/formats: matrices as text, read and written.

export { readEnsemble } from "./code/formats/ensemble.ts";
export { readFamily, writeFamily } from "./code/formats/family.ts";
export type { FileContent, MatrixFormat, ReadOptions, ValueConvention, WriteOptions } from "./code/formats/format.ts";
export { formats } from "./code/formats/index.ts";
export { readCodeJson, writeCodeJson } from "./code/formats/json.ts";
export { type ReadCodeOptions, readCode } from "./code/formats/read-code.ts";

// code/construct: new codes from seeds and rules.

export { type DispersionOptions, dispersionCode } from "./code/construct/dispersion.ts";
export { type LabelMethod, labelEdges } from "./code/construct/labels.ts";
export { type Mask, type MaskResult, type MaskSearchOptions, searchMasks } from "./code/construct/mask-search.ts";
export { designRate, edgesPerSymbol, type MetEnsemble, type NodeType } from "./code/construct/met/ensemble.ts";
export { type MetRecipe, metFamily } from "./code/construct/met/family.ts";
export type { Rounding } from "./code/construct/met/nodes.ts";
export { type RegularOptions, type RowStructure, regularGraph } from "./code/construct/peg.ts";
export { constructCode, constructCommand, type Recipe } from "./code/construct/recipe.ts";

// code/density-evolution: what ensembles can do with infinitely long codes.

export { type Evolution, type EvolutionOptions, evolve } from "./code/density-evolution/met-evolution.ts";
export { stabilityFactor, stabilityLimit } from "./code/density-evolution/stability.ts";
export {
  gaussianCapacity,
  shannonLimit,
  type ThresholdOptions,
  threshold,
} from "./code/density-evolution/threshold.ts";

// code: parity-check matrices, their graphs and encoders.

export {
  type BaseEntry,
  type BaseMatrix,
  type BaseMatrixOptions,
  type BlockOrder,
  baseEntries,
  baseMatrix,
  expand,
} from "./code/base-matrix.ts";
export type { Code } from "./code/code.ts";
export { type CodeFamily, type FamilyMember, familyCode, familyMembers, type Lifting } from "./code/code-family.ts";
export { type CodewordCheck, checkCodeword } from "./code/codeword.ts";
export {
  type Encoder,
  encode,
  type InformationSet,
  type SystematicEncoder,
  syndrome,
  systematicEncoder,
} from "./code/encoder.ts";
export {
  type CodeEncoder,
  codeEncoder,
  codeInformation,
  type EncoderStore,
  type PrepareOptions,
  prepareEncoder,
} from "./code/encoders/index.ts";
export { type ShortestCycles, shortestCycles } from "./code/girth.ts";
export { codeHash } from "./code/hash.ts";
export { informationPart } from "./code/information-part.ts";
export { type LowWeightOptions, lowWeightWords } from "./code/low-weight-words.ts";
export { packBits, unpackBits } from "./code/packed-bits.ts";
export { type Entry, type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "./code/parity-check-matrix.ts";
export { accumulatorBase, dualDiagonal, type ParityStructure } from "./code/parity-structure.ts";
export { rank } from "./code/rank.ts";
export {
  codeRate,
  type RateMatched,
  type RateMatchOptions,
  rateMatch,
  transmittedPositions,
} from "./code/rate-matching.ts";
export { type CodeReport, codeReport, type DegreeCount } from "./code/report.ts";
export { type TannerGraph, tannerGraph } from "./code/tanner-graph.ts";

// channel: reproducible random numbers and the discretised channels.

export { type AwgnChannel, awgnChannel, sigmaOfEbN0 } from "./channel/awgn.ts";
export { bscChannel } from "./channel/bsc.ts";
export { type ChannelCode, channelCode } from "./channel/channel-code.ts";
export type { ChannelKind } from "./channel/channel-kind.ts";
export {
  type ChannelFamily,
  type ChannelName,
  type ChannelParameter,
  type ChannelPoint,
  channelAt,
  channelPoint,
  channels,
} from "./channel/channels.ts";
export type { ChannelAlphabet, DiscreteChannel } from "./channel/discrete-channel.ts";
export {
  awgnMoments,
  bscMoments,
  type ChannelMoments,
  normalApproximation,
  shannonLimitEbN0,
} from "./channel/normal-approximation.ts";
export { qscChannel } from "./channel/qsc.ts";
export type { RandomGenerator } from "./channel/random/generators.ts";
export { philox } from "./channel/random/philox.ts";

// kernel: WGSL and its twins, for programs of one's own.

export { LLR_BOUND } from "../wgsl/common/bound.ts";
export { kernels } from "./engine/registry.ts";
export type { BufferData, Kernel, KernelBinding, KernelConstants, RunParameters, TwinCall } from "./gpu/kernel.ts";

// decoder: decoders as programs.

export { decoderProgram, decoderText, defaultDecoder, readDecoder } from "./decoder/decoder.ts";
export type { DecoderProgram } from "./decoder/decoder-program.ts";
export { type ChannelLlr, channelLlr, LLR_KINDS, type LlrKind, type LlrOptions } from "./decoder/llr.ts";
export type { DecoderOption, DecoderOptions } from "./decoder/option.ts";
export type { CheckNodeRule, DecodableCode, DecoderRequest } from "./decoder/rule.ts";
export { checkNodeRules } from "./decoder/rules.ts";
export type { DecoderSpec } from "./decoder/spec.ts";
export { withUnsentSymbols } from "./decoder/unsent.ts";
export type {
  DeviceLimits,
  Dispatch as Stage,
  Program,
  ProgramBuffer,
} from "./gpu/program.ts";
export { dispatchesInOrder as stagesInOrder } from "./gpu/schedule.ts";
export { type MonteCarloProgram, monteCarloProgram } from "./simulation/program/monte-carlo.ts";
export type { CodewordSource } from "./source/word-source.ts";

// engine: who runs programs; the decoder as a function.

export { cpuEngine, runsInWebAssembly } from "./engine/cpu/engine.ts";
export { type CpuPoolOptions, openCpuPool } from "./engine/cpu/pool/open-cpu-pool.ts";
export { type DecodedFrames, decodeFrames, type FrameDecoder, frameDecoder } from "./engine/decode.ts";
export { type PackedDecoder, type PackedFrames, packedDecoder } from "./engine/decode-packed.ts";
export type {
  Engine,
  EngineInfo,
  PreparedProgram,
  Profile,
  Readback,
  RunInputs,
  RunResult,
} from "./engine/engine.ts";
export { adapterInfo, type GpuEngineOptions, gpuEngine } from "./engine/gpu/engine.ts";
export { openWebGpu, type WebGpuOptions } from "./engine/gpu/open-webgpu.ts";
export type { TextLoader, WebGpuAdapter } from "./engine/gpu/webgpu-types.ts";
export { type TracedIteration, traceMessages } from "./engine/message-trace.ts";
export { type ReprocessingTest, reprocessingTests } from "./engine/reprocessing-tests.ts";

// reconciliation: error correction of sifted keys, both ends; rate adaptation; secret-key arithmetic.

export { type Alice, alice } from "./reconciliation/alice.ts";
export type { DecodedBlocks } from "./reconciliation/block-decoding.ts";
export type { AliceMessage, Blocks } from "./reconciliation/blocks.ts";
export { type Bob, bob, type CorrectedBlocks } from "./reconciliation/bob.ts";
export { type CorrelatedValues, correlatedValues } from "./reconciliation/correlated-values.ts";
export { type CorrelationEstimate, correlationOf, estimateCorrelation } from "./reconciliation/correlation.ts";
export { type DecodingEnd, decodingEnd } from "./reconciliation/decoding-end.ts";
export { ditherValues } from "./reconciliation/dither.ts";
export type { GaussianBlocks, ReferenceMessage } from "./reconciliation/gaussian-blocks.ts";
export { type Rotation, rotate, rotatedLlrs, rotationOf } from "./reconciliation/multidimensional.ts";
export { binaryGaussianCapacity, multidimensionalCapacity } from "./reconciliation/multidimensional-capacity.ts";
export { type BlockLayout, blockLayout, type ReconciliationParameters } from "./reconciliation/parameters.ts";
export { adaptRate, type CodeCandidate, chooseCode, type RateAdaptation } from "./reconciliation/rate-adaptation.ts";
export { type ReferenceBlocks, type ReferenceEnd, referenceEnd } from "./reconciliation/reference-end.ts";
export {
  type Calibration,
  type DisclosedPairs,
  estimateLink,
  type LinkEstimate,
} from "./reconciliation/secret-key/cv-estimation.ts";
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
} from "./reconciliation/secret-key/cv-secret-key.ts";
export {
  type FiniteCvKey,
  type FiniteKey,
  finiteCvKeyBits,
  finiteKeyBits,
  type PhaseErrors,
  phaseErrorBound,
} from "./reconciliation/secret-key/finite-key.ts";
export {
  binaryEntropy,
  eveIgnorance,
  idealKeyFraction,
  reconciliationEfficiency,
  type SecretKeyParameters,
  secretKeyBits,
  secretKeyFraction,
} from "./reconciliation/secret-key/secret-key.ts";

// simulation: tasks, chunks, the ledger that merges them, stopping rules, points; throughput.

export type { BenchJob, Latency, Throughput } from "./simulation/bench/bench.ts";
export {
  measureKernels as measureStages,
  measureLatency,
  measureThroughput,
  sweepFramesInFlight,
} from "./simulation/bench/bench.ts";
export { benchJob } from "./simulation/bench/bench-job.ts";
export {
  addHistograms,
  type HistogramRunner,
  type IterationHistogram,
  iterationHistograms,
  iterationMean,
} from "./simulation/bench/iteration-histogram.ts";
export { type ChunkCounts, type ChunkRun, type ChunkRunner, COUNT_NAMES } from "./simulation/chunk.ts";
export { blocksOf, type ChunkBlock } from "./simulation/chunk-block.ts";
export { type ChunkRange, dyadicRanges } from "./simulation/chunk-range.ts";
export { ChunkRows } from "./simulation/chunk-rows.ts";
export { addCounts, sameCounts, ZERO_COUNTS } from "./simulation/counts.ts";
export { engineRunners } from "./simulation/engine-runners.ts";
export { Ledger, type TaskIdentity } from "./simulation/ledger.ts";
export { MemoryLedger } from "./simulation/memory-ledger.ts";
export { monteCarloRunner } from "./simulation/monte-carlo-runner.ts";
export { type Part, parsePart } from "./simulation/part.ts";
export { formatPoints, type PointRow, parsePoints } from "./simulation/points.ts";
export {
  formatHeader,
  formatRecord,
  parseShardLine,
  type ShardHeader,
  type ShardSection,
} from "./simulation/record.ts";
export type { RunnerFactory } from "./simulation/runner.ts";
export {
  type ChannelPoints,
  type SimulateOptions,
  type Simulation,
  type SimulationProgress,
  simulate,
} from "./simulation/simulate.ts";
export { type SimulationOptions, simulationSweep } from "./simulation/simulation-sweep.ts";
export { binomialTest, type ErrorCount, fisherTest, holmCorrection } from "./simulation/statistics/exact-tests.ts";
export { type MeasuredMean, publishedMeanTest } from "./simulation/statistics/mean-test.ts";
export { clopperPearson, type ErrorRates, type Estimate, errorRates } from "./simulation/statistics/statistics.ts";
export type { StoppedBy, Stopping, StoppingRule } from "./simulation/stopping/limits.ts";
export { type PointState, pointState } from "./simulation/stopping/point-state.ts";
export { type Sweep, type SweepPoint, sweepDone, sweepPoints, sweepRows } from "./simulation/sweep.ts";
export { defaultChunkFrames, SEMANTICS_VERSION, type Sha256, type Task, taskId } from "./simulation/task.ts";
export type { RecordSource, TaskChunks } from "./simulation/task-chunks.ts";
export { type SharedLedger, type WorkerOptions, work } from "./simulation/worker.ts";

// report: figures as Plotly data, tables as text.

export { type CompareOptions, type Comparison, compareWithReferences } from "./report/compare.ts";
export { type Figure, ferFigure, figureOfRuns, type TitledFigure } from "./report/figure.ts";
export { formatCount, formatDuration, formatNumber, formatQuantity, formatRate } from "./report/format.ts";
export type { FigureText } from "./report/layout.ts";
export { markdownTable } from "./report/markdown.ts";
export { type ErrorKind, parseReference, type ReferenceCurve, type ReferencePoint } from "./report/reference.ts";
export type { Rate, RunPoints, Series, SeriesPoint } from "./report/series.ts";
export { formatTable } from "./report/table.ts";
