import { describe, expect, it } from "vitest";
import { readDecoder as spec } from "../../src/decoder/decoder.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomFrames } from "../decoder/binary/frames.ts";
import { oracleOf as binaryOracle } from "../decoder/binary/oracle.ts";
import { oracleOf } from "../decoder/oracle.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { noisyFrames } from "../decoder/words.ts";
import { bothEngines } from "../engines.ts";
import { expectSameElements } from "../same-elements.ts";
import { sweep } from "../sweep.ts";

const engines = bothEngines();
const bits = randomMatrix(galoisField(2), [4, 5, 4, 4, 5], 9, 2);
const symbols = randomMatrix(galoisField(8), [4, 4, 4, 4, 4, 4], 12, 8);

/** A device compiles each decoder for a second and has every other one. */
const enginesOf = (decoders: readonly string[], words: string): readonly Engine[] =>
  decoders.indexOf(words) % 2 === 0 ? [engines.cpu, engines.gpu] : [engines.cpu];

/** The LLR of a number 1 of a format. */
const STEP: Readonly<Record<string, number>> = { f32: 1, int12: 1 / 16, byte: 1 / 8 };

async function softOf(engine: Engine, matrix: typeof bits, words: string, llr: number[], syndromes?: number[]) {
  const options = { soft: true, syndromes: syndromes && Uint32Array.from(syndromes) };
  return decodeFrames(engine, { matrix }, spec(words), Float32Array.from(llr), options);
}

describe("soft output of bits", () => {
  const decoders = [
    "min-sum messages=f32 mapping=streaming",
    "min-sum messages=f32 mapping=frames stop=none",
    "offset-min-sum messages=int12 mapping=frames",
    "offset-min-sum messages=int8 mapping=streaming",
    "offset-min-sum messages=int8 schedule=layered mapping=resident",
    "min-sum messages=byte schedule=layered mapping=frames stop=none",
  ];
  it.each(sweep(decoders, 6))("is the posterior of the oracle: %s", async (words) => {
    const how = spec(`${words} iterations=4`);
    const frames = randomFrames(bits, 9, 3, false);
    const expected = frames.map(binaryOracle({ matrix: bits }, how, false));
    const step = STEP[String(how.options.messages)] ?? Number(how.options.step);
    for (const engine of enginesOf(decoders, words)) {
      const { soft, symbols: decided } = await softOf(
        engine,
        bits,
        `${words} iterations=4`,
        frames.flatMap(({ llr }) => llr),
      );
      expectSameElements(
        soft!,
        expected.flatMap(({ posterior }) => posterior.map((value) => step * value)),
        words,
      );
      soft!.forEach((llr, i) => {
        if (llr !== 0) expect(decided[i], `${words}: ${i}`).toBe(llr < 0 ? 1 : 0);
      });
    }
  });
});

describe("soft output of symbols", () => {
  const decoders = [
    "qspa",
    "min-max messages=f32",
    "min-max messages=int12 stop=none",
    "min-max messages=int12",
    "min-max messages=f32 schedule=layered",
    "min-max messages=int12 schedule=layered",
    "ems",
    "ems messages=int6 nm=4 schedule=layered",
    "ems messages=int8 nm=4",
    "qspa schedule=layered stop=none",
  ];
  it.each(sweep(decoders, 6))("is the oracle's posterior as costs: %s", async (words) => {
    const how = spec(`${words} iterations=4`);
    const withSyndrome = words.includes("stop=none");
    const frames = noisyFrames(symbols, { count: 7, seed: 4, withSyndrome, bound: 8 });
    const results = frames.map(oracleOf(symbols, how, withSyndrome));
    const isProbability = how.rule === "qspa";
    const step = how.options.messages === "int12" ? 1 / 8 : Number(how.options.step ?? 1);
    const costs = results.flatMap(({ posterior }) =>
      posterior.flatMap((vector) => {
        const likeliest = isProbability ? Math.max(...vector) : Math.min(...vector);
        return vector.map((value) =>
          isProbability ? Math.log(likeliest / value) : Math.fround(step * (value - likeliest)),
        );
      }),
    );
    for (const engine of enginesOf(decoders, words)) {
      const { soft, symbols: decided } = await softOf(
        engine,
        symbols,
        `${words} iterations=4`,
        frames.flatMap(({ llr }) => llr.flat()),
        withSyndrome ? frames.flatMap(({ syndrome }) => syndrome) : undefined,
      );
      if (isProbability) {
        // Costs up to the largest that f32 messages distinguish exactly.
        costs.forEach((cost, i) => {
          if (cost < 8) expect(Math.abs(soft![i] - cost), `${words}: ${i}`).toBeLessThan(0.05);
        });
      } else expectSameElements(soft!, costs, words);
      decided.forEach((symbol, i) => {
        expect(soft![8 * i + symbol]).toBe(0);
      });
    }
  });
});

it("is refused by decoders without it, with a remedy, and left out unless it is asked for", async () => {
  const llr = new Float32Array(symbols.columns * 8);
  for (const words of ["min-max messages=levels8", "min-max mapping=tree", "isrb-mlgd"]) {
    await expect(softOf(engines.cpu, symbols, words, [...llr]), words).rejects.toThrow(
      /has no soft output: choose a rule/,
    );
  }
  const frame = new Float32Array(bits.columns).fill(3);
  await expect(
    decodeFrames(engines.cpu, { matrix: bits }, spec("min-sum reprocess=eqml stages=2"), frame, { soft: true }),
  ).rejects.toThrow("has no soft output");
  expect(await decodeFrames(engines.cpu, { matrix: bits }, spec("min-sum"), frame)).not.toHaveProperty("soft");
});
