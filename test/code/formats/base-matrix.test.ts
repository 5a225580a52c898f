import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { familyCode } from "../../../src/code/code-family.ts";
import { formats } from "../../../src/code/formats/index.ts";
import { readFamily, writeFamily } from "../../../src/code/formats/json.ts";
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

  it.each([5_000, 500_000_000, 4_294_967_295, Number.MAX_SAFE_INTEGER])(
    "with an accumulator and %i columns are refused before anything is allocated for them",
    (columns) => {
      const text = `{ "name": "a", "description": "", "source": "", "lifting": { "rule": "as given", "size": 5 },
        "parity": "accumulator",
        "columns": ${columns},
        "entries": [[[0, 1]], [[1, 2]]] }`;
      const family = readFamily(text.replace(String(columns), "2"), file);
      // The shortest of three times: a busy machine pauses one of them.
      const times = [1, 2, 3].map(() => {
        const start = performance.now();
        expect(thrown(text)).toBe(
          `${file}:3: ${columns} block columns but only 2 entries: some have none, no check protects them`,
        );
        expect(() => familyCode({ ...family, columns }, 5)).toThrow(/but only 6 entries/);
        return performance.now() - start;
      });
      expect(Math.min(...times)).toBeLessThan(1000);
    },
  );

  it("are read or refused with as many lifting sizes as a file can hold", () => {
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
