import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { COUNTERS } from "../../../wgsl/statistics/chunk-counters.ts";
import { DEFAULT_GENERATOR, type RandomGenerator } from "../../channel/random.ts";
import { InputError } from "../../errors.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type NoisePoint, probabilities } from "../../quantum/error-model.ts";
import { binaryRules } from "../binary/rules/index.ts";
import { decoderProgram } from "../decoder.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderRequest } from "../rule.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { BLOCK, decodingGraph, type ModelCode, sampledShare, sharedWords } from "./model.ts";

/** Where a program's shots come from: sampled, with a random generator, or measured elsewhere. */
export type ShotSource = RandomGenerator | "given";

/**
 * Shots of an error model around a decoder of codes: mechanisms, their syndrome, priors as channel LLRs; then wrong observables, which are
 * counted. Given shots have their `syndrome` [frame][M] written, and `wrong` [frame][⌈observables/32⌉] then has the observables that the
 * correction flips. `mechanisms` and `priors` are written for each point (`codedTables`).
 * @throws InputError as `decoderProgram`, and for a rule that tests all checks where some do not matter.
 */
export function codedShots(
  code: ModelCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  source: ShotSource,
  request: DecoderRequest,
): DecoderProgram {
  if (code.untested !== undefined && !Object.hasOwn(binaryRules, spec.rule)) {
    const others = Object.keys(binaryRules).join(", ");
    throw new InputError(`${spec.rule} does not end by some of the checks: leave out --ends-by, or choose ${others}`);
  }
  const decoder = decoderProgram(code, spec, limits, { ...request, syndrome: true });
  const { observables } = code.model;
  const N = code.matrix.columns;
  const { observableStart, observable } = decodingGraph(code);
  const OBSERVABLE_WORDS = Math.ceil(observables / 32);
  const perColumn = Math.ceil(N / WORKGROUP_SIZE);
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
  const sampling = sampledShots(code, source === "given" ? DEFAULT_GENERATOR : source);
  const sampled: { before: readonly Dispatch[]; after: readonly Dispatch[]; buffers: Record<string, ProgramBuffer> } =
    source === "given"
      ? { before: [], after: [], buffers: { syndrome: frameBuffer("u32", code.matrix.rows) } }
      : {
          before: sampling.start,
          after: [
            {
              kernel: "quantum/tally",
              constants: { OBSERVABLE_WORDS, STOP: stopConstant(spec), ITERATIONS: spec.iterations },
              buffers: ["wrong", "unsatisfied", "counters"],
              workgroups: 1,
              framesPerWorkgroup: WORKGROUP_SIZE,
            },
          ],
          buffers: {
            ...sampling.buffers,
            counters: { ...frameBuffer("u32", COUNTERS), cleared: true, perChunk: true },
          },
        };
  return {
    ...decoder,
    buffers: {
      ...decoder.buffers,
      priors: { type: "f32", length: N, perFrame: false },
      corrects: constantBuffer(Uint32Array.from([...observableStart, ...observable])),
      wrong: sampling.buffers.wrong,
      ...sampled.buffers,
    },
    start: [...sampled.before, priors, ...decoder.start],
    afterRounds: [...(decoder.afterRounds ?? []), correct, ...sampled.after],
  };
}

/**
 * Samples shots: `syndrome` [frame][M] of the code's checks, and `wrong` [frame][⌈observables/32⌉] that the mechanisms flip. `mechanisms` is written for
 * each point (`codedTables`).
 */
export function sampledShots(
  code: ModelCode,
  generator: RandomGenerator,
): Pick<DecoderProgram, "start"> & {
  readonly buffers: Readonly<Record<"mechanisms" | "flips" | "syndrome" | "wrong", ProgramBuffer>>;
} {
  const { columns, observables } = code.model;
  const CHECKS = code.matrix.rows;
  const OBSERVABLE_WORDS = Math.ceil(observables / 32);
  const BLOCKS = Math.ceil(columns / BLOCK);
  const sample: Dispatch = {
    kernel: "quantum/sample",
    constants: { MECHANISMS: columns, BLOCKS, CHECKS, OBSERVABLE_WORDS },
    variant: withRandom(generator),
    buffers: ["mechanisms", "flips", "syndrome", "wrong"],
    workgroups: Math.ceil(BLOCKS / WORKGROUP_SIZE),
  };
  return {
    start: [sample],
    buffers: {
      mechanisms: sharedWords(2 * BLOCK * BLOCKS),
      flips: constantBuffer(flips(code, (check) => check, CHECKS)),
      syndrome: { ...frameBuffer("u32", CHECKS), cleared: true },
      wrong: { ...frameBuffer("u32", OBSERVABLE_WORDS), cleared: true },
    },
  };
}

/** Starts, then for each mechanism the places of its checks and, behind all `places`, its observables. */
export function flips(code: ModelCode, placeOf: (check: number) => number, places: number): Uint32Array {
  const { columns, start, detector, observableStart, observable } = code.model;
  const { checkOfDetector } = decodingGraph(code);
  const starts = Uint32Array.from({ length: columns + 1 }, (_, n) => start[n] + observableStart[n]);
  const lists = new Uint32Array(starts[columns]);
  for (let n = 0; n < columns; n++) {
    const checks = detector.subarray(start[n], start[n + 1]).map((d) => placeOf(checkOfDetector[d]));
    lists.set(checks, starts[n]);
    const own = observable.subarray(observableStart[n], observableStart[n + 1]);
    lists.set(
      own.map((k) => places + k),
      starts[n] + checks.length,
    );
  }
  return Uint32Array.from([...starts, ...lists]);
}

/**
 * The tables of `codedShots` at an error rate. A mechanism with p > ½ always occurs and is undone with 1 − p: the rest of a shot is relative
 * to that. Auxiliary variables have prior 0.
 * @throws InputError as `probabilities`.
 */
export function codedTables(
  code: ModelCode,
  point?: NoisePoint,
): { readonly mechanisms: Uint32Array; readonly priors: Float32Array } {
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
