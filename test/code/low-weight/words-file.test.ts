import { expect, it } from "vitest";
import { constructCode } from "../../../src/code/construct/recipe.ts";
import { lightWords, readWordsFile, writeWordsFile } from "../../../src/code/low-weight.ts";

const code = (q: number, seed: number) =>
  constructCode({
    ...({ family: "peg", name: "c", polynomial: q === 2 ? 3 : 7, n: 24, labels: "random", attempts: 1 } as const),
    q,
    seed,
    degrees: [3, 6],
  });
const options = { sums: 2, above: 2, heaviest: 20, seed: 1 };

it.each([2, 4])("words of a code over GF(%i) are read as they were written", (q) => {
  const found = lightWords(code(q, 1), { ...options, informationSets: 20 });
  const text = writeWordsFile(code(q, 1), options, found);
  expect(readWordsFile(text, "w.json", code(q, 1), options)).toEqual({ sets: 20, words: found.words });
});

it("a file that does not fit is refused with the line at fault", () => {
  const text = writeWordsFile(code(4, 1), options, lightWords(code(4, 1), { ...options, informationSets: 5 }));
  const read = (changed: string, other = code(4, 1), given = options) => readWordsFile(changed, "w.json", other, given);
  expect(() => read(text, code(4, 2))).toThrow(/w\.json:3: holds words of another code \(c\)/);
  expect(() => read(text, code(4, 1), { ...options, seed: 2 })).toThrow(
    /w\.json:7: was made with seed 1: .* same options/,
  );
  const first = text.split("\n").findIndex((line) => line.includes('"hits"')) + 1;
  const values = /"values":\[1,(\d)/;
  const changes = [
    [values, (_: string, value: string) => `"values":[1,${(Number(value) % 3) + 1}`, /is no word of the code/],
    [values, '"values":[2,$1', /ascending positions with values from 1/],
    [values, '"values":[1,4', /ascending positions with values from 1/],
    [/"positions":\[\d+/, '"positions":[99', /ascending positions/],
    [/"hits":\d+/, '"hits":6', /ascending positions .* at most all sets/],
  ] as const;
  for (const [pattern, to, message] of changes) {
    const changed = text.replace(pattern, to as string);
    expect(changed).not.toBe(text);
    expect(() => read(changed)).toThrow(message);
    expect(() => read(changed)).toThrow(`w.json:${first}: `);
  }
});
