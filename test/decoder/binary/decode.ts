import { decoderProgram } from "../../../src/decoder/decoder.ts";
import type { DecoderProgram } from "../../../src/decoder/decoder-program.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine, PreparedProgram } from "../../../src/engine/engine.ts";

import { formatOracle } from "../../oracle/formats.ts";
import { runParameters } from "../../run-parameters.ts";
import { type Frame, inputsOf } from "./frames.ts";

/** Outputs of a decoder for a frame. */
export interface Decoded {
  readonly decision: number[];
  /** By symbol, in LLR, or in steps with int8. */
  readonly posterior: number[];
  /** By iteration. Without early termination only the last entry counts. */
  readonly unsatisfied: boolean[];
}

const shortNumber = (word: number, lane: number) => (word << (16 - 16 * lane)) >> 16;

/** Initial value of slots without a frame, which a run must not change. */
const UNTOUCHED = 7;

/**
 * Runs a decoder on an engine with one unused slot.
 * @throws Error if the run writes the decision of the unused slot.
 */
export async function decodeOn(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  frames: readonly Frame[],
  withSyndrome: boolean,
): Promise<Decoded[]> {
  const program = decoderProgram(code, spec, engine.limits, { syndrome: withSyndrome });
  const prepared = await engine.prepare(program, frames.length + 1);
  const { columns } = code.matrix;
  prepared.write("decision", new Uint32Array((frames.length + 1) * columns).fill(UNTOUCHED));
  const outputs = [
    { buffer: "decision", elements: (frames.length + 1) * columns },
    { buffer: "unsatisfied", elements: frames.length * spec.iterations },
  ];
  const result = await prepared.run(runParameters({ frames: frames.length }), outputs, inputsOf(frames, withSyndrome));
  const posteriors = await readPosteriors(prepared, program, spec, frames.length);
  prepared.release();
  const [decision, unsatisfied] = result.outputs;
  if (decision.subarray(frames.length * columns).some((bit) => bit !== UNTOUCHED)) {
    throw new Error(`${engine.info.engine}: a slot without a frame was given a decision`);
  }
  return frames.map((_, f) => ({
    decision: Array.from(decision.subarray(f * columns, (f + 1) * columns)),
    posterior: posteriors[f],
    unsatisfied: Array.from({ length: spec.iterations }, (_, i) => unsatisfied[i * frames.length + f] === 1),
  }));
}

/**
 * Posteriors by symbol, in LLR, or in steps with int8. With frame interleaving they include all lanes of the words, otherwise all slots.
 * @param frames number of frames of the last run.
 */
export async function readPosteriors(
  prepared: PreparedProgram,
  { buffers, afterIterations: finish }: DecoderProgram,
  { options }: DecoderSpec,
  frames: number,
): Promise<number[][]> {
  const words = (await prepared.read("posteriors")) as Uint32Array;
  const symbol = buffers.symbol.data as Uint32Array;
  const format = options.messages === undefined ? "int8" : String(options.messages);
  const isShort = finish.some(({ variant }) => variant?.imports?.lanes?.endsWith("-shorts"));
  const number = isShort ? shortNumber : formatOracle(format).number;
  const { length, interleave = 1 } = buffers.posteriors;
  const frameInterleaved = finish.some(({ constants }) => constants.FRAME_INTERLEAVED === 1);
  const count = frameInterleaved ? Math.ceil(frames / interleave) : words.length / length;
  return Array.from({ length: count * interleave }, (_, f) => {
    const word = Math.floor(f / interleave);
    const posterior = new Array<number>(symbol.length);
    for (let n = 0; n < symbol.length; n++) {
      const at = frameInterleaved ? n * count + word : word * length + n;
      posterior[symbol[n]] = number(words[at], f % interleave);
    }
    return posterior;
  });
}
