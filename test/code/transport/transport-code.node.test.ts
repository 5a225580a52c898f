import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { codeRate, rateMatch, sendsTwice, transmittedPositions } from "../../../src/code/rate-matching.ts";
import { baseGraphOf, codeBlock, segmentation, sentLengths, transmissionOrder } from "../../../src/code/transport.ts";
import { channelLlr } from "../../../src/decoder/channel-llr.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { type LoadOptions, loadCode } from "../../../src/node/codes/codes.ts";
import { spec } from "../../decoder/specs.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runEncoding } from "../../source/encoding/run-encoding.ts";
import { sweep } from "../../sweep.ts";

const TRANSPORT = { bits: 1000, rate: 0.5, versions: [0], pointBits: 4 } as const;
const codeOf = (more: Partial<NonNullable<LoadOptions["transport"]>> = {}) =>
  loadCode("nr", { transport: { ...TRANSPORT, ...more } });

describe("the code of a transport block", () => {
  it("has the block rows that it sends, and its rate does not count checksums", () => {
    const code = codeOf();
    expect(code.name).toBe("nr-1000-sent2000-rv0");
    expect(code.base!.liftingSize).toBe(104);
    expect([code.matrix.columns / 104, code.base!.rows]).toEqual([22, 12]);
    expect(transmittedPositions(code).length).toBe(2000);
    expect(codeRate(code)).toBe(0.5);
    expect([code.shortened!.length, sendsTwice(code)]).toEqual([24, false]);
    // The first 2Z bits, and the end of the last block column.
    expect(code.punctured!.length).toBe(22 * 104 - 24 - 2000);
  });

  it("begins redundancy versions at multiples of Z: 0, 13, 25 and 43 of base graph 2, 0, 17, 33 and 56 of graph 1", () => {
    const first = (graph: 1 | 2, buffer?: number) =>
      ([0, 1, 2, 3] as const).map((version) => {
        const block = codeBlock(graph, graph === 1 ? 22 * 8 : 800);
        return transmissionOrder(block, { version, bits: 10, pointBits: 1, buffer })[0] / block.liftingSize - 2;
      });
    expect(first(2)).toEqual([0, 13, 25, 43]);
    expect(first(1)).toEqual([0, 17, 33, 56]);
    // A buffer of 40 of 50 block columns.
    expect(first(2, 40 * 80)).toEqual([0, 10, 20, 34]);
  });

  it("interleaves the bits of points by columns, and goes around the buffer", () => {
    const block = codeBlock(2, 800);
    expect([...transmissionOrder(block, { version: 0, bits: 8, pointBits: 4 })]).toEqual(
      [0, 2, 4, 6, 1, 3, 5, 7].map((bit) => bit + 160),
    );
    const around = transmissionOrder(block, { version: 3, bits: 50 * 80, pointBits: 1 });
    expect(new Set(around).size).toBe(50 * 80);
    expect(around[7 * 80]).toBe(160);
  });

  it("adds transmissions, and knows which bits come twice", () => {
    const chase = codeOf({ versions: [0, 0] });
    expect(transmittedPositions(chase).length).toBe(4000);
    expect(sendsTwice(chase)).toBe(true);
    expect(chase.matrix).toEqual(codeOf().matrix);
    expect(codeRate(chase)).toBe(0.25);
    expect(sendsTwice(codeOf({ versions: [0, 2] }))).toBe(false);
    const hashes = [codeOf(), chase, codeOf({ versions: [0, 2] }), codeOf({ pointBits: 2 })].map((code) =>
      codeHash(code.matrix, code),
    );
    expect(new Set(hashes).size).toBe(4);
  });

  it("shares the points of a transmission among code blocks as TS 38.212, 5.4.2.1", () => {
    const transport = { bits: 8448, rate: 0.5, versions: [0], pointBits: 4 } as const;
    const { order, shorter } = codeOf({ ...transport, sent: 4 * 4223 }).sending!;
    expect([order.length, shorter!.order.length, shorter!.count, shorter!.blocks]).toEqual([8448, 8444, 1, 2]);
    // The bits of shorter blocks are the first of the circular buffer, in another order of points.
    const longest = new Set(order);
    expect([...shorter!.order].filter((position) => !longest.has(position))).toEqual([]);
    expect(codeRate(codeOf({ ...transport, sent: 4 * 4223 }))).toBeCloseTo(8448 / (4 * 4223), 12);
    const equal = codeOf({ ...transport, sent: 4 * 4224 });
    expect(equal.sending).toEqual(codeOf(transport).sending);
    expect(codeHash(equal.matrix, equal)).toBe(codeHash(codeOf(transport).matrix, codeOf(transport)));
    const hashes = [equal, codeOf({ ...transport, sent: 4 * 4223 })].map((code) => codeHash(code.matrix, code));
    expect(new Set(hashes).size).toBe(2);
  });

  it.each([
    // c, cab, ea and eb of NXP's ldpc_enc_tb_bits and ldpc_enc_tb_8k, and all remainders of some sizes.
    { blocks: 4, pointBits: 2, sent: 2 * 20474 + 2 * 20476, expected: [2, 20474, 20476] },
    { blocks: 12, pointBits: 2, sent: 4 * 5460 + 8 * 5462, expected: [4, 5460, 5462] },
    ...[...Array(5).keys()].map((rest) => ({
      blocks: 5,
      pointBits: 8,
      sent: 8 * (35 + rest),
      expected: rest === 0 ? [0, 56, 56] : [5 - rest, 56, 64],
    })),
  ])("sends $sent bits in $blocks code blocks: $expected", ({ blocks, pointBits, sent, expected }) => {
    const transport = { bits: 100, rate: 0.5, versions: [0], pointBits, sent } as const;
    const { count, shorter, longer } = sentLengths(transport, { ...segmentation(100, 0.5), blocks });
    expect([count, shorter, longer]).toEqual(expected);
    // E_r by the standard's condition on r.
    const lengths = Array.from({ length: blocks }, (_, r) =>
      r <= blocks - ((sent / pointBits) % blocks) - 1
        ? pointBits * Math.floor(sent / (pointBits * blocks))
        : pointBits * Math.ceil(sent / (pointBits * blocks)),
    );
    expect(Array.from({ length: blocks }, (_, r) => (r < count ? shorter : longer))).toEqual(lengths);
  });

  it("refuses frames of one length for code blocks of two", () => {
    const code = codeOf({ bits: 8448, sent: 4 * 4223 });
    const values = new Float32Array(8448);
    expect(() => channelLlr(values, code, spec("min-sum"), { transmitted: true })).toThrow(
      "code blocks of nr-8448-sent8444or8448-rv0 send 8444 or 8448 bits, and the frames of a file have one length",
    );
  });

  it("reaches rate 1/20 by repetition", () => {
    const code = codeOf({ rate: 1 / 20, pointBits: 2 });
    expect(codeRate(code)).toBe(1 / 20);
    expect(code.base!.rows).toBe(42);
    expect(sendsTwice(code)).toBe(true);
  });

  it.each([
    [
      { rate: 0.98, bits: 200 },
      "redundancy versions 0 send 208 different bits of a code block of 216 bits: give a lower rate",
    ],
    [{ rate: 1e-3 }, "a bit is sent"],
    [{ rate: 1e-6 }, "give 1 to 32 redundancy versions, and 16777216 bits of a code block at most"],
    [{ sent: 2001 }, "2001 bits do not fill points of 4 bits: send 2000 or 2004"],
    [{ bits: 8448, sent: 4 }, "4 bits have no point of 4 bits for each of 2 code blocks: send 8 or more"],
    [{ sent: 1004 }, "send 1004 different bits of a code block of 1016 bits"],
    [
      { buffer: 10, versions: [0] },
      "send 10 different bits of a code block of 1016 bits: give a lower rate or a larger --sent or --buffer",
    ],
  ] as const)("%j is refused", (more, message) => {
    expect(() => codeOf(more as object)).toThrow(message);
  });

  it("belongs to the code nr alone, without options of a file", () => {
    expect(() => loadCode("nr-bg2-z104", { transport: TRANSPORT })).toThrow("give --code nr, not nr-bg2-z104");
    expect(() => loadCode("nr", { transport: TRANSPORT, rows: 5 })).toThrow("leave the option rows out");
    expect(() => loadCode("nr")).toThrow("the code nr is chosen by a transport block: give --transport and --rate");
  });
});

