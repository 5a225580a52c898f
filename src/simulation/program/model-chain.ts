import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { COUNTERS } from "../../../wgsl/statistics/chunk-counters.ts";
import type { RandomGenerator } from "../../channel/random/generators.ts";
import { decodingGraph, type ModelCode, sampledShare } from "../../decoder/shots/model.ts";
import { type DecoderSpec, stopConstant } from "../../decoder/spec.ts";
import { constantBuffer, type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type NoisePoint, probabilities } from "../../quantum/error-model.ts";
import type { Chain } from "./chain.ts";

/** Mechanisms of a random number of 16 bytes. */
const BLOCK = 16;

/**
 * The chain around a decoder of codes for shots of an error model: mechanisms, their syndrome, priors as channel LLRs; then wrong
 * observables. `mechanisms` and `priors` are written for each point (`modelTables`).
 */
export function modelChain(code: ModelCode, spec: DecoderSpec, generator: RandomGenerator): Chain {
  const { columns, observables } = code.model;
  const { rows: CHECKS, columns: N } = code.matrix;
  const { observableStart, observable } = decodingGraph(code);
  const OBSERVABLE_WORDS = Math.ceil(observables / 32);
  const BLOCKS = Math.ceil(columns / BLOCK);
  const perColumn = Math.ceil(N / WORKGROUP_SIZE);
  const sample: Dispatch = {
    kernel: "quantum/sample",
    constants: { MECHANISMS: columns, BLOCKS, CHECKS, OBSERVABLE_WORDS },
    variant: withRandom(generator),
    buffers: ["mechanisms", "flips", "syndrome", "wrong"],
    workgroups: Math.ceil(BLOCKS / WORKGROUP_SIZE),
  };
  const priors: Dispatch = {
    kernel: "quantum/priors",
    constants: { N },
    buffers: ["priors", "channel_llr"],
    workgroups: perColumn,
  };
  const correct: Dispatch = {
    kernel: "quantum/correct",
    constants: { N, OBSERVABLE_WORDS },
    buffers: ["decision", "corrects", "wrong"],
    workgroups: perColumn,
  };
  const tally: Dispatch = {
    kernel: "quantum/tally",
    constants: { OBSERVABLE_WORDS, STOP: stopConstant(spec), ITERATIONS: spec.iterations },
    buffers: ["wrong", "unsatisfied", "counters"],
    workgroups: 1,
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
  return {
    before: [sample, priors],
    after: [correct, tally],
    buffers: {
      mechanisms: { type: "u32", length: 2 * BLOCK * BLOCKS, perFrame: false },
      flips: constantBuffer(flips(code)),
      priors: { type: "f32", length: N, perFrame: false },
      corrects: constantBuffer(Uint32Array.from([...observableStart, ...observable])),
      syndrome: { ...frameBuffer("u32", CHECKS), cleared: true },
      wrong: { ...frameBuffer("u32", OBSERVABLE_WORDS), cleared: true },
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true, perChunk: true },
    },
  };
}

/** Starts, then for each mechanism its checks and, behind all checks, its observables. */
function flips(code: ModelCode): Uint32Array {
  const { columns, start, detector, observableStart, observable } = code.model;
  const { checkOfDetector } = decodingGraph(code);
  const starts = Uint32Array.from({ length: columns + 1 }, (_, n) => start[n] + observableStart[n]);
  const lists = new Uint32Array(starts[columns]);
  for (let n = 0; n < columns; n++) {
    const checks = detector.subarray(start[n], start[n + 1]).map((d) => checkOfDetector[d]);
    lists.set(checks, starts[n]);
    const own = observable.subarray(observableStart[n], observableStart[n + 1]);
    lists.set(
      own.map((k) => code.matrix.rows + k),
      starts[n] + checks.length,
    );
  }
  return Uint32Array.from([...starts, ...lists]);
}

/**
 * The tables of `modelChain` at an error rate. A mechanism with p > ½ always occurs and is undone with 1 − p: the rest of a shot is relative
 * to that. Auxiliary variables have prior 0.
 * @throws InputError as `probabilities`.
 */
export function modelTables(code: ModelCode, point?: NoisePoint): Readonly<Record<string, Uint32Array | Float32Array>> {
  const all = probabilities(code.model, point);
  const mechanisms = new Uint32Array(2 * BLOCK * Math.ceil(all.length / BLOCK));
  const priors = new Float32Array(code.matrix.columns);
  for (const [n, each] of all.entries()) {
    const rare = Math.min(each, 1 - each);
    const { bytes, share } = sampledShare(rare);
    mechanisms.set([bytes, share], 2 * n);
    priors[n] = Math.min(LLR_BOUND, Math.log((1 - rare) / rare));
  }
  return { mechanisms, priors };
}
