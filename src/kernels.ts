/**
 * `gfq-ldpc/kernels` is for authors of kernels: decoders as programs of kernels, the engines that run them, their messages one by one, and
 * receivers in float64.
 * Everything else that the examples use is a name of `gfq-ldpc`, or one of the values of its page.
 * @module gfq-ldpc/kernels
 */

// Kernels, and programs of their dispatches.
export { LLR_BOUND } from "../wgsl/common/bound.ts";
export { type ReceivedFrame, receivedFrame } from "./channel/modulation/demap.ts";
export type { Modulated, PlaneModulation } from "./channel/modulation/modulated.ts";
export { planeModulations } from "./channel/modulation/modulated.ts";
export { philox } from "./channel/random.ts";
export { decoderProgram } from "./decoder/decoder.ts";
export type { DecoderProgram } from "./decoder/decoder-program.ts";
export type { DecoderRequest } from "./decoder/rule.ts";
// Engines that run them.
export type { PreparedProgram, Readback, RunResult } from "./engine/engine.ts";
export { type GpuEngineOptions, gpuEngine } from "./engine/gpu/engine.ts";
// Decoding step by step.
export { type TracedIteration, traceMessages } from "./engine/message-trace.ts";
export { type ReprocessingTest, reprocessingTests } from "./engine/reprocessing-tests.ts";
export type { BufferData, KernelConstants, RunParameters } from "./gpu/kernel.ts";
export type { DeviceLimits, Dispatch, Program, ProgramBuffer } from "./gpu/program.ts";
// Error models of quantum circuits.
export { type ErrorModel, modelOfBasis, type NoisePoint, probabilities } from "./quantum/error-model.ts";