const ROWS = readFileSync(new URL("./sionna-generators.csv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(","))
  .map(([k, n, ones, sha256]) => ({ k: Number(k), n: Number(n), ones: Number(ones), sha256 }));
/** Eighteen codes by default: the 17 shortest and the longest. */
const COMPARED = { few: [...ROWS.slice(0, 17), ...ROWS.slice(-1)], every: ROWS };
/** Unit vectors of a word of bits. */
const TOGETHER = 32;

it("reads 28 matrices", () => {
  expect(ROWS.length).toBe(28);
});

it.each(sweep(COMPARED, 6))(
  "k = $k, n = $n: Sionna's generator matrix is ours, row by row",
  async ({ k, n, ones, sha256 }) => {
    const block = codeBlock(baseGraphOf(k, k / n), k);
    const { baseGraph, liftingSize, fillers } = block;
    const { code } = rateMatch(loadCode(`nr-bg${baseGraph}-z${liftingSize}`), { fillers });
    const order = transmissionOrder(block, { version: 0, bits: n, pointBits: 1 });
    const encoder = codeEncoder(code);
    expect(encoder.k).toBe(k);
    const random = randomNumbers(k);
    const information = Uint8Array.from({ length: k }, () => Number(random() < 0.5));
    const sum = new Uint8Array(n);
    const hash = createHash("sha256");
    let count = 0;
    const words = await encodedUnits(code, encoder.informationPositions);
    for (let first = 0; first < k; first += TOGETHER) {
      const rows = rowsOf(words.subarray((first / TOGETHER) * code.matrix.columns), order);
      rows.slice(0, k - first).forEach((positions, i) => {
        count += positions.length;
        hash.update(`${positions.join(" ")}\n`);
        if (information[first + i] === 1) for (const position of positions) sum[position] ^= 1;
      });
    }
    expect([count, hash.digest("hex")]).toEqual([ones, sha256]);
    // The encoder of single words has the same matrix.
    const word = encoder.encode(information);
    expect([...order].map((position) => word[position])).toEqual([...sum]);
  },
);

/** The codewords of all unit vectors, by the encoder of simulations: [word of 32 vectors][N]. */
function encodedUnits(code: Code, informationPositions: Uint32Array): Promise<Uint32Array> {
  const { columns } = code.matrix;
  const frames = informationPositions.length;
  const units = new Uint32Array(Math.ceil(frames / TOGETHER) * columns);
  informationPositions.forEach((position, i) => {
    units[Math.floor(i / TOGETHER) * columns + position] = 2 ** (i % TOGETHER);
  });
  return runEncoding(cpuEngine(), code, units, frames);
}

/** For each of 32 words the positions of its ones, in the order of sending. */
function rowsOf(words: Uint32Array, order: Uint32Array): number[][] {
  const rows = Array.from({ length: TOGETHER }, (): number[] => []);
  order.forEach((position, i) => {
    for (let ones = words[position]; ones !== 0; ones &= ones - 1) rows[31 - Math.clz32(ones & -ones)].push(i);
  });
  return rows;
}
