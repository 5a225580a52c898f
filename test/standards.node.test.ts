import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { channels } from "../src/channel/channels.ts";
import { capacityLimit } from "../src/channel/limits/channel-limits.ts";
import { type BaseMatrix, baseEntries } from "../src/code/base-matrix.ts";
import type { Code } from "../src/code/code.ts";
import { rank } from "../src/code/elimination/elimination.ts";
import { codeEncoder, syndrome, systematicEncoder } from "../src/code/encoder.ts";
import { readFamily, writeFamily } from "../src/code/formats/json.ts";
import { shortestCycles } from "../src/code/girth.ts";
import { encodeFrames, rateMatch, transmittedPositions } from "../src/code/rate-matching.ts";
import { codeReport } from "../src/code/report.ts";
import { degreeCounts, tannerGraph } from "../src/code/tanner-graph.ts";
import { cpuEngine, readDecoder, simulate } from "../src/index.ts";
import { type FamilyCode, listFamilyCodes, loadCode } from "../src/node/codes/codes.ts";
import { randomBits } from "./code/random-bits.ts";
import { sweep } from "./sweep.ts";

const STANDARDS = ["wimax", "wifi", "dvbs2", "nr", "ccsds", "dvbs2x", "dvbt2", "atsc", "wigig", "wran", "docsis"];
const codes = listFamilyCodes().filter(({ family }) => STANDARDS.includes(family));
const loaded = new Map<FamilyCode, Code>();
function load(code: FamilyCode): Code {
  const found = loaded.get(code) ?? loadCode(code.path, { liftingSize: code.liftingSize });
  loaded.set(code, found);
  return found;
}
const ofFamily = (family: string) => codes.filter((code) => code.family === family);
const files = [...new Set(codes.map(({ path }) => path))];
const namesOf = (path: string) => codes.filter((code) => code.path === path);

/** Nonzero blocks of a base matrix by file. Entries · Z is the number of edges. */
const ENTRIES: Readonly<Record<string, number>> = {
  "wimax-r12": 76,
  "wimax-r23a": 80,
  "wimax-r23b": 81,
  "wimax-r34a": 85,
  "wimax-r34b": 88,
  "wimax-r56": 80,
  "wifi-648-324": 88,
  "wifi-648-432": 88,
  "wifi-648-486": 88,
  "wifi-648-540": 88,
  "wifi-1296-648": 86,
  "wifi-1296-864": 88,
  "wifi-1296-972": 88,
  "wifi-1296-1080": 85,
  "wifi-1944-972": 86,
  "wifi-1944-1296": 88,
  "wifi-1944-1458": 85,
  "wifi-1944-1620": 79,
  "nr-bg1": 316,
  "nr-bg2": 197,
  "ccsds-128-64": 32,
  "wigig-672-336": 52,
  "wigig-672-420": 50,
  "wigig-672-504": 56,
  "wigig-672-546": 45,
  "wigig-1344-672": 104,
  "wigig-1344-840": 100,
  "wigig-1344-1008": 112,
  "wigig-1344-1092": 90,
  "wigig-1344-1176": 112,
  "wran-480-360": 85,
  "docsis-16200-14400": 169,
  "docsis-5940-5040": 131,
  "docsis-1120-840": 79,
};

/**
 * Number of information bits of high degree, and that degree. All other information bits have degree 3 (ETSI EN 302 307-1, table lengths).
 */
const DVB_DEGREES: Readonly<Record<string, readonly [bits: number, degree: number]>> = {
  "64800-16200": [5400, 12],
  "64800-21600": [7200, 12],
  "64800-25920": [8640, 12],
  "64800-32400": [12960, 8],
  "64800-38880": [12960, 12],
  "64800-43200": [4320, 13],
  "64800-48600": [5400, 12],
  "64800-51840": [6480, 11],
  "64800-54000": [5400, 13],
  "64800-57600": [7200, 4],
  "64800-58320": [6480, 4],
  "16200-3240": [1440, 12],
  "16200-5400": [1800, 12],
  "16200-6480": [2160, 12],
  "16200-7200": [1800, 8],
  "16200-9720": [3240, 12],
  "16200-10800": [1080, 13],
  "16200-11880": [360, 12],
  "16200-12600": [0, 3],
  "16200-13320": [360, 13],
  "16200-14400": [1800, 4],
};

