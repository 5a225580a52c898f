import { describe, expect, it } from "vitest";
import { formats } from "../../../src/code/formats/index.ts";

const read = (text: string) => formats.qc.read(text, { file: "H.qc" });

describe("AFF3CT's .qc", () => {
  it("has shifts to the right: row i of a block has its one in column i + s", () => {
    const { matrix, punctured } = read("# by hand\n2 1 3\n\n1 0 # shifts\n");
    expect(punctured).toBeUndefined();
    expect([...matrix.checkStart]).toEqual([0, 2, 4, 6]);
    expect([...matrix.variable]).toEqual([1, 3, 2, 4, 0, 5]);
  });

  it("punctures block columns of 0", () => {
    expect(read("2 1 3\n1 0\n1 0\n").punctured).toEqual(Uint32Array.of(3, 4, 5));
  });

  it("is read without its first line where the lifting size is given, with commas and dashes, and a shift of Z is one of 0", () => {
    const whole = formats.qc.read("3 2 4\n0 -1 3\n2 1 0\n", { file: "H.qc" });
    for (const text of ["0 -1 3\n2 1 0\n", "0, -, 3\n2;1;4\n", "3 2 4\n4 -1 3\n2 1 0"]) {
      expect(formats.qc.read(text, { file: "H.txt", liftingSize: 4 })).toEqual(whole);
    }
    for (const text of ["3 2 4\n0 -1 3\n2 1 0\n", "2 2 4\n0 1\n2 1\n"]) {
      expect(() => formats.qc.read(text, { file: "H.txt", liftingSize: 5 })).toThrow("does not fit --lifting-size 5");
    }
  });

  it.each([
    ["2 1\n1 0\n", "H.qc:1: the first line of numbers must be"],
    ["2 2 3\n1 0\n", "H.qc:1: the first line claims 2 block rows, but 1 lines follow"],
    ["2 1 3\n1\n", "H.qc:2: 1 numbers: the first line claims 2 block columns"],
    ["2 1 3\n1 4\n", "H.qc:2: block column 1: shift 4 is outside 0 … 3"],
    ["2 1 3\n1 x\n", 'H.qc:2: "x" is neither a shift nor -1'],
    ["2 1 3\n1 -1\n", "H.qc:1: 1 × 2 blocks but only 1 entries"],
    ["2 1 3\n1 1\n0 2\n", "H.qc:3: 2 in the puncturing pattern"],
    ["2 1 3\n1 1\n0 0\n", "H.qc:3: the puncturing pattern leaves nothing to be sent"],
    ["2 1 99999999\n1 1\n", "H.qc:1: lifting size 99999999 is too large"],
  ])("refuses %j", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
