import { describe, expect, it } from "vitest";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { type Entry, parityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../src/decoder/rule.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { multiply } from "../../src/galois/field.ts";
import { bothEngines } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { sweep } from "../sweep.ts";
import { inputsOf, randomFrames } from "./binary/frames.ts";
import { noisyFrames } from "./words.ts";

const engines = bothEngines();
const FRAMES = 20;

const common = { family: "protograph", objective: "cycles", labels: "random", seed: 1, attempts: 1 } as const;
const binary = constructCode({
  ...{ ...common, name: "sc8", q: 2, polynomial: 3, protograph: [[3, 3]], liftingSize: 7 },
  coupling: { length: 8, memory: 2, ends: "terminated" },
});
const codes: Readonly<Record<string, DecodableCode>> = {
  "block rows": binary,
  rows: { matrix: binary.matrix },
  "GF(4)": constructCode({
    ...{ ...common, name: "sc6", q: 4, polynomial: 7, protograph: [[2, 2]], liftingSize: 4 },
    coupling: { length: 6, memory: 1, ends: "terminated" },
  }),
};

interface Words {
  readonly decision: Uint32Array;
  readonly unsatisfied: Uint32Array;
}

async function decoded(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  llr: Float32Array<ArrayBuffer>,
  syndrome?: Uint32Array,
): Promise<Words> {
  const program = decoderProgram(code, spec, engine.limits, { syndrome: syndrome !== undefined, refills: 1 });
  const prepared = await engine.prepare(program, FRAMES);
  const { outputs } = await prepared.run(
    runParameters({ frames: FRAMES }),
    [
      { buffer: "decision", elements: FRAMES * code.matrix.columns },
      { buffer: "unsatisfied", elements: FRAMES * spec.iterations },
    ],
    { channel_llr: llr, ...(syndrome && { syndrome }) },
  );
  prepared.release();
  return { decision: outputs[0] as Uint32Array, unsatisfied: outputs[1] as Uint32Array };
}

function inputs(code: DecodableCode, withSyndrome: boolean) {
  const { channel_llr, syndrome } =
    code.matrix.field.q === 2
      ? { syndrome: undefined, ...inputsOf(randomFrames(code.matrix, FRAMES, 3, withSyndrome), withSyndrome) }
      : (() => {
          const frames = noisyFrames(code.matrix, { count: FRAMES, seed: 3, withSyndrome });
          return {
            channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr.flat())),
            syndrome: withSyndrome ? Uint32Array.from(frames.flatMap((frame) => frame.syndrome)) : undefined,
          };
        })();
  return { llr: channel_llr, syndrome };
}

/** Windows by the definition: each is decoded by itself, with the syndrome that the symbols decided before leave. */
async function inWindows(
  code: DecodableCode,
  spec: DecoderSpec,
  window: number,
  commit: number,
  withSyndrome: boolean,
) {
  const { matrix, base } = code;
  const { field, rows, columns } = matrix;
  const { llr, syndrome } = inputs(code, withSyndrome);
  const width = llr.length / FRAMES / columns;
  const roundOf = (m: number) => (base === undefined ? m : Math.floor(m / base.liftingSize));
  const rounds = roundOf(rows - 1) + 1;
  const entries = Array.from({ length: rows }, (_, m) => rowEntries(matrix, m));
  const first = Array.from({ length: columns }, (_, n) =>
    roundOf(entries.findIndex((row) => row.some(([column]) => column === n))),
  );
  const decision = new Uint32Array(FRAMES * columns);
  const decided = new Set<number>();
  const failed = new Uint32Array(FRAMES * spec.iterations);
  const left = (f: number, m: number, row: readonly Entry[]) =>
    row.reduce(
      (sum, [n, h]) => (decided.has(n) ? sum ^ multiply(field, h, decision[f * columns + n]) : sum),
      syndrome?.[f * rows + m] ?? 0,
    );
  for (let begin = 0; decided.size < columns; begin += commit) {
    const isLast = begin + window >= rounds;
    const own = first.flatMap((round, n) => (round >= begin && round < begin + window ? [n] : []));
    const checks = entries.flatMap((row, m) =>
      roundOf(m) >= begin && roundOf(m) < begin + window && row.some(([n]) => own.includes(n)) ? [m] : [],
    );
    const lists = checks.map((m) =>
      entries[m].flatMap(([n, h]): Entry[] => (own.includes(n) ? [[own.indexOf(n), h]] : [])),
    );
    const part = await decoded(
      engines.cpu,
      { matrix: parityCheckMatrix(field, own.length, lists) },
      spec,
      Float32Array.from(
        Array.from({ length: FRAMES }, (_, f) =>
          own.map((n) => [...llr.subarray((f * columns + n) * width, (f * columns + n + 1) * width)]),
        ).flat(2),
      ),
      Uint32Array.from(Array.from({ length: FRAMES }, (_, f) => checks.map((m) => left(f, m, entries[m]))).flat()),
    );
    for (let f = 0; f < FRAMES; f++) {
      for (const [i, n] of own.entries()) {
        if (isLast || first[n] < begin + commit) decision[f * columns + n] = part.decision[f * own.length + i];
      }
    }
    for (const n of own) if (isLast || first[n] < begin + commit) decided.add(n);
    part.unsatisfied.forEach((each, i) => {
      failed[i] |= each;
    });
  }
  for (let f = 0; f < FRAMES; f++) {
    // Checks may be in no window that has one of their symbols: a word that fails them has satisfied them in no iteration.
    const fails = entries.some((row, m) => left(f, m, row) !== 0);
    for (let i = 0; fails && i < spec.iterations; i++) failed[i * FRAMES + f] = 1;
    failed[(spec.iterations - 1) * FRAMES + f] = Number(fails);
  }
  return { decision, unsatisfied: failed };
}