/**
 * Lifting sizes with cycles of length 4, by file. No other standard code has such cycles. The standards do not state this: the shifts were
 * searched here.
 */
const FOUR_CYCLES: Readonly<Record<string, readonly number[]>> = {
  "wimax-r12": [28],
  "wimax-r23a": [28, 36],
  "wimax-r34a": [24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96],
  "wimax-r56": [24, 28, 32, 36, 40, 44, 48, 52, 56, 60],
  "wran-480-360": [20],
  "docsis-1120-840": [56],
  "wigig-1344-1176": [42],
  "wifi-648-486": [27],
  "wifi-1296-864": [54],
  "wifi-1944-1296": [81],
  "nr-bg1": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 30, 32, 36, 48, 60, 64, 72, 120, 240],
  "nr-bg2": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 22, 24, 26, 28, 32, 36, 44, 48, 52, 56, 88, 104],
};

const stem = (path: string) => basename(path, ".base.json");

/** Sizes of DVB-S2 and their degrees. Long codes take a second in each of two tests that share most, so they have these in turn. */
const DVB = Object.entries(DVB_DEGREES).filter(([sizes], i) => !sizes.startsWith("64800") || i % 2 === 0);
/** The other codes with an accumulator, whose structure is tried without their matrices. */
const isIra = (path: string) => /\/(dvbs2x|dvbt2|atsc)\//.test(path);
const isReported = (path: string) =>
  !isIra(path) &&
  (!path.includes("ccsds-") || path.includes("ccsds-128-64")) &&
  !DVB.some(([sizes]) => sizes.startsWith("64800") && path.includes(sizes));

/** Whether a base matrix without absent ones has a cycle of length 4: two rows and columns whose shifts sum to 0 around. */
function hasFourCycle(base: BaseMatrix): boolean {
  const { liftingSize: z } = base;
  const differences = new Set<string>();
  const rows = new Map<number, [column: number, shift: number][]>();
  for (const [r, c, s] of baseEntries(base)) rows.set(r, [...(rows.get(r) ?? []), [c, s]]);
  for (const entries of rows.values()) {
    for (const [c1, s1] of entries) {
      for (const [c2, s2] of entries) {
        if (c1 >= c2) continue;
        const key = `${c1} ${c2} ${(s1 - s2 + z) % z}`;
        if (differences.has(key)) return true;
        differences.add(key);
      }
    }
  }
  return false;
}

