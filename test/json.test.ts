import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { InputError } from "../src/errors.ts";
import { fitted, jsonValue, parseJson } from "../src/json.ts";
import { jsonLine, jsonLines } from "../src/json-line.ts";

function nested(levels: number, open = "[", close = "]"): string {
  return open.repeat(levels) + close.repeat(levels);
}

describe("JSON from elsewhere", () => {
  it("is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonValue(text, { file: "f" })).toEqual(JSON.parse(text));
      }),
    );
    expect(jsonValue('["[[[{{{\\"[[", "\\\\"]', {})).toEqual(['[[[{{{"[[', "\\"]);
  });

  it("is refused in few words if it has many unknown entries", () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`key${i}`, 1]));
    const { misfit } = fitted(many, z.strictObject({}));
    expect(misfit?.message).toMatch(/^has an unknown entry "key0", .*, "key11" and 988 more$/);
  });

  it("is nested 64 levels deep at most", () => {
    expect(JSON.stringify(jsonValue(nested(64), {}))).toBe(nested(64));
    for (const text of [nested(65), nested(5000), "[".repeat(1e6), nested(1e6, '{"a":[', "]}")]) {
      expect(() => jsonValue(`1\n${text}`, { file: "f" })).toThrow(
        "f:2: arrays and objects are nested deeper than 64 levels",
      );
      expect(() => jsonValue(text, { file: "f", line: 7 })).toThrow(/^f:7: arrays/);
      expect(() => jsonValue(text, { file: "f" })).toThrow(InputError);
    }
    expect(jsonValue(`[${"[],".repeat(1000)}1]`, {})).toHaveLength(1001);
    expect(jsonValue(`"${"[".repeat(1000)}"`, {})).toHaveLength(1000);
  });

  it("has the lines of all values, found in one walk or one by one", () => {
    fc.assert(
      fc.property(fc.json(), (compact) => {
        const text = JSON.stringify(JSON.parse(compact), null, 1);
        const lineOf = jsonLines(text, 2);
        const visit = (value: unknown, path: (string | number)[]) => {
          expect(lineOf(path), JSON.stringify(path)).toBe(jsonLine(text, path));
          if (typeof value !== "object" || value === null || path.length > 3) return;
          const isList = Array.isArray(value);
          for (const [key, inner] of Object.entries(value)) visit(inner, [...path, isList ? Number(key) : key]);
        };
        visit(JSON.parse(text), []);
      }),
    );
    expect(jsonLines('{"a":\n1,"a":\n2}', 1)(["a"])).toBe(2);
  });

  it("is no longer than the caller has room for", () => {
    expect(jsonValue("[1,2]", {}, 5)).toEqual([1, 2]);
    expect(() => jsonValue("[1,22]", { file: "f" }, 5)).toThrow("f: has 6 characters: at most 5 are read");
  });

  it("is refused with the line of the first error", () => {
    expect(() => jsonValue("[1,\n2,\n]", { file: "f" })).toThrow("f:3: not valid JSON from this line on");
    expect(() => jsonValue("{", { file: "f", line: 9 })).toThrow("f:9: not valid JSON from this line on");
    expect(() => jsonValue('{"a":1]', { file: "f" })).toThrow(InputError);
  });

  it("has no two members of one name in an object", () => {
    const text = '{"a": [{"x": ":"}, {"x": 1,\n"y": {"x": 1},\n"\\u0078": 2}], "b": {"a": 1}}';
    expect(() => jsonValue(text, { file: "f", line: 4 })).toThrow(
      'f:6: an object has "x" twice: delete one of the two',
    );
    expect(() => jsonValue('{"__proto__": 1, "__proto__": 2}', {})).toThrow('has "__proto__" twice');
  });

  it("fits a schema or is refused with the line of what does not", () => {
    const schema = z.strictObject({ rows: z.array(z.array(z.int())) });
    expect(parseJson('{"rows":[[1]]}', "f", schema)).toEqual({ rows: [[1]] });
    expect(() => parseJson('{"rows":[[1],\n[1.5]]}', "f", schema)).toThrow(
      /^f:2: "rows\.1\.0" must be a whole number, not 1\.5$/,
    );
    expect(() => parseJson("3", "f", schema)).toThrow(/^f:1: the file must be an object, not 3$/);
  });

  it("may be wrong in more places than a call has arguments", () => {
    const schema = z.array(z.array(z.int()));
    const text = `[\n[${"1.5,".repeat(300_000)}1]]`;
    expect(() => parseJson(text, "f", schema)).toThrow("f:1: the file has too many values that are wrong");
    expect(fitted(JSON.parse(text), schema)).toEqual({
      misfit: { path: [], message: "has too many values that are wrong" },
    });
  });
});