const CASES = [
  ["min-sum iterations=4", "block rows", 4, 1],
  ["offset-min-sum messages=int8 schedule=layered iterations=3", "block rows", 5, 2],
  ["min-sum iterations=3 schedule=layered order=random", "rows", 30, 9],
  ["min-max iterations=3", "GF(4)", 9, 4],
  ["normalised-min-sum messages=int12 iterations=4 mapping=resident", "block rows", 2, 2],
  ["qspa schedule=layered iterations=3", "GF(4)", 12, 12],
] as const;

describe.each(sweep({ few: CASES.slice(0, 4), every: CASES }, 3))(
  "%s in windows: %s, %i, %i",
  (words, name, window, commit) => {
    const spec = readDecoder(words);
    const code = codes[name];
    it.each(["cpu", "gpu"] as const)("is the decoder of each window in turn, on the %s", async (on) => {
      const withSyndrome = words.includes("schedule");
      const { llr, syndrome } = inputs(code, withSyndrome);
      const wanted = await inWindows(code, spec, window, commit, withSyndrome);
      const found = await decoded(engines[on], { ...code, windows: { window, commit } }, spec, llr, syndrome);
      expect(found).toEqual(wanted);
      const last = wanted.unsatisfied.subarray((spec.iterations - 1) * FRAMES);
      expect([last.includes(0), last.includes(1)]).toEqual([true, true]);
    });
  },
);

// A decoder that goes through rounds of its own is refused; every other decoder of every rule is in one window what it is without.
describe("one window for all rounds is the decoder of the code", () => {
  const RULES = Object.keys(checkNodeRules).flatMap((rule) => {
    const schedules = checkNodeRules[rule].options.schedule?.choices ?? [undefined];
    return schedules.map((schedule) => (schedule === undefined ? rule : `${rule} schedule=${schedule}`));
  });
  // Every third of them runs in CI, all in exhaustive mode.
  it.each(sweep({ few: RULES.filter((_, i) => i % 3 === 0), every: RULES }, 4))("%s", async (words) => {
    const spec = readDecoder(words);
    const code = codes[checkNodeRules[spec.rule].input === "bit" ? "block rows" : "GF(4)"];
    const { llr } = inputs(code, false);
    const windowed = {
      ...code,
      windows: { window: 10, commit: 3 },
      ...(code.base ? {} : { windows: { window: 40, commit: 7 } }),
    };
    expect(await decoded(engines.cpu, windowed, spec, llr)).toEqual(await decoded(engines.cpu, code, spec, llr));
  });

  it("but for rounds of reprocessing", () => {
    const windowed = { ...binary, windows: { window: 10, commit: 3 } };
    const spec = readDecoder("min-sum reprocess=osd");
    expect(() => decoderProgram(windowed, spec, engines.cpu.limits)).toThrow("leave out reprocess=osd, or --window");
  });
});