describe("the standards' codes", () => {
  it("are all there", () => {
    expect(Object.fromEntries(STANDARDS.map((f) => [f, ofFamily(f).length]))).toEqual({
      wimax: 6 * 19,
      wifi: 12,
      dvbs2: 21,
      nr: 2 * 51,
      ccsds: 13,
      dvbs2x: 34,
      dvbt2: 2,
      atsc: 22,
      wigig: 9,
      wran: 1,
      docsis: 3,
    });
    expect(new Set(codes.map(({ name }) => name)).size).toBe(codes.length);
    const names = new Set(codes.map(({ name }) => name));
    for (const name of [
      "wimax-2304-1152",
      "wimax-2304-1536a",
      "wimax-2304-1536b",
      "wimax-576-432a",
      "wimax-1056-880",
    ]) {
      expect(names).toContain(name);
    }
    for (const name of ["wifi-1944-1458", "dvbs2-64800-43200", "nr-bg1-z384", "nr-bg2-z2", "nr-bg2-z15"]) {
      expect(names).toContain(name);
    }
  });

  it.each(files.map((path) => [stem(path), path]))("%s is written as our writer does, and cites", (_, path) => {
    const text = readFileSync(path, "utf8");
    const family = readFamily(text, path);
    expect(writeFamily(family)).toBe(text);
    expect(family.source).toMatch(
      /^(IEEE Std 802\.(16e-2005|11n-2009|11-2016|11ay-2021|22-2011)|ETSI EN 302 (307-[12]|755)|ATSC A\/322|CableLabs CM-SP-PHYv3\.1-I15|3GPP TS 38\.212|CCSDS 231\.1-O-1|CCSDS 131\.0-B-5)[ ,]/,
    );
  });

  it.each(sweep(files.filter(isReported), 8).map((path) => [stem(path), path]))(
    "%s: n, k, rank, edges and cycles; its encoder",
    (name, path) => {
      const fourCycles: number[] = [];
      for (const listed of namesOf(path)) {
        const code = load(listed);
        const { matrix, base } = code;
        expect(code.name).toBe(listed.name);
        expect([matrix.columns, matrix.rows]).toEqual([listed.n, listed.m]);
        expect(rank(matrix)).toBe(listed.m);
        const [, n, k] = /-(\d+)-(\d+)[ab]?$/.exec(code.name) ?? [];
        if (k !== undefined) expect([matrix.columns, matrix.columns - matrix.rows]).toEqual([Number(n), Number(k)]);
        if (ENTRIES[name] !== undefined) expect(matrix.variable.length).toBe(ENTRIES[name] * listed.liftingSize);
        const { girth } = shortestCycles(tannerGraph(matrix));
        if (girth === 4) fourCycles.push(listed.liftingSize);
        if (base!.absent.length === 0) expect(girth === 4).toBe(hasFourCycle(base!));
        const encoder = codeEncoder(code);
        expect(encoder.k).toBe(listed.n - listed.m);
        const information = randomBits(encoder.k, listed.liftingSize);
        const word = encoder.encode(information);
        expect(syndrome(matrix, word).every((bit) => bit === 0)).toBe(true);
        expect(encoder.informationPositions.every((position, i) => word[position] === information[i])).toBe(true);
        expect(encoder.informationPositions[encoder.k - 1]).toBe(encoder.k - 1);
      }
      expect(fourCycles).toEqual(FOUR_CYCLES[name] ?? []);
      expect(name.startsWith("dvbs2") || ENTRIES[name] !== undefined).toBe(true);
    },
  );

  it.each([
    "wimax-576-288",
    "wimax-576-384a",
    "wimax-672-504b",
    "wifi-648-540",
    "nr-bg1-z2",
    "nr-bg2-z7",
    "nr-bg1-z13",
  ])("%s: its encoder gives the code that elimination gives", (name) => {
    const code = loadCode(name);
    const structured = codeEncoder(code);
    const general = systematicEncoder(code.matrix);
    expect([structured.k, structured.rank]).toEqual([general.k, general.rank]);
    for (let seed = 0; seed < 20; seed++) {
      const word = general.encode(randomBits(general.k, seed));
      const information = structured.informationPositions.map((position) => word[position]);
      expect(structured.encode(information)).toEqual(word);
    }
  });
});

describe("802.16e", () => {
  it("has shifts by its size rule", () => {
    // Rate 1/2, first row, z = 96: 94 and 73. Rate 2/3A reduces shifts modulo z, so the largest of row 5 is 45.
    const shifts = (name: string, row: number) => {
      const { rowStart, shift } = loadCode(name).base!;
      return [...shift.slice(rowStart[row], rowStart[row + 1])];
    };
    expect(shifts("wimax-2304-1152", 0)).toEqual([94, 73, 55, 83, 7, 0]);
    expect(shifts("wimax-576-288", 0)).toEqual([23, 18, 13, 20, 1, 0]);
    expect(shifts("wimax-2304-1536a", 5)).toEqual([10, 28, 20, 8, 36, 9, 21, 45, 0, 0]);
    expect(shifts("wimax-672-448a", 5)).toEqual([10, 0, 20, 8, 8, 9, 21, 17, 0, 0]);
  });
});

