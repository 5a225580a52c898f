import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { COUNTERS } from "../../../wgsl/statistics/index.ts";
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
import { joined } from "../../joined.ts";
import { type NoisePoint, noiseScale, probabilities } from "../../quantum/error-model.ts";
import { binaryRules } from "../binary/rules/index.ts";
import { decoderProgram } from "../decoder.ts";
import { type DecoderProgram, inputWidth } from "../decoder-program.ts";
import type { DecoderRequest } from "../rule.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { BLOCK, decodingGraph, type ModelCode, sampledShare, sharedWords } from "./model.ts";

/** Where a program's shots come from: sampled, with a random generator, or measured elsewhere. */
export type ShotSource = RandomGenerator | "given";

/**
 * Shots of an error model around a decoder of codes: mechanisms, their syndrome, priors as channel LLRs; then wrong observables, which are
 * counted. Given shots have their `syndrome` [frame][M] written, and `wrong` [frame][⌈observables/32⌉] then has the observables that the
 * correction flips. `mechanisms` and `priors` are written for each point (`codedTables`).
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
  const { columns, field } = code.matrix;
  const { observableStart, observable } = decodingGraph(code);
  const OBSERVABLE_WORDS = Math.ceil(observables / 32);
  const priorCount = columns * inputWidth(decoder.input, field.q);
  const priors: Dispatch = {
    kernel: "quantum/priors",
    constants: { N: priorCount },
    buffers: ["model_priors", "channel_llr"],
    workgroups: Math.ceil(priorCount / WORKGROUP_SIZE),
  };
  const bits = columns * field.p;
  const correct: Dispatch = {
    kernel: "quantum/correct",
    constants: { N: bits, BITS: field.p, OBSERVABLE_WORDS },
    buffers: ["decision", "corrects", "wrong"],
    workgroups: Math.ceil(bits / WORKGROUP_SIZE),
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
              constants: {
                OBSERVABLE_WORDS,
                KINDS: code.rewired?.pair === undefined ? 0 : observables / 2,
                STOP: stopConstant(spec),
                ITERATIONS: spec.iterations,
              },
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
      model_priors: { type: "f32", length: priorCount, perFrame: false },
      corrects: constantBuffer(joined(Uint32Array, [observableStart, observable])),
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
  const { rows: CHECKS, field } = code.matrix;
  const OBSERVABLE_WORDS = Math.ceil(observables / 32);
  const BLOCKS = Math.ceil(columns / BLOCK);
  const sample: Dispatch = {
    kernel: "quantum/sample",
    constants: { MECHANISMS: columns, BLOCKS, CHECKS, BITS: field.p, OBSERVABLE_WORDS },
    variant: withRandom(generator),
    buffers: ["mechanisms", "flips", "syndrome", "wrong"],
    workgroups: Math.ceil(BLOCKS / WORKGROUP_SIZE),
  };
  return {
    start: [sample],
    buffers: {
      mechanisms: sharedWords(2 * BLOCK * BLOCKS),
      flips: constantBuffer(flips(code, (check) => check, CHECKS * field.p)),
      syndrome: { ...frameBuffer("u32", CHECKS), cleared: true },
      wrong: { ...frameBuffer("u32", OBSERVABLE_WORDS), cleared: true },
    },
  };
}

/** Starts, then for each mechanism the places of its checks and, behind all `places`, its observables. */
export function flips(code: ModelCode, placeOf: (check: number) => number, places: number): Uint32Array {
  const { columns, start, detector, observableStart, observable } = code.model;
  const { checkOfDetector } = decodingGraph(code);
  const all = new Uint32Array(columns + 1 + detector.length + observable.length);
  let to = columns + 1;
  for (let n = 0; n < columns; n++) {
    for (let i = start[n]; i < start[n + 1]; i++) all[to++] = placeOf(checkOfDetector[detector[i]]);
    for (let i = observableStart[n]; i < observableStart[n + 1]; i++) all[to++] = places + observable[i];
    all[n + 1] = to - columns - 1;
  }
  return all;
}

/**
 * The tables of `codedShots` at an error rate. A mechanism with p > ½ always occurs and is undone with 1 − p: the rest of a shot is relative
 * to that. Auxiliary variables have prior 0. Symbols of a pair of codes have priors without the other code, and `coupling` has the
 * probabilities that a qubit has no error, X, Z and Y.
 * @param input of the decoder.
 */
export function codedTables(
  code: ModelCode,
  point?: NoisePoint,
  input: DecoderProgram["input"] = "bit",
): Readonly<Record<"mechanisms", Uint32Array> & Record<"priors" | "coupling", Float32Array>> {
  const all = probabilities(code.model, point);
  const { columns, field } = code.matrix;
  const width = inputWidth(input, field.q);
  const mechanisms = new Uint32Array(2 * BLOCK * Math.ceil(all.length / BLOCK));
  const priors = new Float32Array(columns * width);
  const llrOf = (rare: number) => Math.min(LLR_BOUND, Math.log((1 - rare) / rare));
  const { pair } = decodingGraph(code);
  for (const [n, each] of all.entries()) {
    const rare = Math.min(each, 1 - each);
    const { bytes, share } = sampledShare(rare);
    mechanisms.set([bytes, share], 2 * n);
    if (pair === undefined) priors[width * n + width - 1] = llrOf(rare);
  }
  if (pair === undefined) return { mechanisms, priors, coupling: new Float32Array(0) };
  const [px, py, pz] = pauliProbabilities(code.model, point);
  // A qubit's X and Z error each occur with two of the three Pauli operators.
  const [llrX, llrZ] = [llrOf(px + py), llrOf(pz + py)];
  const llrs = [(a: number) => llrX * oneBits(a), (a: number) => llrZ * oneBits(pair.qubitsOf[a])].map((of) =>
    Float32Array.from({ length: width }, (_, i) => of(i + field.q - width)),
  );
  for (let symbol = 0; symbol < columns; symbol++) priors.set(llrs[symbol < columns / 2 ? 0 : 1], width * symbol);
  return { mechanisms, priors, coupling: Float32Array.of(1 - px - py - pz, px, pz, py) };
}

/** Probabilities of X, Y and Z on a qubit of a pair of codes. @throws InputError as `noiseScale`. */
function pauliProbabilities(model: ModelCode["model"], point?: NoisePoint): readonly number[] {
  const p = noiseScale(model, point);
  const shares = point !== undefined && "p" in point ? point.pauli : undefined;
  return shares === undefined ? [p / 3, p / 3, p / 3] : shares.map((share) => share * p);
}

function oneBits(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left &= left - 1) count++;
  return count;
}
