import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { baseEntries, baseMatrix, expand } from "../../src/code/base-matrix.ts";
import type { Code } from "../../src/code/code.ts";
import { dispersionCode } from "../../src/code/construct/dispersion.ts";
import { labelEdges } from "../../src/code/construct/labels.ts";
import { regularGraphSteps } from "../../src/code/construct/peg.ts";
import { randomSource } from "../../src/code/construct/random.ts";
import { rank } from "../../src/code/elimination/elimination.ts";
import {
  codeEncoder,
  codeInformation,
  type EncoderStore,
  encode,
  encoderFromParts,
  prepareEncoder,
  type SystematicEncoder,
  syndrome,
  systematicEncoder,
} from "../../src/code/encoder.ts";
import { type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { rateMatch } from "../../src/code/rate-matching.ts";
import { finish } from "../../src/code/steps.ts";
import { galoisField, multiply } from "../../src/galois/field.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { binaryMatrix, denseMatrix } from "./binary-matrix.ts";
import { arbitraryAccumulator, arbitraryDualDiagonal } from "./encoders/structured-code.ts";
import { randomBits } from "./random-bits.ts";
import { smallMatrices } from "./small-matrices.ts";

/** Number of words with zero syndrome, by trying all q^N words. It is q^k for every rank. */
function codeSize(matrix: ParityCheckMatrix): number {
  const { q } = matrix.field;
  let size = 0;
  const word = new Uint8Array(matrix.columns);
  for (let index = 0; index < q ** matrix.columns; index++) {
    for (let n = 0, rest = index; n < word.length; n++, rest = Math.floor(rest / q)) word[n] = rest % q;
    const fails = Array.from({ length: matrix.rows }, (_, m) =>
      rowEntries(matrix, m).reduce((sum, [column, value]) => sum ^ multiply(matrix.field, value, word[column]), 0),
    );
    if (fails.every((s) => s === 0)) size++;
  }
  return size;
}

function randomWords(encoder: SystematicEncoder): fc.Arbitrary<Uint32Array> {
  const symbol = fc.integer({ min: 0, max: encoder.field.q - 1 });
  return fc
    .array(symbol, { minLength: encoder.k, maxLength: encoder.k })
    .map((information) => Uint32Array.from(information));
}

describe("systematic encoder", () => {
  test("its words satisfy every check and carry the information, for any field and rank", () => {
    fc.assert(
      fc.property(
        smallMatrices({ rows: 8, columns: 12 }).chain((matrix) =>
          fc.tuple(fc.constant(matrix), randomWords(systematicEncoder(matrix))),
        ),
        ([matrix, information]) => {
          const encoder = systematicEncoder(matrix);
          const word = encode(encoder, information);
          expect(syndrome(matrix, word)).toEqual(new Uint8Array(matrix.rows));
          expect(encoder.informationPositions.map((position) => word[position])).toEqual(information);
          const positions = [...encoder.informationPositions, ...encoder.parityPositions].sort((a, b) => a - b);
          expect(positions).toEqual(Array.from({ length: matrix.columns }, (_, i) => i));
          expect(encoder.k + encoder.rank).toBe(matrix.columns);
        },
      ),
    );
  });

  test.each([
    [1, 12],
    [2, 6],
    [3, 4],
  ])("k is the true one: GF(2^%i) codes have q^k words", (p, columns) => {
    fc.assert(
      fc.property(smallMatrices({ p, rows: 6, columns }), (matrix) => {
        const { k, rank: encoderRank } = systematicEncoder(matrix);
        expect(codeSize(matrix)).toBe(matrix.field.q ** k);
        expect(encoderRank).toBe(rank(matrix));
      }),
      { numRuns: 30 },
    );
  });

  test("information comes first as far as the code allows", () => {
    const matrix = denseMatrix(4, "1 0 0 2 1", "0 3 1 2 1");
    // Columns 3 and 4 are multiples of each other, so 3 cannot be parity beside 4.
    const encoder = systematicEncoder(matrix);
    expect([...encoder.informationPositions]).toEqual([0, 1, 3]);
    expect([...encoder.parityPositions]).toEqual([2, 4]);
  });

  test("dependent rows are dropped: the (837,726) code has 124 checks of rank 111", () => {
    const matrix = dispersionCode(galoisField(32), { rows: [0, 3], columns: [4, 30] });
    const encoder = systematicEncoder(matrix);
    expect([matrix.rows, encoder.rank, encoder.k]).toEqual([124, 111, 726]);
    const information = Uint32Array.from({ length: 726 }, (_, i) => (7 * i + 3) % 32);
    const word = encode(encoder, information);
    expect(syndrome(matrix, word).every((s) => s === 0)).toBe(true);
    // A wrong symbol makes the check fail.
    word[5] ^= 1;
    expect(syndrome(matrix, word).filter((s) => s !== 0).length).toBe(4);
  });
});

describe("rank", () => {
  test("is that of dense elimination", () => {
    fc.assert(
      fc.property(smallMatrices({ rows: 9, columns: 14 }), (matrix) => {
        expect(rank(matrix)).toBe(systematicEncoder(matrix).rank);
      }),
      { numRuns: 300 },
    );
  });

  test("with many columns of two entries is that of dense elimination too, over every field", () => {
    const cases = fc.record({ q: fc.constantFrom(2, 4, 8), rows: fc.integer({ min: 2, max: 8 }), seed: fc.nat(1e6) });
    fc.assert(
      fc.property(cases, ({ q, rows, seed }) => {
        const random = randomSource(seed);
        const columns = 3 * rows;
        const lists = Array.from({ length: rows }, (): [number, number][] => []);
        for (let column = 0; column < columns; column++) {
          const order = random.shuffle([...lists.keys()]);
          const degree = Math.min(rows, column % 7 === 0 ? 3 : 2);
          for (const m of order.slice(0, degree)) lists[m].push([column, 1 + random.below(q - 1)]);
        }
        const used = lists.filter((row) => row.length > 0);
        const matrix = parityCheckMatrix(galoisField(q), columns, used);
        expect(rank(matrix)).toBe(systematicEncoder(matrix).rank);
      }),
      { numRuns: 300 },
    );
  });

  test("of a graph: checks as vertices, variables as edges, less one for each component without an odd column", () => {
    // A ring of 30,000 checks, which would take 0.9 GB as a dense matrix.
    const size = 30_000;
    const ring = Array.from({ length: size }, (_, m) => [0, 1].map((shift) => (m + shift) % size));
    expect(rank(binaryMatrix(size, ring))).toBe(size - 1);
    ring[0].push(size);
    expect(rank(binaryMatrix(size + 1, ring))).toBe(size);
  });

  test("out of reach is said so", () => {
    const graph = finish(
      regularGraphSteps({ variables: 200, variableDegree: 3, checkDegree: 6, seed: 1, attempts: 1 }),
    );
    const matrix = parityCheckMatrix(galoisField(4), 200, labelEdges(galoisField(4), graph, "random", 1));
    expect(rank(matrix)).toBe(systematicEncoder(matrix).rank);
    expect(rank(matrix, undefined, 900)).toBe(systematicEncoder(matrix).rank);
    expect(() => rank(matrix, undefined, 100)).toThrow("dense part has more than 100 elements is out of reach");
  });
});

const anyCode = fc.oneof(arbitraryDualDiagonal, arbitraryAccumulator);

describe("encoders that use structure", () => {
  it("make code words that carry the information", () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        const encoder = codeEncoder(code);
        const { k, n, rank, informationPositions, parityPositions } = encoder;
        expect([n, k + rank]).toEqual([code.matrix.columns, code.matrix.columns]);
        const positions = [...informationPositions, ...parityPositions].sort((a, b) => a - b);
        expect(positions).toEqual(Array.from({ length: n }, (_, i) => i));
        const information = randomBits(k);
        const word = encoder.encode(information);
        expect(syndrome(code.matrix, word)).toEqual(new Uint8Array(code.matrix.rows));
        expect(Uint8Array.from(informationPositions, (position) => word[position])).toEqual(information);
        // A wrong bit makes the check fail, because every symbol is checked.
        word[word.length - 1] ^= 1;
        expect(syndrome(code.matrix, word)).not.toEqual(new Uint8Array(code.matrix.rows));
      }),
    );
  });

  it("give the code that elimination gives", () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        const structured = codeEncoder(code);
        const general = systematicEncoder(code.matrix);
        expect([structured.k, structured.rank]).toEqual([general.k, general.rank]);
        // The codes have the same dimension, and one contains the other's words.
        for (let i = 0; i < general.k; i++) {
          const word = general.encode(Uint8Array.from({ length: general.k }, (_, j) => (i === j ? 1 : 0)));
          const information = structured.informationPositions.map((position) => word[position]);
          expect(structured.encode(information)).toEqual(word);
        }
      }),
    );
  });

  it("leave shortened symbols zero", () => {
    fc.assert(
      fc.property(anyCode, fc.nat(), (code, number) => {
        const all = codeEncoder(code).informationPositions;
        const { code: shortenedCode, shortened } = rateMatch(code, { fillers: 1 + (number % (all.length - 1)) });
        const encoder = codeEncoder(shortenedCode);
        expect(encoder.k).toBe(all.length - shortened.length);
        const word = encoder.encode(new Uint8Array(encoder.k).fill(1));
        expect(syndrome(code.matrix, word).every((bit) => bit === 0)).toBe(true);
        expect([...shortened].map((position) => word[position])).toEqual(new Array(shortened.length).fill(0));
        expect([...encoder.informationPositions].every((position) => word[position] === 1)).toBe(true);
        const { parity: _, base: __, ...unstructured } = shortenedCode;
        const general = () => codeEncoder(unstructured).k;
        // Elimination chooses its own information symbols. It may have to refuse, but never encodes wrongly.
        const positions = new Set(systematicEncoder(code.matrix).informationPositions);
        if ([...shortened].every((position) => positions.has(position))) expect(general()).toBe(encoder.k);
        else expect(general).toThrow(/shortened symbol \d+ is no information symbol of the encoder/);
      }),
    );
  });

  it("refuse wrong information and codes without the structure that they claim", () => {
    const [code] = fc.sample(arbitraryDualDiagonal, { numRuns: 1, seed: 1 });
    const base = code.base!;
    const encoder = codeEncoder(code);
    expect(() => encoder.encode([1])).toThrow(`1 information symbols given: the code takes ${encoder.k}`);
    expect(() => encoder.encode(new Array(encoder.k).fill(2))).toThrow(
      "information symbol 0 is 2: it must be in 0 … 1",
    );
    expect(() => codeEncoder({ ...code, parity: "accumulator" })).toThrow(/does not end in an accumulator's staircase/);
    expect(() => codeEncoder({ ...code, base: undefined })).toThrow(
      "claims a dual-diagonal parity part but has no base",
    );
    const informationColumns = base.columns - base.rows;
    const changed = (change: (entry: readonly [number, number, number]) => [number, number, number]): Code => {
      const other = baseMatrix(base.rows, base.columns, base.liftingSize, baseEntries(base).map(change));
      return { ...code, matrix: expand(other), base: other };
    };
    const shifted = changed(([r, c, s]) => [r, c, c === informationColumns + 1 ? 1 : s]);
    expect(() => codeEncoder(shifted)).toThrow(/not on the diagonal and above it with shift 0/);
    const odd = changed(([r, c, s]) => [r, c, c === informationColumns && r === 0 ? (s + 1) % base.liftingSize : s]);
    expect(() => codeEncoder(odd)).toThrow(/do not cancel but for one/);
  });
});

