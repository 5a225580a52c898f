import { describe, expect, it } from "vitest";
import type { BaseMatrix } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { type RateMatchOptions, transmittedPositions } from "../../../src/code/rate-matching.ts";
import { specOptions } from "../../../src/decoder/option.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { decodeFrames } from "../../../src/engine/decode.ts";
import { packedDecoder } from "../../../src/engine/decode-packed.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { unlessRefused } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { bothEngines } from "../../engines.ts";
import { decodeSionna5g, type Sionna5gOptions } from "../../oracle/papers/sionna-5g.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { spec } from "../specs.ts";

// The decoder for few frames equals the tutorial's text bit for bit in decisions, iterations and satisfied checks. Equal decisions after
// every number of iterations imply equal sums.

const engines = bothEngines();

/** The engine with the decoder's form for hardware, in which several invocations share a check. */
const asHardware = (engine: Engine): Engine => ({ ...engine, limits: { ...engine.limits, software: false } });

type Macros = Pick<Sionna5gOptions, "unrollNodes" | "messageClip" | "accumulatorClip">;

const words = (
  iterations: number,
  stop: string,
  { unrollNodes = 4, messageClip = 127, accumulatorClip = 127 }: Macros,
) =>
  `sionna-5g-min-sum partial-sums=${unrollNodes} message-clip=${messageClip} accumulator-clip=${accumulatorClip} ` +
  `iterations=${iterations} stop=${stop}`;

/** int8 LLRs of whole words: codewords with little and much noise, random LLRs, and extreme values. */
function frames(code: Code, count: number): Int8Array[] {
  const random = randomNumbers(count);
  const int8 = (value: number) => Math.max(-127, Math.min(Math.round(value), 127));
  const encoder = codeEncoder(code);
  const sent = transmittedPositions(code);
  const noisy = (amplitude: number, deviation: number) => {
    const word = encoder.encode(Array.from({ length: encoder.k }, () => Math.floor(2 * random())));
    const noise = () => random() + random() + random() + random() - 2;
    return (n: number) => int8(amplitude * (1 - 2 * word[n]) + deviation * noise());
  };
  const kinds = [
    () => noisy(20, 14),
    () => () => Math.floor(255 * random()) - 127,
    () => noisy(40, 60),
    () => () => (random() < 0.5 ? 127 : -127),
    () => noisy(127, 300),
  ];
  return Array.from({ length: count }, (_, i) => {
    const llr = new Int8Array(code.matrix.columns);
    for (const position of code.shortened ?? []) llr[position] = 127;
    const value = kinds[i % kinds.length]();
    for (const n of sent) llr[n] = value(n);
    return llr;
  });
}

const joined = (all: readonly Int8Array[]) => Int8Array.from(all.flatMap((one) => [...one]));

/** The tutorial's packed bytes, first bit highest, as words with the first bit lowest. */
function wordsOf(packed: Uint8Array, n: number): Uint32Array {
  const bits = new Uint32Array(Math.ceil(n / 32));
  for (let i = 0; i < n; i++) bits[i >> 5] |= ((packed[i >> 3] >> (7 - (i & 7))) & 1) << (i & 31);
  return bits;
}

/**
 * Decodes on an engine and expects the tutorial's result after the given iterations. With early termination it expects the result after the
 * first iteration that converges.
 */
async function expectTutorial(
  engine: Engine,
  code: Code,
  received: readonly Int8Array[],
  most: number,
  stop: string,
  macros: Macros = {},
) {
  const base = code.base as BaseMatrix;
  const n = code.matrix.columns;
  const decoder = packedDecoder(engine, code, spec(words(most, stop, macros)));
  try {
    const { bits, iterations, converged } = await decoder.decode(joined(received));
    const length = bits.length / received.length;
    for (const [f, llr] of received.entries()) {
      const after = (count: number) => decodeSionna5g(base, [...llr], count, macros);
      let count = stop === "none" ? most : 1;
      while (count < most && !after(count).satisfied) count++;
      const { packed, satisfied } = after(count);
      const what = `frame ${f}, ${most} iterations, stop=${stop}`;
      expect([iterations[f], converged[f]], what).toEqual([count, satisfied ? 1 : 0]);
      expectSameElements(bits.subarray(f * length, (f + 1) * length), wordsOf(packed, n), what);
    }
    return { iterations, converged };
  } finally {
    decoder.release();
  }
}

const CASES: readonly [name: string, options: RateMatchOptions, frames: number, iterations: readonly number[]][] = [
  ["nr-bg1-z2", {}, 5, [1, 2, 3, 4, 5, 6]],
  ["nr-bg2-z2", { rows: 13 }, 3, [1, 2, 7]],
  ["nr-bg1-z36", { rows: 21, fillers: 1 }, 3, [1, 4, 13]],
  ["nr-bg2-z36", { rows: 4, fillers: 50 }, 5, [2, 20]],
  ["nr-bg1-z384", {}, 1, [1, 8]],
];

