import { describe, expect, it } from "vitest";
import { type SystematicEncoder, systematicEncoder } from "../../../../src/code/encoder.ts";
import { generatorPlanes } from "../../../../src/code/generator.ts";
import { parityCheckMatrix, rowEntries } from "../../../../src/code/parity-check-matrix.ts";
import { finish } from "../../../../src/code/steps.ts";
import { type GaloisField, galoisField, multiply } from "../../../../src/galois/field.ts";
import { primitivePolynomials } from "../../../../src/galois/primitive.ts";
import { generatorEncoding } from "../../../../src/source/encoding/generator.ts";
import { randomMatrix } from "../../../decoder/random-matrix.ts";
import { bothEngines } from "../../../engines.ts";
import { expectSameElements } from "../../../same-elements.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { runEncodingStages } from "../../../source/encoding/run-encoding.ts";

const engines = bothEngines();
const FIELDS = [2, 4, 8, 16, 32, 64, 128, 256];

describe("encode: words of the code that keep their information", () => {
  it.each(FIELDS)("over GF(%i), with a row that depends on two others", async (q) => {
    const field = galoisField(q);
    const independent = randomMatrix(field, [4, 5, 3, 4, 6, 4], 14, q);
    const rows = Array.from({ length: independent.rows }, (_, m) => rowEntries(independent, m));
    const sum = new Map(rows[0]);
    for (const [column, value] of rows[1]) sum.set(column, (sum.get(column) ?? 0) ^ value);
    const matrix = parityCheckMatrix(field, 14, [...rows, [...sum].filter(([, value]) => value !== 0)]);
    const encoder = systematicEncoder(matrix);
    expect(encoder.rank).toBeLessThan(matrix.rows);

    const frames = 5;
    const random = randomNumbers(q);
    const words = Uint32Array.from({ length: frames * 14 }, () => Math.floor(random() * q));
    const codeword = await encodeOnBoth(encoder, words);
    for (let slot = 0; slot < frames; slot++) {
      const word = codeword.subarray(slot * 14, (slot + 1) * 14);
      for (const position of encoder.informationPositions) expect(word[position]).toBe(words[slot * 14 + position]);
      for (let m = 0; m < matrix.rows; m++) {
        expect(rowEntries(matrix, m).reduce((rest, [n, h]) => rest ^ multiply(field, h, word[n]), 0)).toBe(0);
      }
    }
  });
});

describe("encode: the sums of products of a random generator", () => {
  it.each(FIELDS)("over GF(%i), whole words of 32 information symbols or not, several workgroups", async (q) => {
    await expectProducts(randomGenerator(galoisField(q), 75, 66), 6);
    await expectProducts(randomGenerator(galoisField(q), 608, 5), 1);
  });

  it.each([32, 64, 256])("over GF(%i) of another polynomial", async (q) => {
    const polynomial = primitivePolynomials(Math.log2(q)).at(-1)!;
    expect(polynomial).not.toBe(galoisField(q).polynomial);
    await expectProducts(randomGenerator(galoisField(q, polynomial), 40, 9), 4);
  });
});

/** A random generator matrix whose information and parity positions alternate until one kind is used up. */
function randomGenerator(field: GaloisField, k: number, rank: number) {
  const random = randomNumbers(k + field.polynomial);
  const n = k + rank;
  const both = 2 * Math.min(k, rank);
  const isParity = Array.from({ length: n }, (_, i) => (i < both ? i % 2 === 0 : rank > k));
  const positions = (parity: boolean) =>
    Uint32Array.from([...isParity.keys()].filter((position) => isParity[position] === parity));
  const parity = Uint8Array.from({ length: k * rank }, () => Math.floor(random() * field.q));
  const informationPositions = positions(false);
  const given = { field, n, k, rank, informationPositions, parityPositions: positions(true), parity };
  const rowOf = (j: number) => {
    const row = new Uint8Array(n);
    informationPositions.forEach((position, i) => {
      row[position] = parity[i * rank + j];
    });
    return row;
  };
  return { ...given, planes: finish(generatorPlanes(given, rowOf)) };
}

async function expectProducts(generator: ReturnType<typeof randomGenerator>, frames: number): Promise<void> {
  const { field, n, k, rank, informationPositions, parityPositions, parity } = generator;
  const random = randomNumbers(rank);
  const words = Uint32Array.from({ length: frames * n }, () => Math.floor(random() * field.q));
  const expected = words.slice();
  for (let word = 0; word < frames * n; word += n) {
    for (let j = 0; j < rank; j++) {
      let sum = 0;
      for (let i = 0; i < k; i++) sum ^= multiply(field, words[word + informationPositions[i]], parity[i * rank + j]);
      expected[word + parityPositions[j]] = sum;
    }
  }
  expectSameElements(await encodeOnBoth(generator, words), expected, `(${n}, ${k}) over GF(${field.q})`);
}

/** Codewords from both engines, which must be equal. */
async function encodeOnBoth(
  encoder: Omit<SystematicEncoder, "encode" | "parity">,
  words: Uint32Array,
): Promise<Uint32Array> {
  const encoding = generatorEncoding(encoder);
  const onCpu = await runEncodingStages(engines.cpu, encoding, encoder.n, words);
  expectSameElements(await runEncodingStages(engines.gpu, encoding, encoder.n, words), onCpu, "device and CPU");
  return onCpu;
}
