import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { toCheckDomain } from "../../oracle/check-node/check-domain.ts";
import type { TextbookDecoding } from "../../oracle/textbook-decoder.ts";
import { expectSameElements } from "../../same-elements.ts";
import { oracleOf } from "../oracle.ts";
import { spec } from "../specs.ts";
import { noisyFrames } from "../words.ts";
import { runFrames } from "./run-frames.ts";
import { type Format, formatOn, storedValues } from "./stored.ts";

export interface DecodingCase {
  readonly matrix: ParityCheckMatrix;
  /** Decoder spec without the number of iterations. */
  readonly words: string;
  readonly seed: number;
  readonly frames?: number;
  readonly iterations?: number;
  /** Whether the sent words are random words with syndromes, not codewords. */
  readonly withSyndrome?: boolean;
  /** LLRs are multiples of this number. */
  readonly grid?: number;
  /** LLRs are below this number. */
  readonly bound?: number;
  /** Uses a GPU's tile sizes instead of a software device's. */
  readonly likeGpu?: boolean;
  /** Constants that replace the values of kernels that have them. */
  readonly constants?: KernelConstants;
  /** Number of frames that use a message slot one after the other. Default 1. */
  readonly refills?: number;
}

/**
 * Expects GPU, CPU and textbook to agree bit for bit on every decision and on the checks of every iteration of whole decodings. Without
 * early termination frames keep their slots, and the last messages from checks to variables and the posteriors of layered decoders must be
 * equal too.
 * @returns the number of iterations of each frame.
 */
export async function expectDecodings(engines: readonly Engine[], given: DecodingCase): Promise<number[]> {
  const { matrix, words, seed, frames: count = 6, iterations = 4, withSyndrome = false, grid, bound } = given;
  const how = spec(`${words} iterations=${iterations}`);
  const frames = noisyFrames(matrix, { count, seed, withSyndrome, grid, bound });
  const results = frames.map(oracleOf(matrix, how, withSyndrome));
  const testsAll = how.stop === "syndrome" || how.options.mapping === "symbols";
  const unsatisfied = Array.from({ length: iterations }, (_, i) =>
    // Without early termination only the last iteration counts, but in the paper's mapping, which tests in any case.
    results.map((result) => Number((testsAll || i === iterations - 1) && result.unsatisfied[i])),
  );
  for (const engine of engines) {
    await runFrames(
      engine,
      { ...given, how, frames },
      async ({ decision, unsatisfied: marked, read, kernels }, run) => {
        const what = `${engine.info.engine}, GF(${matrix.field.q}), ${words}, ${run}`;
        const decided = results.flatMap((result) => result.decision);
        expectSameElements(decision, decided, `${what}: decision`);
        expectSameElements(marked, unsatisfied.flat(), `${what}: unsatisfied`);
        if (testsAll) return;
        for (const [buffer, { format, vectors }] of Object.entries(lastVectors(matrix, how, results))) {
          const stored = (await read(buffer)) as Uint32Array;
          const isPacked = kernels.includes("nonbinary/variable-grid");
          const values = storedValues(stored, isPacked ? "gridPairs" : formatOn(engine, format), {
            vectors: vectors.length,
            q: matrix.field.q,
            frames: count,
          });
          const [actual, expected] = [values, vectors].map((all) =>
            all.flat(2).map((value) => Math.min(value, alike(engine, format))),
          );
          expectSameElements(actual, expected, `${what}: ${buffer}`);
        }
      },
    );
  }
  return results.map((result) => result.iterations);
}

/** The number from which values may differ: a CPU has posteriors of levels in 16 bits, and symbols with so large costs have no effect. */
function alike({ info }: Engine, format: Format): number {
  return info.engine === "cpu" && format.startsWith("lanes") ? 2 ** 13 : Number.POSITIVE_INFINITY;
}

/** Final contents of the buffers by the textbook's algorithm, [vector][frame][symbol]. */
export function lastVectors(
  matrix: ParityCheckMatrix,
  { rule, options }: DecoderSpec,
  results: readonly TextbookDecoding[],
): Record<string, { readonly format: Format; readonly vectors: number[][][] }> {
  const messagesFormat = String(options.messages ?? "f32").replace(/^int[5-8]$/, "f32");
  const sliced = rule === "trellis-min-max" || options.mapping === "sliced";
  const format = (sliced ? messagesFormat.replace("levels", "sliced") : messagesFormat) as Format;
  const messages = Array.from({ length: matrix.rows }, (_, m) =>
    rowEntries(matrix, m).map(([, h], i) =>
      results.map(({ toVariable }) => toCheckDomain(matrix.field, h, toVariable[m][i])),
    ),
  );
  const check_to_variable = { format, vectors: messages.flat() };
  if (options.schedule !== "layered") return { check_to_variable };
  const posteriors: { format: Format; vectors: number[][][] } = {
    format: format.startsWith("int")
      ? format
      : format.startsWith("levels")
        ? (format.replace("levels", "lanes") as Format)
        : "f32",
    vectors: Array.from({ length: matrix.columns }, (_, n) => results.map(({ posterior }) => posterior[n])),
  };
  return { check_to_variable, posteriors };
}
