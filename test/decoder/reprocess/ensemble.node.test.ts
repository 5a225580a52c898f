import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { ALL } from "../../sweep.ts";
import { smallCodes } from "../binary/codes.ts";
import { FRAME_KINDS, inputsOf, randomFrames } from "../binary/frames.ts";
import { oracleOf } from "../binary/oracle.ts";

// Frames that fail are decoded again by the other members of an ensemble, each with its own random orders and values, on both engines as by the
// oracle's members one after the other.
const engines = bothEngines();
const codes = smallCodes();

const CASES = [
  ["min-sum schedule=layered layers=rows order=random iterations=2 mapping=streaming", "Z = 5 with degree-1 variables"],
  ["normalised-min-sum schedule=layered order=random(3) messages=int12 iterations=2", "unstructured"],
  ["min-sum messages=int8 variable=memory gamma=uniform(-0.3,0.9) gamma-seed=2 iterations=3", "Z = 32"],
  [
    "min-sum schedule=layered messages=int12 variable=memory gamma=uniform(-0.3,0.9) order=random edge=damped iterations=2 mapping=resident",
    "accumulator, one absent",
  ],
] as const;

/** Σ |LLR| over the symbols that differ from the channel's decision. */
function costOf(llr: readonly number[], word: readonly number[]): number {
  return llr.reduce((sum, value, n) => sum + (Number(value < 0) === word[n] ? 0 : Math.abs(value)), 0);
}

describe.each(CASES.flatMap(([words, name]) => ["first", "lightest"].map((pick) => [words, name, pick] as const)))(
  "%s, %s, the %s word",
  (words, name, pick) => {
    const withSyndrome = words.includes("int12");
    const code = codes[name];
    const spec = readDecoder(`${words} reprocess=ensemble ensemble=5 pick=${pick}`);
    const frames = randomFrames(code.matrix, (ALL ? 8 : 4) * FRAME_KINDS.length, 9, withSyndrome);
    const members = Array.from({ length: 5 }, (_, k) => oracleOf(code, spec, withSyndrome, undefined, k));
    const decodings = frames.map((frame) => {
      const all = members.map((decode) => decode(frame));
      const hasWord = all.map(({ unsatisfied, iterations }) => !unsatisfied[iterations - 1]);
      const found = all.flatMap(({ decision }, k) =>
        hasWord[k] ? [{ decision, k, cost: costOf(frame.llr, decision) }] : [],
      );
      if (hasWord[0]) return { words: [all[0].decision], satisfied: true, tests: 0 };
      if (found.length === 0) return { words: [all[0].decision], satisfied: false, tests: 4 };
      if (pick === "first") return { words: [found[0].decision], satisfied: true, tests: found[0].k };
      // f32 cannot distinguish words of nearly equal costs.
      const least = Math.min(...found.map(({ cost }) => cost)) * (1 + 2 ** -18);
      return {
        words: found.filter(({ cost }) => cost <= least).map(({ decision }) => decision),
        satisfied: true,
        tests: 4,
      };
    });

    it("has frames that another member decodes, and frames that none decodes", () => {
      expect(decodings.filter(({ tests, satisfied }) => tests > 0 && satisfied).length).toBeGreaterThan(0);
      expect(decodings.some(({ satisfied }) => !satisfied)).toBe(true);
    });

    it.each(["cpu", "gpu"] as const)("%s", async (on) => {
      const engine = engines[on];
      const count = frames.length;
      const { columns } = code.matrix;
      const program = decoderProgram(code, spec, engine.limits, { syndrome: withSyndrome, frames: count });
      const prepared = await engine.prepare(program, count);
      const { outputs } = await prepared.run(
        runParameters({ frames: count }),
        [
          { buffer: "decision", elements: count * columns },
          { buffer: "unsatisfied", elements: count * spec.iterations },
          { buffer: "tests", elements: count },
        ],
        inputsOf(frames, withSyndrome),
      );
      prepared.release();
      const [decision, unsatisfied, tests] = outputs;
      decodings.forEach((expected, f) => {
        expect(expected.words, `frame ${f}`).toContainEqual([...decision.subarray(f * columns, (f + 1) * columns)]);
        expect(unsatisfied[(spec.iterations - 1) * count + f], `frame ${f}`).toBe(expected.satisfied ? 0 : 1);
        expect(tests[f], `frame ${f}: decodings`).toBe(expected.tests);
      });
    });
  },
);

it("is refused where its decoders would be the same", () => {
  const limits = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const read = (words: string) =>
    decoderProgram(codes["Z = 32"], readDecoder(`min-sum ${words} reprocess=ensemble`), limits);
  for (const words of ["", "schedule=layered", "variable=memory gamma=0.5"])
    expect(() => read(words)).toThrow("reprocess=ensemble: all its decoders would be the same");
});
