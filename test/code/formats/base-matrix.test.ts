import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { familyCode } from "../../../src/code/code-family.ts";
import { designRate, edgesPerSymbol, nodeTypeText } from "../../../src/code/construct/met.ts";
import { formats } from "../../../src/code/formats/index.ts";
import { readEnsemble, readFamily, writeFamily } from "../../../src/code/formats/json.ts";
import { itLong } from "../../sweep.ts";
import { arbitraryAccumulator, arbitraryDualDiagonal } from "../encoders/structured-code.ts";

const format = formats["base-matrix"];
const file = "toy.base.json";

const GOOD = `{
  "name": "toy-{n}-{k}",
  "description": "",
  "source": "test",
  "lifting": { "rule": "floor(s*z/reference)", "reference": 8, "sizes": [4, 8] },
  "parity": "dual-diagonal",
  "puncturedColumns": [0],
  "columns": 4,
  "shifts": [
    [1, 5, 0, -1],
    [7, 3, 0, 0],
    [-1, 5, -1, 0]
  ]
}
`;

function thrown(text: string, options: object = {}): string {
  try {
    format.read(text, { file, ...options });
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}

describe("base matrix files", () => {
  it("hold a code for each lifting size", () => {
    const code = format.read(GOOD, { file, liftingSize: 4 });
    expect(code).toMatchObject({ name: "toy-16-4", parity: "dual-diagonal", punctured: Uint32Array.of(0, 1, 2, 3) });
    expect(code.base).toMatchObject({ rows: 3, columns: 4, liftingSize: 4 });
    expect([...code.base!.shift]).toEqual([0, 2, 0, 3, 1, 0, 0, 2, 0]);
    expect(format.read(GOOD, { file, liftingSize: 8 }).matrix.columns).toBe(32);
  });

  it("are written as they were read", () => {
    expect(writeFamily(readFamily(GOOD, file))).toBe(GOOD);
    const sparse = writeFamily({
      ...readFamily(GOOD, file),
      lifting: { rule: "s of the set mod z", sets: [[2, 4], [3]] },
      columns: 2,
      rows: [
        [
          [0, 1, 2],
          [0, 3, 0],
        ],
      ],
    });
    expect(writeFamily(readFamily(sparse, file))).toBe(sparse);
    expect(sparse).toContain("    [[0, 1, 2], [0, 3, 0]]\n");
  });

  it("keep a code with its structure", () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryDualDiagonal, arbitraryAccumulator), (code) => {
        expect(format.read(format.write(code), { file })).toEqual(code);
      }),
    );
  });

  it("are refused with the line of the fault", () => {
    const at = (from: string, to: string) => thrown(GOOD.replace(from, to), { liftingSize: 4 });
    expect(at("[1, 5, 0, -1]", "[1, 8, 0, -1]")).toBe(
      `${file}:10: block row 0, block column 1: shift 8 is outside 0 … 7`,
    );
    expect(at("[7, 3, 0, 0]", "[7, 3, 0]")).toBe(`${file}:11: block row 1 has 3 blocks: "columns" says 4`);
    expect(at("[7, 3, 0, 0]", "[7, 3.5, 0, 0]")).toMatch(
      /^toy.base.json:11: "shifts.1.1" must be a whole number, not 3.5/,
    );
    expect(at("[7, 3, 0, 0]", "[7, -2, 0, 0]")).toMatch(/^toy.base.json:11: "shifts.1.1" must be at least -1, not -2/);
    expect(at("[7, 3, 0, 0]", "[7, 3, 0, 2]")).toBe(
      `${file}:5: the base matrix does not end in a dual diagonal: block column 3 is not on the diagonal and above it with shift 0`,
    );
    expect(at("[4, 8]", "[4, 8, 4]")).toBe(`${file}:5: lifting size 4 is given twice`);
    expect(at('"sizes": [4, 8]', '"sizes": [2, 8]')).toBe(`${file}:5: toy-{n}-{k} has no lifting size 4: it has 2, 8`);
    expect(at("toy-{n}-{k}", "toy")).toBe(`${file}:2: all codes have this name: put {n} or {z} into it`);
    expect(at("toy-{n}", "toy/{n}")).toMatch(/:2: "toy\/16-4" is no code name/);
    expect(at('"reference": 8, ', "")).toMatch(/:5: "lifting.reference" /);
    expect(at("floor(s*z/reference)", "s/2")).toMatch(/:5: "lifting.rule" /);
    expect(at('"puncturedColumns": [0]', '"puncturedColumns": [4]')).toBe(
      `${file}:7: "puncturedColumns.0": punctured block column 4 is outside 0 … 3`,
    );
    expect(at('"puncturedColumns": [0]', '"puncturedColumns": [1,\n0, 1]')).toBe(
      `${file}:8: "puncturedColumns.2": block column 1 is punctured twice`,
    );
    expect(at('"shifts"', '"entries"')).toMatch(/:10: 12 faults: line 10: "entries.0.0" /);
    expect(thrown(GOOD)).toBe(`${file}:5: the file has 2 lifting sizes: give --lifting-size with one of 4, 8`);
    expect(thrown(GOOD, { liftingSize: 4, values: "decimal" })).toMatch(/leave --values out/);
    expect(thrown(GOOD, { liftingSize: 4, polynomial: 7 })).toMatch(/leave --polynomial out/);
    expect(thrown(GOOD.replace('"parity"', '"party"'))).toMatch(/has an unknown entry/);
    expect(thrown("{")).toBe(`${file}:1: not valid JSON from this line on`);
    const huge = GOOD.replace("[4, 8]", "[4, 65536]").replace(
      /\[7, 3, 0, 0\]/,
      `${"[7, 3, 0, 0],\n".repeat(900)}[7, 3, 0, 0]`,
    );
    expect(thrown(huge, { liftingSize: 4 })).toMatch(/:5: \d+ ones are too many/);
  });

  it("extension rows without an accumulator, or with too little of one", () => {
    const fault = /"extensionRows" follow two or more rows of an accumulator/;
    const accumulator = `{ "lifting": { "rule": "as given", "size": 5 }, "parity": "accumulator",
      "extensionRows": 1, "columns": 1, "entries": [[[0, 1]], [[0, 2]], [[0, 3], [2, 4]]] }`;
    expect(readFamily(accumulator, file).extensionRows).toBe(1);
    expect(thrown(accumulator.replace('"extensionRows": 1', '"extensionRows": 2').replace(", [2, 4]", ""))).toMatch(
      fault,
    );
    expect(thrown(accumulator.replace("accumulator", "dual-diagonal"))).toMatch(fault);
    expect(thrown(accumulator.replace("[2, 4]", "[3, 4]"))).toMatch(/block row 2: block column 3 is outside 0 … 2/);
    expect(thrown(accumulator.replace("[0, 1]", "[1, 1]"))).toMatch(/block row 0: block column 1 is outside 0 … 0/);
  });

  it.each([5_000, Number.MAX_SAFE_INTEGER])(
    "with an accumulator and %i columns are refused before anything is allocated for them",
    (columns) => {
      const text = `{ "name": "a", "description": "", "source": "", "lifting": { "rule": "as given", "size": 5 },
        "parity": "accumulator",
        "columns": ${columns},
        "entries": [[[0, 1]], [[1, 2]]] }`;
      const family = readFamily(text.replace(String(columns), "2"), file);
      expect(thrown(text)).toMatch(/^toy\.base\.json:3: \d+ block columns but only 2 entries: some have none/);
      expect(() => familyCode({ ...family, columns }, 5)).toThrow(/but only 6 entries/);
    },
  );

  itLong("are read or refused with as many lifting sizes as a file can hold", () => {
    const text = (sizes: readonly number[], of = "s mod z") => {
      const rule = of === "s mod z" ? `"sizes": [${sizes}]` : `"sets": [[${sizes.slice(1)}], [${sizes[0]}]]`;
      const shifts = of === "s mod z" ? 0 : "0, 0";
      return `{ "name": "a-{z}", "description": "", "source": "",
        "lifting": { "rule": "${of}", ${rule} },
        "columns": 200, "entries": [[${Array.from({ length: 200 }, (_, c) => `[${c}, ${shifts}]`)}]] }`;
    };
    const all = Array.from({ length: 2 ** 16 }, (_, i) => i + 1);
    for (const rule of ["s mod z", "s of the set mod z"]) {
      expect(thrown(text([...all, ...all, ...all], rule))).toBe(`${file}:2: lifting size 1 is given twice`);
      expect(format.read(text(all, rule), { file, liftingSize: 7 }).matrix.columns).toBe(1400);
      expect(thrown(text(all, rule), { liftingSize: 70_000 })).toMatch(/it has 1, 2, .*, 64, … \(65536 in all\)$/);
      expect(thrown(text(all, rule))).toMatch(/with one of 1, 2, .*, 64, … \(65536 in all\)$/);
    }
  });

  it("refuse entries that are wrong", () => {
    const sparse = (rows: string) =>
      thrown(`{ "name": "a", "description": "", "source": "", "lifting": { "rule": "as given", "size": 5 }, "columns": 2,
        "entries": [
          ${rows}
        ] }`);
    expect(sparse("[[0, 1], [2, 0]]")).toBe(`${file}:3: block row 0: block column 2 is outside 0 … 1`);
    expect(sparse("[[0, 1], [1, 5]]")).toBe(`${file}:3: block row 0, block column 1: shift 5 is outside 0 … 4`);
    expect(sparse("[[0, 1], [1, 0],\n [0, 1]]")).toBe(`${file}:3: block row 0, block column 0: shift 1 is given twice`);
    expect(sparse("[[0, 1], [1, 0, 0]]")).toBe(
      `${file}:3: block row 0: entry [1, 0, 0] needs a block column and 1 shifts`,
    );
    expect(sparse("[[0, 1], [0, 2]]")).toBe(`${file}:1: block column 1 has no entry: no check protects it`);
    expect(thrown(GOOD.replace('"columns": 4', '"columns": 4, "entries": [[[0, 0]]]'))).toMatch(
      /needs either "shifts" or/,
    );
  });

  it("cannot hold a code that is not quasi-cyclic over GF(2)", () => {
    const code = { name: "x", description: "", source: "", ...format.read(GOOD, { file, liftingSize: 4 }) };
    expect(() => format.write({ ...code, shortened: Uint32Array.of(3) })).toThrow(/no place for 1 shortened symbols/);
    expect(() => format.write({ ...code, punctured: Uint32Array.of(3) })).toThrow(/only puncture whole block columns/);
    expect(() => format.write(code, { values: "decimal" })).toThrow(/leave --to-values out/);
    const { symbolOrder, ...base } = code.base!;
    const moved = { first: Uint32Array.from(symbolOrder.first).reverse(), step: symbolOrder.step };
    expect(() => format.write({ ...code, base: { ...base, symbolOrder: moved } })).toThrow(/another order of checks/);
    const field = { ...code.matrix.field, q: 4 };
    expect(() => format.write({ ...code, matrix: { ...code.matrix, field } })).toThrow("over GF(2), not GF(4)");
  });
});

