import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BaseMatrix } from "../../../src/code/base-matrix.ts";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { bothEngines } from "../../engines.ts";
import { baseTerms } from "../../oracle/binary/decoder.ts";
import { oracleFor } from "../../oracle/rules.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { root } from "../../source-files.ts";
import { sweep } from "../../sweep.ts";
import { isStructured, smallCodes } from "./codes.ts";
import { decodeOn } from "./decode.ts";
import { randomFrames } from "./frames.ts";

/** The variables of each check in the order of the base matrix's entries. */
function baseRows({
  rows,
  rowStart,
  column,
  shift,
  liftingSize: z,
  absent,
  checkOrder,
  symbolOrder,
}: BaseMatrix): number[][] {
  const variables: number[][] = Array.from({ length: rows * z }, () => []);
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      for (let i = 0; i < z; i++) {
        if (absent.some((one) => one.entry === e && one.index === i)) continue;
        const n = symbolOrder.first[column[e]] + ((i + shift[e]) % z) * symbolOrder.step[column[e]];
        variables[checkOrder.first[r] + i * checkOrder.step[r]].push(n);
      }
    }
  }
  return variables;
}

const engines = bothEngines();
const codes: Readonly<Record<string, DecodableCode>> = { ...smallCodes(), tanner: loadCode("tanner-155-64") };
const FAID = readFileSync(join(root, "codes/tanner/7-level-faid.table"), "utf8");
const random = randomNumbers(11);

/** A table of random whole numbers, without 0 if it would not be a level. */
function table(sizes: readonly number[], least: number, most: number, hasZero: boolean): unknown {
  const [size, ...rest] = sizes;
  if (size !== undefined) return Array.from({ length: size }, () => table(rest, least, most, hasZero));
  const value = least + Math.floor(random() * (most - least + 1));
  return value === 0 && !hasZero ? most : value;
}

/** Random maps for every degree up to 5, dense where they are small, else in steps, with tables of checks if asked. */
function randomMaps(levels: number, thresholds: readonly number[], pairs: boolean) {
  const most = Math.floor(levels / 2);
  const channels = 2 * (thresholds.length + 1);
  const hasZero = levels % 2 === 1;
  const dense = (degree: number) => table([channels, ...Array<number>(degree - 1).fill(levels)], -most, most, hasZero);
  const steps = (degree: number) => ({
    steps: Array.from({ length: degree - 1 }, (_, k) => {
      const states = k === 0 ? channels : 9;
      if (k === degree - 2) return table([states, levels], -most, most, hasZero);
      const states9 = table([states, levels], 0, 8, true) as number[][];
      states9[0][0] = 8;
      return states9;
    }),
  });
  const magnitudes = most + (hasZero ? 1 : 0);
  const set = () => ({
    variable: { 1: dense(1), 2: dense(2), 3: dense(3), 4: steps(4), 5: steps(5), other: "sum" },
    ...(pairs && { check: [0, 1].map(() => table([magnitudes, magnitudes], hasZero ? 0 : 1, most, true)) }),
  });
  return { levels, thresholds, iterations: [set(), set(), set()] };
}

const FILES: Readonly<Record<string, object>> = {
  "3 bits with 0, two channel values": randomMaps(7, [], false),
  "4 bits without 0, thresholds, tables of checks": randomMaps(16, [0.5, 1.5, 3], true),
  "5 levels, tables of checks": {
    ...randomMaps(5, [1], true),
    decision: { levels: [1, 5], channel: [2, 3] },
    initial: [-2, 0, 1, 2],
  },
  "a sum in 5 bits": {
    levels: 31,
    thresholds: [0.25, 0.75, 1.25, 2],
    variable: { other: "sum" },
    decision: { channel: [1, 3, 6, 9, 12] },
  },
};

// Each map has every second code, and each code two of the maps.
const cases = Object.keys(FILES).flatMap((file, f) =>
  Object.keys(smallCodes())
    .map((name, c) => ({ file, name, c, stop: ((f >> 1) + (c >> 1)) % 2 === 0, onGpu: (f + 2 * c) % 10 === 0 }))
    .filter(({ c }) => (f + c) % 2 === 0),
);

async function expectSame(
  code: DecodableCode,
  text: string,
  words: string,
  seed: number,
  onGpu: boolean,
): Promise<void> {
  const spec = readDecoder(`finite-alphabet table=t ${words}`, { t: text });
  const { iterations, stop } = spec;
  const frames = randomFrames(code.matrix, 6, seed, true, seed);
  const { decode } = oracleFor("finite-alphabet", "levels");
  for (const engine of onGpu ? [engines.cpu, engines.gpu] : [engines.cpu]) {
    const decoded = await decodeOn(engine, code, spec, frames, true);
    for (const [f, { llr, syndrome }] of frames.entries()) {
      const order = isStructured(code) ? { terms: baseTerms(code.base!), rows: baseRows(code.base!) } : {};
      const expected = decode(code.matrix, llr, JSON.parse(text), {
        iterations,
        stop: stop === "syndrome",
        syndrome,
        ...order,
      });
      const what = `${engine.info.engine}, frame ${f}`;
      expect(decoded[f].decision, what).toEqual(expected.decision);
      const counted = (list: readonly boolean[]) => (stop === "none" ? list.slice(-1) : list);
      expect(counted(decoded[f].unsatisfied), what).toEqual(counted(expected.unsatisfied));
    }
  }
}

