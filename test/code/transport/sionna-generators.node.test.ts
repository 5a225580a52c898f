import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { rateMatch } from "../../../src/code/rate-matching.ts";
import { baseGraphOf, codeBlock, transmissionOrder } from "../../../src/code/transport.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { frameBuffer } from "../../../src/gpu/program.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { codeEncoding } from "../../../src/source/encoding/index.ts";
import { runParameters } from "../../run-parameters.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { sweep } from "../../sweep.ts";

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

it.each(sweep(COMPARED, 3))(
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
async function encodedUnits(code: Code, informationPositions: Uint32Array): Promise<Uint32Array> {
  const { columns } = code.matrix;
  const frames = informationPositions.length;
  const { dispatches, buffers } = codeEncoding(code, TOGETHER);
  const units = new Uint32Array(Math.ceil(frames / TOGETHER) * columns);
  informationPositions.forEach((position, i) => {
    units[Math.floor(i / TOGETHER) * columns + position] = 2 ** (i % TOGETHER);
  });
  const program = {
    ...{ buffers: { ...buffers, codeword: frameBuffer("u32", columns, TOGETHER) }, start: dispatches },
    ...{ iterate: [], repeats: 0, afterIterations: [], plan: [] },
  };
  const prepared = await cpuEngine().prepare(program, frames);
  const output = { buffer: "codeword", elements: units.length };
  const { outputs } = await prepared.run(runParameters({ frames }), [output], { codeword: units });
  prepared.release();
  return outputs[0] as Uint32Array;
}

/** For each of 32 words the positions of its ones, in the order of sending. */
function rowsOf(words: Uint32Array, order: Uint32Array): number[][] {
  const rows = Array.from({ length: TOGETHER }, (): number[] => []);
  order.forEach((position, i) => {
    for (let ones = words[position]; ones !== 0; ones &= ones - 1) rows[31 - Math.clz32(ones & -ones)].push(i);
  });
  return rows;
}
