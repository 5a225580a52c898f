import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { runParameters } from "../../run-parameters.ts";
import { expectSameElements } from "../../same-elements.ts";
import { oracleOf } from "../oracle.ts";
import { spec } from "../specs.ts";
import { noisyFrames } from "../words.ts";

export interface DecodingCase {
  readonly matrix: ParityCheckMatrix;
  /** Decoder spec without iterations. */
  readonly words: string;
  readonly seed: number;
  readonly frames?: number;
  readonly iterations?: number;
  /** Any words and their syndromes. */
  readonly withSyndrome?: boolean;
  /** LLRs are multiples of it. */
  readonly grid?: number;
}

/**
 * Expects of whole decodings that WGSL, twin and textbook agree on every decision and on every iteration's checks.
 * @returns iterations that each frame took.
 */
export async function expectDecodings(
  engines: readonly Engine[],
  { matrix, words, seed, frames: count = 6, iterations = 4, withSyndrome = false, grid }: DecodingCase,
): Promise<number[]> {
  const how = spec(`${words} iterations=${iterations}`);
  const frames = noisyFrames(matrix, { count, seed, withSyndrome, grid });
  const results = frames.map(oracleOf(matrix, how, withSyndrome));
  const unsatisfied = Array.from({ length: iterations }, (_, i) =>
    // Without early termination the last iteration alone counts.
    results.map((result) => Number((how.stop === "syndrome" || i === iterations - 1) && result.unsatisfied[i])),
  );
  for (const engine of engines) {
    const program = decoderProgram({ matrix }, how, engine.limits, { syndrome: withSyndrome });
    const prepared = await engine.prepare(program, count + 1);
    const outputs = [
      { buffer: "decision", elements: count * matrix.columns },
      { buffer: "unsatisfied", elements: count * iterations },
    ];
    const inputs = {
      channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr.flat())),
      ...(withSyndrome ? { syndrome: Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome)) } : {}),
    };
    // Twice: what a run leaves behind must not reach the next.
    for (const run of ["first", "second"]) {
      const result = await prepared.run(runParameters({ frames: count }), outputs, inputs);
      const what = `${engine.info.engine}, GF(${matrix.field.q}), ${words}, ${run} run`;
      expectSameElements(
        result.outputs[0],
        results.flatMap(({ decision }) => decision),
        `${what}: decision`,
      );
      expectSameElements(result.outputs[1], unsatisfied.flat(), `${what}: unsatisfied`);
    }
    prepared.release();
  }
  return results.map((result) => result.iterations);
}