const matrix = randomMatrix(galoisField(2), [14, 15, 14, 16], 40, 3);

function memoryStore(holds?: SystematicEncoder) {
  const asked: string[] = [];
  let kept: SystematicEncoder | undefined = holds;
  const store: EncoderStore = {
    load() {
      asked.push("load");
      return kept;
    },
    keep(_, encoder) {
      asked.push("keep");
      kept = encoder;
    },
  };
  return { asked, store };
}

describe("where the information stands", () => {
  it("is the encoder's, over any field and of any rank", () => {
    fc.assert(
      fc.property(smallMatrices({ rows: 8, columns: 40 }), (small) => {
        const { encode: _, general: __, ...positions } = codeEncoder(codeOf(small));
        expect(codeInformation(codeOf(small))).toEqual(positions);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(arbitraryDualDiagonal, arbitraryAccumulator), (code) => {
        expect(codeInformation({ ...code }).informationPositions).toEqual(codeEncoder(code).informationPositions);
      }),
    );
  });

  it("leaves shortened symbols out, and refuses others", () => {
    const { informationPositions, parityPositions } = codeInformation(codeOf(matrix));
    const shortened = informationPositions.slice(2, 4);
    const { k, informationPositions: left } = codeInformation({ ...codeOf(matrix), shortened });
    expect(k).toBe(informationPositions.length - 2);
    expect([...left, ...shortened].sort((a, b) => a - b)).toEqual([...informationPositions]);
    const wrong = { ...codeOf(matrix), shortened: parityPositions.slice(0, 1) };
    expect(() => codeInformation(wrong)).toThrow("is no information symbol of the encoder");
  });
});

describe("an encoder that is prepared", () => {
  it("is taken from the store, with the shortened symbols of the code", async () => {
    const general = systematicEncoder(matrix);
    const { asked, store } = memoryStore(general);
    const code = { ...codeOf(matrix), shortened: general.informationPositions.slice(0, 1) };
    await prepareEncoder(code, "information", { store });
    expect(codeEncoder(code).general).toBe(general);
    expect(codeInformation(code).k).toBe(general.k - 1);
    expect(asked).toEqual(["load"]);
  });
});

describe("an encoder from parts that were kept", () => {
  it("is none if a bit is wrong", () => {
    fc.assert(
      fc.property(smallMatrices({ rows: 8, columns: 40 }), fc.nat(), (small, number) => {
        const encoder = systematicEncoder(small);
        const { k, rank, field, planes, parityPositions } = encoder;
        fc.pre(k > 0 && rank > 0);
        const changed = planes.slice();
        const i = number % k;
        changed[(Math.floor(i / 32) * field.p + (number % field.p)) * rank + (number % rank)] ^= 1 << (i % 32);
        expect(encoderFromParts(small, parityPositions, changed)).toBeUndefined();
      }),
    );
  });

  it.each<[string, (positions: Uint32Array) => Uint32Array]>([
    ["of positions that do not ascend", (positions) => positions.slice().reverse()],
    ["of positions that are none", (positions) => positions.map((position) => position + 40)],
    ["of fewer positions", (positions) => positions.slice(1)],
  ])("is none %s", (_, change) => {
    const { planes, parityPositions } = systematicEncoder(matrix);
    expect(encoderFromParts(matrix, change(parityPositions), planes)).toBeUndefined();
  });
});
