import { describe, expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { randomMatrix } from "../random-matrix.ts";
import { expectDecodings } from "./expect-decodings.ts";

const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];

describe("trellis Min-Max decoder", () => {
  it.each([2, 4, 8, 16, 32, 64, 128, 256])("over GF(%i), flooding f32", async (q) => {
    const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    const taken = await expectDecodings(both(), { matrix, words: "trellis-min-max", seed: q });
    expect(new Set(taken).size).toBeGreaterThan(1);
  });
  it.each([2, 8, 32])("over GF(%i), flooding f16", async (q) => {
    const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    const taken = await expectDecodings(both(), { matrix, words: "trellis-min-max messages=f16", seed: q });
    expect(new Set(taken).size).toBeGreaterThan(1);
  });
  it.each([8])("over GF(%i), layered f32", async (q) => {
    const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    await expectDecodings(both(), { matrix, words: "trellis-min-max schedule=layered", seed: q });
  });
  it.each([8])("over GF(%i), layered f16", async (q) => {
    const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    await expectDecodings(both(), { matrix, words: "trellis-min-max schedule=layered messages=f16", seed: q });
  });
});
