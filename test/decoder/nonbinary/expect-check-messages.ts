import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { toCheckDomain } from "../../oracle/check-node/check-domain.ts";
import { oracleFor } from "../../oracle/rules.ts";
import { runParameters } from "../../run-parameters.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { domainOf, withScale } from "../oracle.ts";
import { randomMatrix } from "../random-matrix.ts";
import { randomMessage } from "../reproductions/min-max-symbols/messages.ts";
import { spec } from "../specs.ts";
import { wordsOf } from "./words-of-symbols.ts";

export interface CheckMessagesCase {
  readonly q: number;
  /** Degrees of the checks. Every variable has one check, so that its first message is the channel's LLR. */
  readonly weights: readonly number[];
  /** Spec of a decoder with f32 or f16 messages. */
  readonly words: string;
  readonly seed: number;
  /** Whether every check has a random syndrome. */
  readonly withSyndrome?: boolean;
  /** Uses a GPU's tile sizes instead of a software device's. */
  readonly likeGpu?: boolean;
  /** The messages of each frame. Default: `FRAMES`. */
  readonly frames?: readonly FrameMessages[];
}

/** Messages of a frame: multiples of `grid` below `bound`. */
interface FrameMessages {
  readonly bound: number;
  readonly grid: number;
}

/** Messages on coarse grids, where many are equal, and messages so large that normalisation clips them. */
const FRAMES: readonly FrameMessages[] = [
  { bound: 6, grid: 1 },
  { bound: 32, grid: 2 ** -5 },
  { bound: 2 ** 11, grid: 1 },
];
/** Initial value of words that the dispatch must write. */
const UNTOUCHED = 0x12345678;

/** Expects GPU, CPU and oracle to agree bit for bit on the first message from each check to each of its variables. */
export async function expectCheckMessages(
  engines: readonly Engine[],
  { q, weights, words, seed, withSyndrome = false, likeGpu = false, frames = FRAMES }: CheckMessagesCase,
): Promise<void> {
  const given = spec(`${words} iterations=2`);
  const field = galoisField(q);
  const columns = weights.reduce((sum, weight) => sum + weight);
  const matrix = randomMatrix(field, weights, columns, seed);
  const how = withScale(given, matrix);
  const random = randomNumbers(seed);
  const rule = oracleFor(how.rule, "symbols").checkNode(how.options, 1);
  const domain = domainOf(how);
  const llr = frames.map(({ bound, grid }) =>
    Array.from({ length: columns }, () => randomMessage(random, q, bound, grid)),
  );
  const syndrome = frames.map(() => weights.map(() => (withSyndrome ? Math.floor(random() * q) : 0)));
  // Messages by edge, frame and symbol x = h·a.
  const expected: number[][][] = [];
  for (let m = 0; m < matrix.rows; m++) {
    const row = rowEntries(matrix, m);
    const values = row.map(([, h]) => h);
    const outputs = frames.map((_, frame) => {
      const nothing = new Array<number>(q).fill(domain.nothing);
      const inputs = row.map(([n]) => domain.without(domain.channel(llr[frame][n]), nothing).map(domain.toCheck));
      return rule(field, values, inputs, syndrome[frame][m]).map((message) => message.map(domain.toVariable));
    });
    for (const [i, h] of values.entries()) expected.push(outputs.map((output) => toCheckDomain(field, h, output[i])));
  }
  const format = how.options.messages === "f16" ? "f16" : "f32";
  for (const engine of engines) {
    const limits = likeGpu ? { ...engine.limits, software: false, simd: false } : engine.limits;
    const program = decoderProgram({ matrix }, how, limits, { syndrome: withSyndrome });
    // Checks of different degrees may have separate dispatches.
    const start = program.start.filter(({ kernel }) => /^nonbinary\/(pack|rules\/)/.test(kernel));
    const prepared = await engine.prepare({ ...program, start, iterate: [], afterIterations: [] }, frames.length);
    const stored = wordsOf(format, expected);
    prepared.write("channel_llr", Float32Array.from(llr.flat(2)));
    prepared.write("check_to_variable", new Uint32Array(stored.length).fill(UNTOUCHED));
    if (withSyndrome) prepared.write("syndrome", Uint32Array.from(syndrome.flat()));
    for (const dispatch of start) await prepared.runDispatch(dispatch, runParameters({ frames: frames.length }), 0);
    const result = await prepared.read("check_to_variable");
    prepared.release();
    expectSameElements(result, stored, `${engine.info.engine}, GF(${q}), ${words}`);
  }
}