describe.each(["cpu", "gpu"] as const)("few frames on the %s engine", (name) => {
  const form = (turn: number) => (turn % 2 === 0 ? asHardware(engines[name]) : engines[name]);

  it.each(name === "gpu" ? CASES.slice(1, 2) : CASES)("%s, %j: all iterations", async (code, options, count, tried) => {
    const matched = loadCode(code, options);
    const received = frames(matched, count);
    // A device compiles a decoder of each form, for seconds.
    for (const [i, iterations] of (name === "gpu" ? tried.slice(-2) : tried).entries()) {
      await expectTutorial(form(i), matched, received, iterations, "none");
    }
  });

  it("ends early with the first decision that satisfies the checks", async () => {
    const code = loadCode("nr-bg2-z8", { rows: 20, fillers: 5 });
    const received = frames(code, 10);
    const ends = await Promise.all(
      [1, 2, 12].map((most, i) => expectTutorial(form(i), code, received, most, "syndrome")),
    );
    expect(new Set(ends[2].iterations).size).toBeGreaterThan(2);
    expect(new Set(ends[2].converged).size).toBe(2);
  });

  const together = { messageClip: 31, accumulatorClip: 40, unrollNodes: 1 };
  it.each(name === "cpu" ? [{ messageClip: 15 }, together] : [together])("with %j", async (macros) => {
    const code = loadCode("nr-bg2-z8");
    await expectTutorial(form(0), code, frames(code, 5), 4, "none", macros);
  });

  // A run of all iterations leaves its sums clear for the next one.
  const stops = name === "cpu" ? ["syndrome", "none"] : ["none"];
  it.each(stops)(
    "is the same on the same buffers again, for fewer frames, and as frameDecoder: stop=%s",
    async (stop) => {
      const code = loadCode("nr-bg2-z2", { rows: 13 });
      const received = frames(code, 5);
      const how = spec(words(6, stop, {}));
      const decoder = packedDecoder(form(0), code, how);
      const all = await decoder.decode(joined(received));
      const two = await decoder.decode(joined(received.slice(0, 2)));
      expect(await decoder.decode(joined(received))).toMatchObject({ bits: all.bits, iterations: all.iterations });
      expect([...two.bits]).toEqual([...all.bits.subarray(0, two.bits.length)]);
      decoder.release();
      const llr = Float32Array.from(joined(received), (value) => value / 4);
      const { symbols, iterations, converged } = await decodeFrames(engines[name], code, how, llr);
      expect([all.iterations, all.converged]).toEqual([iterations, converged]);
      const n = code.matrix.columns;
      const length = Math.ceil(n / 32);
      symbols.forEach((symbol, i) => {
        const at = Math.floor(i / n) * length + ((i % n) >> 5);
        expect((all.bits[at] >>> ((i % n) & 31)) & 1).toBe(symbol);
      });
    },
  );
});

// With test/decoder/binary/plan.test.ts, which has the mappings that a decoder names, this has every rule on every mapping.
it.each(Object.keys(checkNodeRules))("carries %s or says why it does not, and what does", (rule) => {
  const make = (words: string) => () => packedDecoder(engines.cpu, loadCode("nr-bg2-z2"), spec(`${rule}${words}`));
  const own = rule === "sionna-5g-min-sum";
  if (own) make("")().release();
  else
    expect(make("")).toThrow(
      new RegExp(
        `^packedDecoder has one mapping, scatter, .* sionna-5g-min-sum alone .*, ${rule} is not: decode it by frameDecoder$`,
      ),
    );
  for (const again of own ? (specOptions(checkNodeRules[rule]).reprocess?.choices ?? []) : [])
    if (again !== "none" && unlessRefused(() => spec(`${rule} reprocess=${again}`)) !== undefined)
      expect(make(` reprocess=${again}`)).toThrow(
        `the posteriors that reprocess=${again} decodes failed frames by: leave it out, or decode by frameDecoder`,
      );
});

it("refuses codes and LLRs without this form", async () => {
  const engine = engines.cpu;
  const how = spec("sionna-5g-min-sum");
  const code = loadCode("nr-bg2-z2");
  const { base: _, ...flat } = code;
  expect(() => packedDecoder(engine, flat, how)).toThrow(/are for quasi-cyclic codes, block after block: nr-bg2-z2/);
  expect(() => packedDecoder(engine, loadCode("dvbs2-16200-7200"), how)).toThrow(
    /quasi-cyclic codes, block after block/,
  );
  const decoder = packedDecoder(engine, code, how);
  await expect(decoder.decode(new Int8Array(5))).rejects.toThrow(/5 channel LLRs are not 1 … \d+ frames of 104/);
  await expect(decoder.decode(new Uint8Array(104) as unknown as Int8Array)).rejects.toThrow(/of type Uint8Array/);
  decoder.release();
});
