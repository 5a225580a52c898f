import { describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { giveText } from "../../../src/decoder/given-files.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { decodeOn } from "./decode.ts";
import { expectOracle } from "./expect-oracle.ts";
import { randomFrames } from "./frames.ts";

const engines = bothEngines();
const codes = smallCodes();
const names = Object.keys(codes);
const random = randomNumbers(7);

/** Weights of every edge in three iterations. */
function ofEdges({ matrix }: DecodableCode): string {
  const lists = (most: number) =>
    Array.from({ length: 3 }, () => Array.from(matrix.variable, () => Math.round(random() * 1000 * most) / 1000));
  return JSON.stringify({ scale: lists(1), offset: lists(0.75) });
}

const decoders = [
  "schedule=flooding mapping=frames",
  "schedule=layered messages=int12 mapping=frames",
  "schedule=layered mapping=resident order=random",
  "schedule=flooding mapping=resident messages=byte",
  "schedule=layered mapping=streaming messages=int11 edge=self-corrected",
  "schedule=flooding mapping=streaming messages=int12 variable=memory",
];

describe("min-sum with a file of weights", () => {
  const cases = names.map((name, i) => ({ name, words: decoders[i % decoders.length] }));
  it.each(sweep(cases, 4))("$words: the oracle's bits on $name", async ({ name, words }) => {
    const code = codes[name];
    const spec = `min-sum iterations=5 weights=${giveText(ofEdges(code))} ${words}`;
    const on = /mapping=frames|int11/.test(words) ? [engines.cpu, engines.gpu] : [engines.cpu];
    expect(await expectOracle(on, code, spec, { count: 5, seed: 3, withSyndrome: true })).toBe(5);
  });

  // One scale for all edges, the same for every edge, and the same for every circulant.
  const equal = decoders
    .slice(0, 3)
    .flatMap((words, i) => names.slice(2 * i, 2 * i + 1).map((name) => ({ name, words })));
  it.each(sweep(equal, 3))(
    "$words: equal weights are normalised-min-sum and offset-min-sum on $name",
    async ({ name, words }) => {
      const code = codes[name];
      const edges = code.matrix.variable.length;
      const circulants = code.base?.column.length ?? edges;
      const frames = randomFrames(code.matrix, 6, 5, false, 5);
      const decoded = (text: string) =>
        decodeOn(engines.cpu, code, readDecoder(`${text} iterations=4 ${words}`), frames, false);
      for (const [rule, member, value] of [
        ["normalised-min-sum", "scale", 0.825],
        ["offset-min-sum", "offset", 0.5],
        ["normalised-min-sum", "scale", 1],
      ] as const) {
        const plain = await decoded(`${rule} ${member}=${value}`);
        for (const weights of [
          value,
          Array(edges).fill(value),
          [Array(circulants).fill(value), [...Array(circulants).fill(value)]],
        ]) {
          const found = await decoded(`min-sum weights=${giveText(JSON.stringify({ [member]: weights }))}`);
          for (const [f, { posterior }] of found.entries()) {
            expectSameElements(posterior, plain[f].posterior, `${member}=${value}, frame ${f}`);
          }
        }
      }
    },
  );

  // Its check of one edge sends the largest difference, which both weights make shorter than the largest message.
  it("numbers are lists of equal numbers, scale and offset together", async () => {
    const code = codes.unstructured;
    const edges = code.matrix.variable.length;
    const frames = randomFrames(code.matrix, 6, 4, false, 1);
    const decoded = (weights: object) => {
      const words = `min-sum messages=int12 iterations=1 stop=none weights=${giveText(JSON.stringify(weights))}`;
      return decodeOn(engines.cpu, code, readDecoder(words), frames, false);
    };
    const lists = { scale: Array(edges).fill(0.3), offset: Array(edges).fill(10) };
    expect(await decoded({ scale: 0.3, offset: 10 })).toEqual(await decoded(lists));
  });

  it("a list of circulants gives every edge of a circulant its weight", async () => {
    const code = codes["Z = 5 with degree-1 variables"];
    const { base, matrix } = code;
    const classes = base!.column;
    const own = Array.from(classes, (_, e) => (e + 1) / (classes.length + 1));
    const edges = Array.from(matrix.variable, () => 0);
    for (let m = 0; m < matrix.rows; m++) {
      for (let e = matrix.checkStart[m]; e < matrix.checkStart[m + 1]; e++) {
        const [r, c] = [Math.floor(m / 5), Math.floor(matrix.variable[e] / 5)];
        const row = classes.subarray(base!.rowStart[r], base!.rowStart[r + 1]);
        edges[e] = own[base!.rowStart[r] + row.indexOf(c)];
      }
    }
    const frames = randomFrames(matrix, 6, 5, false, 5);
    for (const storage of ["compact", "flat"]) {
      const [one, other] = await Promise.all(
        [own, edges].map((scale) =>
          decodeOn(
            engines.cpu,
            code,
            readDecoder(`min-sum iterations=3 storage=${storage} weights=${giveText(JSON.stringify({ scale }))}`),
            frames,
            false,
          ),
        ),
      );
      for (const [f, { posterior }] of one.entries()) expectSameElements(posterior, other[f].posterior, `frame ${f}`);
    }
  });
});

// Files from elsewhere: each is refused with the reason, whatever it has.
const HOSTILE: readonly (readonly [text: string, message: string])[] = [
  ["", "is empty"],
  ["[1, 2]", "give an object"],
  ['{"scale": 0.5, "weigth": 1}', "weigth is unknown"],
  ['{"scale": "0.5"}', "give a number, a list"],
  ['{"scale": []}', "give a number, a list"],
  ['{"scale": [[]]}', "give a number, a list"],
  ['{"scale": [[0.5], 0.5]}', "give a number, a list"],
  ['{"scale": [[[0.5]]]}', "give numbers from 0 to 8"],
  ['{"scale": [0.5, null]}', "give numbers from 0 to 8"],
  ['{"scale": -0.5}', "scale: -0.5: give numbers from 0 to 8"],
  ['{"scale": [[0.5, 1], [1]]}', "different lengths"],
  ['{"scale": [0.5, 0.5]}', "2 numbers: the code has"],
  [`{"scale": ${"[".repeat(70)}${"]".repeat(70)}}`, "nested deeper"],
  ['{"scale": 1e999}', "scale: Infinity: give numbers from 0 to 8"],
  [`{"scale": ["${"x".repeat(10_000)}\\u001b"]}`, `scale: "${"x".repeat(99)}…: give numbers from 0 to 8`],
];

it.each(HOSTILE)("weights %j are refused: %s", async (text, message) => {
  const code = codes["Z = 32"];
  const decode = () =>
    decodeOn(
      engines.cpu,
      code,
      readDecoder("min-sum weights=w.json", { "w.json": text }),
      randomFrames(code.matrix, 1, 1, false, 1),
      false,
    );
  await expect(async () => decode()).rejects.toMatchObject({
    message: expect.stringContaining(message),
    location: { file: "w.json" },
  });
});

it("a file is named by its text, and a text that is missing is asked for", async () => {
  const spec = readDecoder("min-sum weights=w.json", { "w.json": '{"scale": 0.75}' });
  expect(spec.options.weights).toBe(giveText('{"scale": 0.75}'));
  expect(() => readDecoder("min-sum weights=w.json")).toThrow('give its text, readDecoder(words, { "w.json": text })');
  expect(() => readDecoder("min-sum weights=w.json", { "w.json": "\u0000" })).toThrow("control characters");
  const code = codes["Z = 32"];
  const frames = randomFrames(code.matrix, 1, 1, false, 1);
  await expect(async () =>
    decodeOn(engines.cpu, code, readDecoder(`min-sum weights=${"0".repeat(64)}`), frames, false),
  ).rejects.toThrow("is not given");
});
