import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkCodeword } from "../../../src/code/encoder.ts";
import { formats } from "../../../src/code/formats/index.ts";
import { formatOfEnding, formatOfName } from "../../../src/code/formats/read-code.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { knownDistances, listCodes, loadCode } from "../../../src/node/codes/codes.ts";
import { writeNewFile } from "../../../src/node/disk/disk.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const folder = newFolder();

describe("the codes of the package", () => {
  it("have different names", () => {
    const names = listCodes().map(({ name }) => name);
    expect(names).toContain("nb620-gf32");
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(listCodes())("$name lies in a family and is called as its file", ({ name, family, path }) => {
    expect(family).not.toBe("");
    expect(loadCode(name).name).toBe(name);
    expect(readFileSync(path, "utf8")).toBe(formats.json.write(loadCode(name)));
  });
});

describe("loadCode", () => {
  it("reads a file by its ending, a format or a name", () => {
    const code = loadCode("beidou-88-44-gf64");
    const path = join(folder, "other.kn");
    writeFileSync(path, formats.kn.write(code));
    writeFileSync(join(folder, "matrix"), formats.kn.write(code));
    const read = loadCode(path);
    expect(read).toEqual({ name: "other", description: "", source: "file other.kn", matrix: code.matrix });
    expect(codeHash(loadCode(join(folder, "matrix"), { format: "kn" }).matrix)).toBe(codeHash(code.matrix));
  });

  it("refuses an unknown name with the nearest one", () => {
    expect(() => loadCode("nb620-gf23")).toThrow(
      'unknown code "nb620-gf23", and there is no such file: did you mean nb620-gf32?',
    );
    expect(() => loadCode("zzzzzzzz")).toThrow("`ldpc codes` lists the names");
    expect(() => loadCode("wifi")).toThrow(
      /^unknown code "wifi", and there is no such file: the names that begin so are wifi-1296-1080, (wifi-[\d-]+, ){10}wifi-648-540$/,
    );
    expect(() => loadCode("wimax-")).toThrow(/: the names that begin so are (wimax-[\w-]+, ){12}… \(\d+ in all\)$/);
    expect(() => loadCode("nb837")).toThrow("did you mean nb837-gf32?");
  });

  it("names the fault of a file", () => {
    const open = join(folder, "matrix.txt");
    writeFileSync(open, "3 2\n");
    mkdirSync(join(folder, "folder.alist"));
    expect(() => loadCode(join(folder, "absent.kn"))).toThrow(/absent\.kn: cannot be read: there is no such file/);
    expect(() => loadCode(join(folder, "folder.alist"))).toThrow(/cannot be read: it is a folder/);
    expect(() => loadCode(open)).toThrow(/matrix\.txt: fits none of the formats binary-alist, /);
    expect(() => loadCode(open, { format: "alist" })).toThrow(/matrix\.txt:1: the first line claims 3 columns/);
    expect(() => loadCode(open, { format: "qery-alist" })).toThrow(
      'unknown format "qery-alist", did you mean qary-alist?: known are json, alist',
    );
    expect(() => formatOfEnding("out", "--to")).toThrow(
      "out: the name has no ending that names a format: give --to with one of json, alist",
    );
  });
});

it("formatOfName does not take a property of every object for a format", () => {
  expect(() => formatOfName("constructor")).toThrow(/unknown format "constructor"/);
  expect(formatOfEnding("x.ALIST", "--to")).toBe(formats.alist);
});

it("writeNewFile keeps an existing file unless forced", () => {
  const path = join(folder, "kept");
  writeNewFile(path, "one", false);
  expect(() => writeNewFile(path, "two", false)).toThrow(`${path}: exists already: --force overwrites it`);
  expect(readFileSync(path, "utf8")).toBe("one");
  writeNewFile(path, "two", true);
  expect(readFileSync(path, "utf8")).toBe("two");
  expect(() => writeNewFile(join(folder, "absent", "x"), "", true)).toThrow(
    /cannot be written: there is no such folder/,
  );
});

describe("codes/distances.json", () => {
  it.each(knownDistances().map((known) => [known.code, known] as const))("has a word of %s", (name, known) => {
    const code = loadCode(name);
    const { matrix } = code;
    const { distance, hash, positions, values = positions.map(() => 1) } = known;
    expect(codeHash(matrix, code)).toBe(hash);
    const word = new Array<number>(matrix.columns).fill(0);
    positions.forEach((position, i) => {
      word[position] = values[i];
    });
    expect(word.filter((symbol) => symbol !== 0)).toHaveLength(distance);
    expect(checkCodeword(matrix, word).isCodeword).toBe(true);
  });

  it("is in the listing of a code", async () => {
    const ccsds = await ldpc("code", "info", "ccsds-128-64");
    expect(ccsds.stdout).toMatch(/^distance +at most 14: 16 words found, fewer than 0\.01 more expected$/m);
    const nonbinary = await ldpc("code", "info", "beidou-88-44-gf64", "--json");
    expect(JSON.parse(nonbinary.stdout).distance).toMatchObject({ distance: 6, words: 1 });
    expect((await ldpc("code", "info", "tiny20-gf2")).stdout).not.toContain("distance");
  });
});