describe("DVB-S2", () => {
  it.each(sweep(DVB, 8))("%s has its degrees and a staircase", (sizes, [bits, degree]) => {
    const { matrix, base } = loadCode(`dvbs2-${sizes}`);
    const [n, k] = sizes.split("-").map(Number);
    expect(base!.absent).toHaveLength(1);
    const { variableDegrees, edges } = codeReport(matrix);
    expect(edges).toBe(bits * degree + (k - bits) * 3 + 2 * (n - k) - 1);
    const expected = new Map<number, number>([
      [1, 1],
      [2, n - k - 1],
      [3, k - bits],
    ]);
    if (bits > 0) expected.set(degree, bits);
    expect(new Map(variableDegrees)).toEqual(expected);
    const { checkStart, variable } = matrix;
    for (let j = 0; j < n - k; j++) {
      // Check j ends with parity bits j − 1 and j.
      expect(variable[checkStart[j + 1] - 1]).toBe(k + j);
      const before = variable[checkStart[j + 1] - 2];
      if (j === 0 ? before >= k : before !== k + j - 1) throw new Error(`check ${j} holds symbol ${before}`);
    }
  });

  it("has its accumulator addresses: group 0 of rate 2/3, normal frame", () => {
    const addresses = [0, 10491, 16043, 506, 12826, 8065, 8226, 2767, 240, 18673, 9279, 10579, 20928];
    const { variableStart, variableEdge, edgeCheck } = tannerGraph(loadCode("dvbs2-64800-43200").matrix);
    for (const bit of [0, 1, 359]) {
      const checks = [...variableEdge.slice(variableStart[bit], variableStart[bit + 1])].map((e) => edgeCheck[e]);
      const expected = addresses.map((address) => (address + 60 * bit) % 21600);
      expect(checks.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }
  });
});

describe("DVB-S2X, DVB-T2 and ATSC 3.0", () => {
  /** Spread of the information bits of checks, where it is above one: of ATSC 3.0, rates 9/15 (short) and 10/15 (long). */
  const SPREAD: Readonly<Record<string, number>> = { "atsc-16200-9720": 4, "atsc-64800-43200": 2 };

  it.each(files.filter(isIra).map((path) => [stem(path), path]))(
    "%s: its table spreads over all checks",
    (name, path) => {
      const [{ n, m, description }] = namesOf(path);
      const { rows, extensionRows = 0 } = readFamily(readFileSync(path, "utf8"), path);
      const core = rows.length - extensionRows;
      for (const part of [rows.slice(0, core), rows.slice(core)].filter(({ length }) => length > 0)) {
        const entries = part.map(({ length }) => length);
        expect(Math.max(...entries) - Math.min(...entries)).toBeLessThanOrEqual(SPREAD[name] ?? 1);
      }
      expect(name.replace(/b$/, "").split("-").slice(1).map(Number)).toEqual([n, n - m]);
      const [, numerator, denominator] = /rate (\d+)\/(\d+)/.exec(description)!.map(Number);
      expect((n - m) / n).toBeCloseTo(numerator / denominator, 12);
    },
  );

  // With wrong addresses a code loses more.
  const names = [
    ...[3960, 4320, 5040, 7560, 8640, 11520].map((k) => `dvbs2x-16200-${k}`),
    ...[2160, 3240, 4320, 5400].map((k) => `atsc-16200-${k}`),
  ];
  const engine = cpuEngine();
  const few = [names[0], names[4], names[9]];
  it.each(sweep({ few, every: names }, 3))(
    "%s decodes 1.5 dB above the capacity of its rate, and not at it",
    async (name) => {
      const decoder = readDecoder("sum-product iterations=50 schedule=layered");
      const [n, k] = name.split("-").slice(1).map(Number);
      // A point has two bits.
      const capacity = capacityLimit(channels.esn0, { q: 2, n, k })! + 10 * Math.log10(2);
      const failed = async (channel: number) => {
        const options = { engine, maxFrames: 6, maxErrors: 6, chunkFrames: 6 };
        const [row] = await simulate(loadCode(name), decoder, `awgn esn0=${channel} modulation=qpsk`, options).result();
        return row.frame_errors;
      };
      expect([await failed(capacity + 1.5), await failed(capacity)]).toEqual([0, 6]);
    },
  );
});

describe("802.3an and 802.22", () => {
  // Counts of AFF3CT (codes/*/reference), whose frames are wrong where an information bit is.
  const counted: readonly [name: string, decoder: string, ebn0: number, fer: number][] = [
    ["wran-480-360", "sum-product iterations=40 schedule=layered layers=rows", 2.5, 133 / 421],
    ["ethernet-2048-1723", "sum-product iterations=100", 3.2, 142 / 576],
  ];
  it.each(sweep(counted, 2))("%s fails as often as AFF3CT's", async (name, decoder, ebn0, fer) => {
    const options = { engine: cpuEngine(), maxFrames: 128, maxErrors: 128, chunkFrames: 128 };
    const [row] = await simulate(loadCode(name), readDecoder(decoder), { ebn0 }, options).result();
    expect(Math.abs(row.fer - fer)).toBeLessThan(4 * Math.sqrt((fer * (1 - fer)) / row.frames));
  });
});

describe("GPS L1C", () => {
  it.each([600, 274])("the submatrix T of k = %i is lower triangular with ones on its diagonal", (k) => {
    const { checkStart, variable } = loadCode(`gps-${2 * k}-${k}`).matrix;
    for (let r = 0; r < k - 1; r++) expect(variable[checkStart[r + 1] - 1]).toBe(k + 1 + r);
  });
});

describe("5G", () => {
  it("does not send the first 2Z bits", () => {
    const code = loadCode("nr-bg1-z384");
    expect(code.punctured).toEqual(Uint32Array.from({ length: 768 }, (_, i) => i));
    expect(transmittedPositions(code).length).toBe(66 * 384);
    expect(transmittedPositions(loadCode("nr-bg2-z3")).length).toBe(50 * 3);
  });

  it.each([
    ["nr-bg1-z384", 46, 1 / 3],
    ["nr-bg1-z384", 13, 22 / 33],
    ["nr-bg1-z384", 5, 22 / 25],
    ["nr-bg1-z384", 4, 22 / 24],
    ["nr-bg2-z52", 42, 1 / 5],
    ["nr-bg2-z52", 4, 10 / 12],
  ])("%s with %i rows: rate, and words of the cut code", (name, rows, rate) => {
    const { code, k, n } = rateMatch(loadCode(name), { rows });
    expect(k / n).toBeCloseTo(rate, 12);
    const encoder = codeEncoder(code);
    const word = encoder.encode(randomBits(encoder.k));
    expect(syndrome(code.matrix, word).every((bit) => bit === 0)).toBe(true);
    expect(loadCode(name, { rows }).matrix).toEqual(code.matrix);
  });

  it("leaves fillers out", () => {
    const code = loadCode("nr-bg1-z384", { rows: 13, fillers: 100 });
    expect(code.name).toBe("nr-bg1-z384-rows13-fillers100");
    expect(codeEncoder(code).k).toBe(8348);
    expect(transmittedPositions(code).length).toBe(33 * 384 - 100);
  });
});

const bitsOf = (digits: string) =>
  [...digits].flatMap((digit) => [3, 2, 1, 0].map((b) => (Number.parseInt(digit, 16) >> b) & 1));

describe("CCSDS", () => {
  // First rows of the four block rows of W in the standard's generator matrix [I W]. Further rows are shifted to the right in each block.
  it.each([
    [128, ["0e69166bef4c0bc2", "7766137ebb248418", "c480feb9cd53a713", "4eaa22fa465eea11"]],
    [
      256,
      [
        "73f5e8390220ce5136ed68e9f39eb162",
        "bac812c0bcd243794786d9285a09095c",
        "7df83f76a5ff4c388e6c0d4e025eb712",
        "baa37b3260cb31c5d0f66a31faf511bc",
      ],
    ],
    [
      512,
      [
        "1d21794a22761fae59945014257e130d74d60540037940142dadeb9ca25ef12e",
        "60e0b6623c5ce5124d2c81ecc7f469ab20678dbfb7523ece2b54b906a9dbe98c",
        "f6739bcf54273e77167bda120c6c47744c071eff5e32a7593138670c095c39b5",
        "28706bd0453002582dab85f05b9201d08dfdee2d9d84ca88b371fae63a4eb07e",
      ],
    ],
  ])("(%i,…) of telecommands has the standard's generator matrix", (n, rows) => {
    const { matrix } = loadCode(`ccsds-${n}-${n / 2}`);
    const z = n / 8;
    rows.forEach((row, block) => {
      const parity = bitsOf(row);
      for (let r = 0; r < z; r++) {
        const word = new Uint8Array(n);
        word[z * block + r] = 1;
        parity.forEach((bit, i) => {
          word[n / 2 + z * Math.floor(i / z) + ((i + r) % z)] = bit;
        });
        expect(syndrome(matrix, word).every((bit) => bit === 0)).toBe(true);
      }
    });
  });

  // Parity of the word of the first information bit alone, as an independent encoder of these codes has it (labrador-ldpc 1.2, all of
  // whose rows agree with ours).
  it.each([
    ["ccsds-1280-1024", "678ecb51fe821d5cfa5f424bf55927aa3e82691332e04b0c4f88862b803432ef"],
    [
      "ccsds-1536-1024",
      [
        "51236781781d416ab0c8419fa21559a85f14e1e4d88726f1762f6ed6cf32f06d",
        "8abfd971e17a0be9a5d147741b698d142a58ab30e2bc32d39f251fbc5db8c768",
      ].join(""),
    ],
    [
      "ccsds-2048-1024",
      [
        "cfa794f49fa5a0d88bb31d8fca7ea8bba7ae7ee8a68580e3e922f9e13359b284",
        "91f72ae8f2d6bf7830a1f83b3cdbd463ce95c0ec1f609370d7e791c870229c1e",
        "71ef3fdf60e2878478934db285dec9dc0e95c103008b6bcdd2daf85cae732210",
        "8326ee83c1fba56fdd15b2ddb31fe7f23ba0bb43f83c67bda1f6aee46aef4e62",
      ].join(""),
    ],
    [
      "ccsds-5120-4096",
      [
        "473bc533a12c3596f642673d0dbf1142079a3868e1a6f556f0df3dca4493ae54",
        "ae4c50f12aef6eedea9bb30605f4a24cb0b2b4b9035331abf53de4752e7edabf",
        "e7e08ef3e22ee7efe645e9e59507a20652e4a2c06270b2d1a418134bc0d58678",
        "0a84e53303f4092db47056ad3c0847ad2def73813b17101e79a3a58a7e91c4e2",
      ].join(""),
    ],
  ])("%s has an independent encoder's word", (name, parity) => {
    const code = loadCode(name);
    const { k } = codeEncoder(code);
    const word = encodeFrames(
      code,
      Uint8Array.from({ length: k }, (_, i) => Number(i === 0)),
    );
    expect([...word.subarray(k)]).toEqual(bitsOf(parity));
  });

  it("(8176,7156) has a row of the standard's generator matrix, and its rank", () => {
    const { matrix } = loadCode("ccsds-8176-7156");
    // Circulants B(1,1) and B(1,2) of table 7-2, of 511 bits behind a zero.
    const rows = [
      "55bf56cc55283dfeefea8c8cff04e1ebd9067710988e25048d67525426939e2068d2dc6fcd2f822beb6bd96c8a76f4932aae9bc53ad20a2a9c86bb461e43759c",
      "6855ae08698a50aa3051768793dc238544af3fe987391021aaf6383a6503409c3ce971a80b3ece12363ee809a01d91204f1811123eab867d3e40e8c652585d28",
    ];
    const word = Uint8Array.from([1, ...new Uint8Array(14 * 511 - 1), ...rows.flatMap((row) => bitsOf(row).slice(1))]);
    expect(syndrome(matrix, word).every((bit) => bit === 0)).toBe(true);
    expect(rank(matrix)).toBe(1020);
  });

  it("AR4JA has full rank and the degrees of its protograph in all sizes", () => {
    for (const k of [1024, 4096, 16384]) {
      for (const [n, degrees] of [
        [2 * k, { 1: 1, 2: 1, 3: 2, 6: 1 }],
        [1.5 * k, { 1: 1, 2: 1, 3: 2, 4: 2, 6: 1 }],
        [1.25 * k, { 1: 1, 2: 1, 3: 2, 4: 6, 6: 1 }],
      ] as const) {
        const code = loadCode(`ccsds-${n}-${k}`);
        const { matrix } = code;
        const m = matrix.rows / 3;
        expect([transmittedPositions(code).length, rank(matrix)]).toEqual([n, matrix.rows]);
        const expected = Object.entries(degrees).map(([degree, columns]) => [Number(degree), columns * m]);
        expect(degreeCounts(tannerGraph(matrix).variableStart)).toEqual(expected);
      }
    }
  });
});

describe("loadCode", () => {
  it("suggests the nearest name, and refuses sizes that the standard lacks", () => {
    expect(() => loadCode("wimax-2304-1536")).toThrow("that begin so are wimax-2304-1536a, wimax-2304-1536b");
    expect(() => loadCode("nr-bg1-z383")).toThrow("did you mean nr-bg1-z384?");
    expect(() => loadCode("wifi-1944-1458", { liftingSize: 27 })).toThrow(
      "wifi-1944-1458 has lifting size 81, not 27: leave --lifting-size out",
    );
    const [wimax] = ofFamily("wimax");
    expect(() => loadCode(wimax.path, { liftingSize: 25 })).toThrow(/has no lifting size 25: it has 24, 28, /);
    expect(() => loadCode(wimax.path)).toThrow(/give --lifting-size with one of 24, 28/);
    expect(() => loadCode("nb620-gf32", { liftingSize: 24 })).toThrow(/leave --lifting-size out/);
    expect(() => loadCode("wimax-576-288", { rows: 6 })).toThrow("wimax-576-288 has no extension rows");
    expect(() => loadCode("nr-bg1-z2", { rows: 47 })).toThrow("47 rows of nr-bg1-z2: it must be 4 … 46 block rows");
  });
});
