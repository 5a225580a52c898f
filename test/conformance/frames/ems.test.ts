import { describe, expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { randomMatrix } from "../random-matrix.ts";
import { expectDecodings } from "./expect-decodings.ts";

const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];

describe("ems decoder", () => {
  it.each([2, 4, 8, 16, 32, 64])("over GF(%i), flooding f32", async (q) => {
    const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    const taken = await expectDecodings(both(), { matrix, words: "ems nm=3", seed: q, withSyndrome: true });
    expect(new Set(taken).size).toBeGreaterThan(1);
  });
  it.each([8])("over GF(%i), layered f32", async (q) => {
    const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    await expectDecodings(both(), { matrix, words: "ems nm=3 schedule=layered", seed: q, withSyndrome: true });
  });
});
