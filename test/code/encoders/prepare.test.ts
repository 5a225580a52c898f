import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  codeEncoder,
  codeInformation,
  type EncoderStore,
  encoderFromParts,
  prepareEncoder,
  type SystematicEncoder,
  systematicEncoder,
} from "../../../src/code/encoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { smallMatrices } from "../small-matrices.ts";
import { arbitraryAccumulator, arbitraryDualDiagonal } from "./structured-code.ts";

const matrix = randomMatrix(galoisField(2), [14, 15, 14, 16], 40, 3);

/** A store in memory that records its calls. */
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
  it("is the encoder that elimination gives, over any field", () => {
    fc.assert(
      fc.property(smallMatrices({ rows: 8, columns: 40 }), (small) => {
        const { planes, parityPositions, parity } = systematicEncoder(small);
        const again = encoderFromParts(small, parityPositions.slice(), planes.slice());
        expect(again?.parity).toEqual(parity);
        expect(again?.informationPositions).toEqual(systematicEncoder(small).informationPositions);
      }),
    );
  });

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
