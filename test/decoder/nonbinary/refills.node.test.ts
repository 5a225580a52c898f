import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { bufferElements } from "../../../src/gpu/program.ts";
import { bothEngines } from "../../engines.ts";
import { isExact } from "../../oracle/rules.ts";
import { expectSameElements } from "../../same-elements.ts";
import { sweep } from "../../sweep.ts";
import { spec } from "../specs.ts";
import { noisyFrames } from "../words.ts";
import { everyVariableDegree, regular } from "./graphs.ts";
import { runFrames } from "./run-frames.ts";

// Frames that refill the slots of done frames decode as if all frames had slots.
const engines = bothEngines();

const DECODERS: [q: number, words: string][] = [
  [4, "min-max messages=int12"],
  [8, "min-max messages=levels8 step=1"],
  [8, "min-max messages=levels32 mapping=sliced"],
  [16, "trellis-min-max"],
  [8, "qspa messages=bf16"],
  [4, "ems messages=int12"],
];

it.each(sweep(DECODERS, 6))("over GF(%i), %s", async (q, words) => {
  const matrix = everyVariableDegree(q);
  const withSyndrome = q === 8;
  const grid = words.includes("levels") ? 2 ** -10 : 2 ** -40;
  // Several words. The last word is not full.
  const isSliced = words.includes("levels32") || words.startsWith("trellis-min-max messages=levels");
  const frames = noisyFrames(matrix, { count: isSliced ? 170 : 23, seed: q, grid, withSyndrome });
  const how = spec(
    `${words} iterations=5${words.includes("mapping") || !words.startsWith("min-max") ? "" : " mapping=frames"}`,
  );
  let reference: number[] | undefined;
  // A device has every fourth decoder.
  const isOnDevice = DECODERS.findIndex(([, each]) => each === words) % 4 === 0;
  for (const engine of isOnDevice ? [engines.cpu, engines.gpu] : [engines.cpu]) {
    // Kernels take most of the time to compile, and a device has others for each number of refills. It decodes as the CPU engine does, but
    // for rules with a tolerance.
    const found = reference !== undefined && isExact(how.rule) ? [reference] : [];
    for (const refills of engine === engines.cpu ? [1, 8] : [1, 3].slice(found.length)) {
      await runFrames(engine, { matrix, how, frames, withSyndrome, refills }, ({ decision, unsatisfied }) => {
        found.push([...decision, ...unsatisfied]);
      });
    }
    reference ??= found[0];
    for (const other of found) expectSameElements(other, found[0]);
    const last = found[0].slice(frames.length * (matrix.columns + how.iterations - 1));
    expect(new Set(last), "some frames fail and some do not").toEqual(new Set([0, 1]));
  }
});

describe("is chosen", () => {
  const GPU = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const isRefilled = (words: string, frames?: number, limits = GPU) =>
    decoderProgram({ matrix: regular(8) }, readDecoder(words), limits, { frames }).plan.some((text) =>
      text.startsWith("messages of 1/4 of the frames"),
    );

  it("on a GPU, for many frames that may take many iterations", () => {
    for (const words of ["min-max", "min-max messages=levels16", "trellis-min-max", "qspa", "ems"]) {
      expect(isRefilled(`${words} iterations=20`), words).toBe(true);
      expect(isRefilled(`${words} iterations=20`, 4096), words).toBe(true);
      expect(isRefilled(`${words} iterations=20`, 4095), words).toBe(false);
      expect(isRefilled(`${words} iterations=19`), words).toBe(false);
      expect(isRefilled(`${words} iterations=20`, 4096, { ...GPU, software: true }), words).toBe(false);
    }
  });

  it("not where all do all iterations, or no few words are left at last", () => {
    expect(isRefilled("min-max iterations=50 stop=none")).toBe(false);
    expect(isRefilled("qspa iterations=50 schedule=layered")).toBe(false);
    expect(isRefilled("min-max iterations=50 messages=levels32")).toBe(false);
  });

  it("has variables send the first messages, which checks of other decoders on a GPU read from the channel", () => {
    const starts = (words: string, request: { readonly refills?: number }, limits = GPU) => {
      const { start } = decoderProgram({ matrix: regular(8) }, readDecoder(words), limits, request);
      return start.flatMap(({ variant, buffers }) =>
        variant?.imports?.messages === "nonbinary/schedules/flooding-start" && buffers.includes("channel") ? [1] : [],
      );
    };
    for (const words of ["min-max messages=int12", "qspa messages=bf16", "ems", "trellis-min-max"]) {
      expect(starts(words, {}), words).toEqual([1]);
      expect(starts(words, { refills: 4 }), words).toEqual([]);
      expect(starts(words, {}, { ...GPU, software: true }), words).toEqual([]);
    }
    expect(starts("min-max messages=levels16", {})).toEqual([]);
  });

  it("makes room for the messages of these slots only", () => {
    const buffers = (refills: number) =>
      decoderProgram({ matrix: regular(8) }, readDecoder("qspa"), GPU, { refills }).buffers;
    for (const name of ["check_to_variable", "variable_to_check"]) {
      expect(bufferElements(buffers(3)[name], 300)).toBe(bufferElements(buffers(1)[name], 100));
    }
    expect(bufferElements(buffers(3).channel_llr, 300)).toBe(bufferElements(buffers(1).channel_llr, 300));
  });
});
