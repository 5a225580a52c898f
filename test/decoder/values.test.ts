import { describe, expect, it } from "vitest";
import { decoderProgram, decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { valuesOfSymbols } from "../../src/decoder/values.ts";
import { smallCodes } from "./binary/codes.ts";

// Values of variables as texts: numbers with signs, lists, and distributions with a seed.
const read = (gamma: string, messages = "f32") =>
  readDecoder(`min-sum messages=${messages} variable=memory gamma=${gamma}`);
const codes = smallCodes();

describe("the text of values", () => {
  it("has one canonical form, with the numbers that the number format computes with", () => {
    const forms = {
      ".5": "0.5",
      "-0": "0",
      "1e-1": "0.100006103515625",
      "uniform(-.24,0.660)": "uniform(-0.24,0.66)",
    };
    for (const [text, canonical] of Object.entries(forms)) expect(read(text).options.gamma, text).toBe(canonical);
    expect(read("0.1,-0.2", "int12").options.gamma).toBe("0.1015625,-0.19921875");
    expect(decoderText(read("uniform(-0.24,0.66) gamma-seed=1", "int12"))).toMatch(
      / variable=memory gamma=uniform\(-0.24,0.66\) gamma-seed=1 /,
    );
  });

  it("is refused with the reason", () => {
    const refused = {
      "2": "gamma=2: 2 is not from -1 to 1",
      "0.1,,0.2": "give a number, a list of numbers, or uniform(a,b), from -1 to 1",
      "uniform(0.5)": "give a number, a list",
      "uniform(0.5,-0.5)": "write uniform(-0.5,0.5)",
      "uniform(0,1.5)": "1.5 is not from -1 to 1",
    };
    for (const [text, reason] of Object.entries(refused)) {
      expect(() => read(text), text).toThrow(reason);
      expect(() => read(text), text).toThrow(`decoder option gamma=${text}: `);
    }
    const limits = { workgroupBytes: 16384, workgroupSize: 256, software: false };
    expect(() => decoderProgram(codes["Z = 3, two of degree 1 in a check"], read("0.1,0.2"), limits)).toThrow(
      "2 values: the code has 18 symbols: give one or 6, one for each block column",
    );
    expect(() => decoderProgram(codes["Z = 1"], readDecoder("min-sum edge=damped reprocess=eqml"), limits)).toThrow(
      "reprocess=eqml counts changes of sign in the state of edges, which edge=damped has: use reprocess=abp or osd",
    );
  });
});

describe("the values of symbols", () => {
  const code = codes["Z = 3, two of degree 1 in a check"];

  it("are those of a list, by symbol or by block column", () => {
    expect([...valuesOfSymbols("0.1,0.2,0.3,0.4,0.5,0.6", code, { seed: 0 })].slice(1, 5)).toEqual([
      0.1, 0.1, 0.2, 0.2,
    ]);
    const own = Array.from({ length: 18 }, (_, n) => n / 32);
    expect([...valuesOfSymbols(own.join(","), code, { seed: 0 })]).toEqual(own);
  });

  it("of a distribution fill its interval, and differ by seed and by member", () => {
    const matrix = { ...code.matrix, columns: 10_000 };
    const draw = (seed: number, member: number) => [
      ...valuesOfSymbols("uniform(-0.25,0.75)", { matrix }, { seed, member }),
    ];
    const values = draw(1, 0);
    expect(Math.min(...values)).toBeGreaterThan(-0.25);
    expect(Math.max(...values)).toBeLessThan(0.75);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    // Five standard deviations of the mean.
    expect(Math.abs(mean - 0.25)).toBeLessThan((5 * Math.sqrt(1 / 12)) / 100);
    expect(draw(1, 0)).toEqual(values);
    expect(draw(2, 0)).not.toEqual(values);
    expect(draw(1, 1)).not.toEqual(values);
  });
});