describe("a file that somebody has written by hand", () => {
  it("needs no name, description or source", () => {
    const text = '{ "lifting": { "rule": "as given", "size": 3 }, "columns": 2, "shifts": [[1, 0]] }';
    expect(readFamily(text, "folder/my code.base.json")).toMatchObject({
      name: "my-code",
      description: "",
      source: "file my code.base.json",
    });
    const several = text.replace('"as given", "size": 3', '"s mod z", "sizes": [3, 5]');
    expect(readFamily(several, "mine.base.json").name).toBe("mine-z{z}");
  });

  it("is answered with all its faults", () => {
    const text = '{\n"lifting": { "rule": "s", "size": 3 },\n"shifts": [[1.5, 0]]\n}';
    expect(() => readFamily(text, "mine.base.json")).toThrow(
      'mine.base.json:2: 3 faults: line 2: "lifting.rule" must be "as given" (with "size"), "s mod z" (with "sizes"), ' +
        '"floor(s*z/reference)" (with "reference" and "sizes") or "s of the set mod z" (with "sets"); ' +
        'line 1: "columns" is missing; line 3: "shifts.0.0" must be a whole number, not 1.5',
    );
    expect(() => readFamily("{}", "mine.base.json")).toThrow(
      /3 faults: .* the file needs either "shifts" or "entries"/,
    );
    const rows =
      '{ "lifting": { "rule": "as given", "size": 3 }, "colums": 2,\n"columns": 2,\n"shifts": [[1, 3],\n[0]] }';
    expect(() => readFamily(rows, "mine.base.json")).toThrow(
      'mine.base.json:1: 3 faults: line 1: the file has an unknown entry "colums"; ' +
        'line 3: block row 0, block column 1: shift 3 is outside 0 … 2; line 4: block row 1 has 1 blocks: "columns" says 2',
    );
  });
});

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
