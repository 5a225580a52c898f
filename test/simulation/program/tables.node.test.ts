import { describe, expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import type { ChannelTables } from "../../../src/channel/table/channel-tables.ts";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { BITS, SYMBOLS } from "../../channel/table/example-tables.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { spec } from "../../decoder/specs.ts";
import { bothEngines } from "../../engines.ts";
import { runBatch } from "../run-batch.ts";

const engines = bothEngines();
const FRAMES = 40;

/** Runs a batch of frames over a table. */
function batch(engine: Engine, code: Code, decoder: string, table: ChannelTables) {
  const point = channelPoint("at", table.tables![0].at, undefined, table);
  return runBatch(engine, { code, decoder, point, frames: FRAMES, received: "outputs" });
}

const binary = codeOf(randomMatrix(galoisField(2), Array(20).fill(4), 40, 3));
const quaternary = codeOf(randomMatrix(galoisField(4), [4, 4, 3, 4], 8, 1));
const information = codeEncoder(binary).informationPositions;
/** A code with two positions that are not sent. */
const unsent: Code = {
  ...binary,
  punctured: Uint32Array.of(information[1]),
  shortened: Uint32Array.of(information[0]),
};

describe.each([
  ["bits", unsent, "sum-product iterations=4", BITS],
  ["bits of symbols", quaternary, "min-max iterations=4", BITS],
  ["symbols", quaternary, "min-max iterations=4", SYMBOLS],
] as const)("a frame over a table of %s", (_, code, decoder, table) => {
  it("is received and counted alike on GPU and CPU, with the LLRs of float64", async () => {
    const [gpu, cpu] = [engines.gpu, engines.cpu].map((engine) => batch(engine, code, decoder, table));
    const { counters, codeword, received: outputs, llr } = await cpu;
    expect(await gpu).toEqual({ counters, codeword, received: outputs, llr });
    expect(counters[0]).toBe(FRAMES);
    expect(counters[1]).toBeGreaterThan(0);
    const { q, p } = code.matrix.field;
    const n = code.matrix.columns;
    const [{ probabilities }] = table.tables!;
    const uses = outputs.length / codeword.length;
    codeword.forEach((_sent, i) => {
      const received = outputs.slice(uses * i, uses * (i + 1));
      if (q === 2) {
        const position = i % n;
        const expected = code.punctured?.includes(position)
          ? 0
          : code.shortened?.includes(position)
            ? 2 ** 20
            : Math.log(probabilities[0][received[0]] / probabilities[1][received[0]]);
        expect(llr[i]).toBeCloseTo(expected, 5);
        return;
      }
      const likelihoods = Array.from({ length: q }, (_, a) => {
        const bits = Array.from({ length: p }, (_, b) => probabilities[(a >> b) & 1]?.[received[b]]);
        return uses === 1 ? probabilities[a][received[0]] : bits.reduce((product, one) => product * one, 1);
      });
      const most = Math.max(...likelihoods);
      likelihoods.forEach((likelihood, a) => {
        expect(llr[q * i + a]).toBeCloseTo(Math.min(1024, Math.log(most / likelihood)), 3);
      });
    });
  });
});

it("the all-zero word is refused, because its errors are those of one input", () => {
  const point = channelPoint("at", 1, undefined, BITS);
  expect(() => monteCarloProgram(binary, spec("min-sum"), "zero", engines.cpu.limits, point)).toThrow(
    "the all-zero word over a channel of tables has the errors of one input alone: leave out --codeword zero",
  );
});