describe("finite-alphabet has the oracle's bits", () => {
  it.each(sweep(cases, 6))("$file, $name, stop $stop", async ({ file, name, stop, onGpu }) => {
    await expectSame(
      codes[name],
      JSON.stringify(FILES[file]),
      `iterations=5 stop=${stop ? "syndrome" : "none"}`,
      3,
      onGpu,
    );
  });

  it("with the published table, of (155,64)", () => expectSame(codes.tanner, FAID, "iterations=20", 4, true));
});

/** Sets of five variables, 0 among them, with three checks that have an odd number of them: the least harmful structure of the code. */
function trappingSets({ checkStart, variable, rows }: ParityCheckMatrix): number[][] {
  const checks = Array.from({ length: 155 }, (): number[] => []);
  for (let m = 0; m < rows; m++) for (const n of variable.subarray(checkStart[m], checkStart[m + 1])) checks[n].push(m);
  const found = new Map<string, number[]>();
  const grow = (set: readonly number[]) => {
    const counts = new Map<number, number>();
    for (const n of set) for (const m of checks[n]) counts.set(m, (counts.get(m) ?? 0) + 1);
    const odd = [...counts].filter(([, count]) => count % 2 === 1).map(([m]) => m);
    // Each further variable removes three odd checks at most.
    if (odd.length > 3 + 3 * (5 - set.length)) return;
    if (set.length === 5) {
      if (odd.length === 3) found.set([...set].sort((a, b) => a - b).join(" "), [...set]);
      return;
    }
    for (const m of odd) {
      for (const n of variable.subarray(checkStart[m], checkStart[m + 1])) if (!set.includes(n)) grow([...set, n]);
    }
  };
  grow([0]);
  return [...found.values()];
}

it("the published decoder of (155,64) corrects the errors of the smallest trapping sets, and normalised min-sum does not", async () => {
  const sets = trappingSets(codes.tanner.matrix);
  expect(sets.length).toBe(5);
  const frames = sets.map((set) => ({
    llr: Array.from({ length: 155 }, (_, n) => (set.includes(n) ? -3 : 3)),
    syndrome: Array<number>(93).fill(0),
  }));
  const failures = async (words: string) => {
    const spec = readDecoder(`${words} iterations=100`, { t: FAID });
    const decoded = await decodeOn(engines.cpu, codes.tanner, spec, frames, false);
    return decoded.filter(({ decision }) => decision.includes(1)).length;
  };
  expect(await failures("finite-alphabet table=t")).toBe(0);
  expect(await failures("normalised-min-sum scale=0.75")).toBe(sets.length);
});

const rows7 = Array(7).fill(0);
const HOSTILE: readonly (readonly [content: unknown, message: string])[] = [
  [[], "give an object"],
  [{ levels: 7, variables: {} }, "variables is unknown"],
  [{ levels: 2 }, "levels: give a whole number from 3 to 32"],
  [{ levels: 7 }, "variable: give an object"],
  [{ levels: 7, variable: { 3: "min" } }, "variable.3: give lists of 2 × 7 × 7 numbers"],
  [{ levels: 7, variable: { 3: [[rows7]] } }, "variable.3: give lists of 1 × 7 × 7 numbers"],
  [{ levels: 7, variable: { 2: [rows7, [...rows7.slice(1), 4]] } }, "variable.2: 4 is no whole number from -3 to 3"],
  [{ levels: 8, variable: { 2: [Array(8).fill(0)] } }, "variable.2: 0 is no whole number from -4 to 4 but 0"],
  [{ levels: 31, variable: { 9: [] } }, "entries at most"],
  [{ levels: 7, variable: { 3: { steps: [] } } }, "variable.3: give 2 tables"],
  [{ levels: 7, variable: { 0: "sum" } }, "0 is no degree"],
  [{ levels: 7, variable: { other: "sum" }, check: [] }, 'check: give "min"'],
  [{ levels: 7, variable: { other: "sum" }, check: [[[0, 1, 2, 3]]] }, "check[0]: give lists of 4 × 4 numbers"],
  [{ levels: 7, variable: { other: "sum" }, thresholds: [2, 1] }, "thresholds: give at most 15"],
  [{ levels: 7, variable: { other: "sum" }, decision: { levels: [1, 2] } }, "decision.levels: give 3 ascending"],
  [{ levels: 7, iterations: [] }, "iterations: give a list"],
  [{ levels: 7, variable: { 2: "sum" } }, "the code has variables of degree 3: variable has no map of it"],
];

it.each(HOSTILE)("maps %j are refused: %s", async (content, message) => {
  const decode = async () =>
    decodeOn(
      engines.cpu,
      codes.tanner,
      readDecoder("finite-alphabet table=t", { t: JSON.stringify(content) }),
      randomFrames(codes.tanner.matrix, 1, 1, false, 1),
      false,
    );
  await expect(decode).rejects.toMatchObject({ message: expect.stringContaining(message), location: { file: "t" } });
});
