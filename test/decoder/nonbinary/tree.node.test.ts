import { describe, expect, it } from "vitest";
import { type ParityCheckMatrix, parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { itInCi, nested, sweep } from "../../sweep.ts";
import { oracleOf } from "../oracle.ts";
import { spec } from "../specs.ts";
import { noisyFrames } from "../words.ts";
import { everyCheckDegree, everyVariableDegree, regular } from "./graphs.ts";
import { runFrames } from "./run-frames.ts";

// GPU, CPU and the textbook agree bit for bit on the decisions, checks and messages of mapping=tree.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];

interface TreeCase {
  readonly matrix: ParityCheckMatrix;
  readonly words?: string;
  readonly frames?: number;
  readonly iterations?: number;
  readonly withSyndrome?: boolean;
  readonly on?: readonly Engine[];
}

async function expectTree(given: TreeCase) {
  const { matrix, words = "", frames: count = 5, iterations = 4, withSyndrome = false, on = both() } = given;
  const { q } = matrix.field;
  const how = spec(`min-max mapping=tree iterations=${iterations} ${words}`);
  const frames = noisyFrames(matrix, { count, seed: q + count, withSyndrome });
  const results = frames.map(oracleOf(matrix, how, withSyndrome));
  const unsatisfied = Array.from({ length: iterations }, (_, i) =>
    results.map((result) => Number((how.stop === "syndrome" || i === iterations - 1) && result.unsatisfied[i])),
  );
  const edges = matrix.variable.length;
  for (const engine of on) {
    await runFrames(
      engine,
      { matrix, how, frames, withSyndrome },
      async ({ decision, unsatisfied: marked, read }, run) => {
        const what = `${engine.info.engine}, GF(${q}), ${words}, ${run}`;
        expectSameElements(
          decision,
          results.flatMap((result) => result.decision),
          `${what}: decision`,
        );
        expectSameElements(marked, unsatisfied.flat(), `${what}: unsatisfied`);
        const messages = (await read("messages")) as Float32Array;
        for (const [frame, result] of results.entries()) {
          const half = (2 * frame + ((result.iterations - 1) & 1)) * (edges + 1) * q;
          const sent = messages.slice(half, half + edges * q);
          expectSameElements(sent, result.toVariable.flat(2), `${what}: messages of frame ${frame}`);
        }
      },
    );
  }
  return results.map((result) => result.iterations);
}

const FIELDS = [8, 2, 4, 16, 32, 64, 128, 256];

function treeCases(q: number): { few: TreeCase[]; every: TreeCase[] } {
  const iterations = q > 32 ? 2 : 5;
  const cases: TreeCase[] = [
    { matrix: regular(q), frames: q > 32 ? 3 : 11, iterations },
    { matrix: everyVariableDegree(q), words: "stop=none", frames: 1, iterations, withSyndrome: true },
  ];
  // Kernels over larger fields take seconds to compile, so graphs alternate between these fields.
  return { few: q > 8 ? [cases[Math.log2(q) % 2]] : cases, every: cases };
}

it.each(nested(FIELDS, treeCases, 6))("over GF(%i)", async (q, cases) => {
  // A device in software compiles a graph for a second, so it has a small and a large field.
  const on = q === 8 || q === 64 ? both() : [engines.cpu];
  for (const each of cases) await expectTree({ ...each, on });
});

it.each(sweep({ few: [4, 32], every: [4, 2, 8, 16, 32, 64] }, 2))("checks of every degree over GF(%i)", async (q) => {
  const on = q === 4 ? both() : [engines.cpu];
  await expectTree({ matrix: everyCheckDegree(q), frames: 3, iterations: 2, withSyndrome: true, on });
});

itInCi("stops each frame at its own iteration", async () => {
  const iterations = await expectTree({ matrix: regular(8), frames: 31, iterations: 9, on: [engines.cpu] });
  expect(new Set(iterations).size).toBeGreaterThan(2);
});

const IN_STEPS: [messages: string, q: number][] = [
  ["levels16 step=0.5", 32],
  ["levels8 step=1", 8],
  ["levels32 step=0.25", 4],
  ["levels16 step=0.5", 2],
];
// Kernels take most of the time to compile, so fields have one of the two irregular graphs.
const graphsInSteps = ([, q]: (typeof IN_STEPS)[number]) => ({
  few: [regular, q === 32 || q === 4 ? everyVariableDegree : everyCheckDegree],
  every: [regular, everyVariableDegree, everyCheckDegree],
});
it.each(nested(IN_STEPS, graphsInSteps).map(([[messages, q], graphs]) => [messages, q, graphs] as const))(
  "in whole numbers of steps, messages=%s over GF(%i)",
  async (messages, q, graphs) => {
    for (const graph of graphs) {
      const words = `messages=${messages}${graph === regular ? "" : " stop=none"}`;
      const size = graph === regular ? { frames: 11, iterations: 5 } : { frames: 3, iterations: 2, withSyndrome: true };
      const on = q === 4 ? both() : [engines.cpu];
      const iterations = await expectTree({ matrix: graph(q), words, ...size, on });
      if (graph === regular) expect(new Set(iterations).size).toBeGreaterThan(1);
    }
  },
);

itInCi("does one iteration", async () => {
  for (const stop of ["syndrome", "none"]) {
    await expectTree({ matrix: regular(4), words: `stop=${stop}`, iterations: 1, on: [engines.cpu] });
  }
});

describe("the plan", () => {
  const device = { workgroupBytes: 32768, workgroupSize: 1024, software: false };
  const planOf = (words: string, matrix: ParityCheckMatrix, limits: typeof device, frames?: number) =>
    decoderProgram({ matrix }, readDecoder(words), limits, { frames }).plan.join("; ");

  it("makes the products of a check of degree 6 in three rounds", () => {
    const matrix = parityCheckMatrix(galoisField(32), 6, [[0, 1, 2, 3, 4, 5].map((n): [number, number] => [n, n + 1])]);
    expect(planOf("min-max", matrix, device, 1)).toContain("a tree of products, 6 at a time");
    const { check_start } = decoderProgram({ matrix }, readDecoder("min-max"), device, { frames: 1 }).buffers;
    expect(check_start.data?.slice(2, 10), "first rounds of degrees 0 to 7").toEqual(
      Uint32Array.of(0, 0, 0, 0, 0, 0, 0, 3),
    );
  });

  it("is for few frames of f32 and of levels", () => {
    const matrix = regular(32);
    const tree = "a tree of products";
    expect(planOf("min-max messages=levels16 step=0.5", matrix, device, 31)).toContain(
      "16 levels of 0.5, in f32; a tree",
    );
    expect(planOf("min-max messages=levels16 step=0.5", matrix, device, 32)).not.toContain(tree);
    expect(planOf("min-max messages=levels16 step=0.5 schedule=layered", matrix, device, 1)).not.toContain(tree);
    expect(planOf("min-max messages=int12", matrix, device, 1)).not.toContain(tree);
    expect(() => planOf("min-max mapping=tree messages=int12", matrix, device, 1)).toThrow(
      "mapping=tree is for schedule=flooding and not for messages=int12",
    );
    expect(() => planOf("min-max mapping=symbols messages=levels8", matrix, device, 1)).toThrow(
      "mapping=symbols is for schedule=flooding messages=f32",
    );
  });

  it("falls back to the paper's mapping where a check does not fit a workgroup", () => {
    const matrix = everyCheckDegree(256);
    expect(planOf("min-max", matrix, device, 1)).toContain("an invocation for each field element");
    expect(() => planOf("min-max mapping=tree", matrix, device, 1)).toThrow("use mapping=auto");
  });

  it("takes a row at a time where a workgroup has no more invocations", async () => {
    const { plan } = decoderProgram({ matrix: regular(64) }, readDecoder("min-max mapping=tree"), {
      ...device,
      workgroupSize: 64,
    });
    expect(plan.join("; ")).toContain("a tree of products, 1 at a time");
  });
});
