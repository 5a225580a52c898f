import { describe, expect, test } from "vitest";
import { designRate, edgesPerSymbol, nodeTypeText } from "../../../src/code/construct/met.ts";
import { readEnsemble } from "../../../src/code/formats/json.ts";

const TEXT = `{
  "name": "small",
  "description": "d",
  "source": "s",
  "variables": [
    { "fraction": 0.25, "degrees": [3, 2, 0] },
    { "fraction": 0.75, "degrees": [0, 0, 1] }
  ],
  "checks": [
    { "fraction": 0.125, "degrees": [6, 0, 0] },
    { "fraction": 0.25, "degrees": [0, 2, 1] },
    { "fraction": 0.5, "degrees": [0, 0, 1] }
  ]
}
`;

describe("ensemble files", () => {
  test("are read", () => {
    const ensemble = readEnsemble(TEXT, "x");
    expect(ensemble).toEqual(JSON.parse(TEXT));
    expect([designRate(ensemble), edgesPerSymbol(ensemble)]).toEqual([0.125, 2]);
    expect(ensemble.variables.map(nodeTypeText)).toEqual(["0.25 x1^3 x2^2", "0.75 x3"]);
  });

  test("are protographs, each of whose entries is an edge type", () => {
    const { variables, checks, name } = readEnsemble("# of edges\n1 2 0\n1, 0, 3\n", "folder/a proto.txt");
    expect(name).toBe("a-proto");
    expect(variables.map(({ degrees }) => degrees)).toEqual([
      [1, 0, 1, 0],
      [0, 2, 0, 0],
      [0, 0, 0, 3],
    ]);
    expect(checks.map(({ degrees }) => degrees)).toEqual([
      [1, 2, 0, 0],
      [0, 0, 1, 3],
    ]);
    expect([...variables, ...checks].every(({ fraction }) => fraction === 1 / 3)).toBe(true);
    expect(() => readEnsemble("1 2\n1\n", "p.txt")).toThrow("p.txt:2: 1 numbers: the first row has 2");
    expect(() => readEnsemble("1 2\n1 x\n", "p.txt")).toThrow('p.txt:2: "x" is no number of edges of a protograph');
  });

  test("are refused with more edge types than density evolution has room for", () => {
    const text = TEXT.replace("[6, 0, 0]", `[${"6, ".repeat(150_000)}6]`);
    expect(() => readEnsemble(text, "x")).toThrow(/^x:10: "checks\.0\.degrees" must have at most 1000 elements/);
  });

  test.each([
    ['"source": "s",', '"source": "s"', "small.json:5: not valid JSON from this line on"],
    ['"source": "s",', "", /small\.json:1: "source" is missing/],
    ['0.25, "degrees": [3, 2, 0]', '0, "degrees": [3, 2, 0]', /small\.json:6: "variables\.0\.fraction" /],
    ["[6, 0, 0]", "[6.5, 0, 0]", /small\.json:10: "checks\.0\.degrees\.0" must be a whole number/],
    ["[6, 0, 0]", "[6, 0]", 'small.json:10: "checks.0": 2 degrees, but the first has 3: one for each edge type'],
    ["[0, 0, 1] }\n  ],", "[0, 0, 0] }\n  ],", 'small.json:7: "variables.1": a node type without edges'],
    ["0.75", "0.65", 'small.json:5: "variables": the fractions of the variables sum to 0.9, not to 1'],
    [
      "[6, 0, 0]",
      "[5, 0, 0]",
      'small.json:9: "checks": sockets of edge type x1 do not match: 0.75 for each symbol at variables and 0.625 at checks',
    ],
    [
      '0.125, "degrees": [6, 0, 0]',
      '0.75, "degrees": [1, 0, 0]',
      'small.json:9: "checks": the design rate is -0.5: it must be above 0',
    ],
    ['"small"', '"a/b"', /small\.json:2: "name" must be letters, digits, dots, dashes and underscores only/],
  ])("%j for %j is refused", (from, to, reason) => {
    expect(TEXT).toContain(from);
    expect(() => readEnsemble(TEXT.replace(from, to), "small.json")).toThrow(reason);
  });

  test("an edge type without edges is refused", () => {
    const text = TEXT.replaceAll(/\[(\d), (\d), (\d)\]/g, "[$1, $2, $3, 0]");
    expect(() => readEnsemble(text, "x")).toThrow('x:5: "variables": edge type x4 has no edges: leave it out');
  });
});
