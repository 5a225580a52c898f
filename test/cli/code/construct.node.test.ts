import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runCli } from "../../../src/cli/run.ts";
import { readCodeJson, readFamily } from "../../../src/code/formats/json.ts";
import { newFolder } from "../../new-folder.ts";
import { checkResult } from "../run-in-process.ts";

const folder = newFolder();

let stdout = "";
let stderr = "";

beforeEach(() => {
  stdout = "";
  stderr = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const PEG = "code construct --family peg --q 4 --n 10 --degrees 2,4 --name k5";

function ldpc(line: string, ...more: string[]): Promise<number> {
  return runCli([...line.split(" "), ...more]);
}

describe("ldpc code construct", () => {
  test("refuses a file before it constructs the code", async () => {
    const file = join(folder, "there.json");
    writeFileSync(file, "");
    // No graph of 10 variables has these degrees, which only the construction notices.
    const impossible = "code construct --family peg --q 4 --n 10 --degrees 3,7 --name k5";
    expect(await ldpc(impossible, "--out", file)).toBe(1);
    expect(stderr).toBe(`ldpc: ${file}: exists already: --force overwrites it\n`);
    stderr = "";
    expect(await ldpc(impossible, "--out", file, "--force")).not.toBe(0);
    expect(stderr).not.toContain("exists already");
    stderr = "";
    expect(await ldpc(impossible, "--out", join(folder, "none", "code.json"))).toBe(1);
    expect(stderr).toMatch(/there is no such folder/);
  });

  test("writes JSON to stdout whose source makes the same file", async () => {
    expect(await ldpc(PEG)).toBe(0);
    expect(stderr).toBe("");
    const code = readCodeJson(stdout, "stdout");
    expect(code.name).toBe("k5");
    expect(code.source).toBe(
      "ldpc code construct --family peg --q 4 --polynomial 0x7 --n 10 --degrees 2,4 --labels optimised --seed 1 --attempts 8 --name k5",
    );
    const first = stdout;
    stdout = "";
    expect(await ldpc(code.source.slice("ldpc ".length))).toBe(0);
    expect(stdout).toBe(first);
  });

  test("takes the field's other polynomials and random labels", async () => {
    expect(await ldpc(`${PEG} --q 32 --polynomial 0x3D --labels random --seed 4`.replace("--q 4 ", ""))).toBe(0);
    expect(readCodeJson(stdout, "stdout").matrix.field.polynomial).toBe(0x3d);
  });

  test("does not overwrite a file without --force", async () => {
    const out = join(folder, "k5.json");
    writeFileSync(out, "precious");
    expect(await ldpc(PEG, "--out", out)).toBe(1);
    expect(stderr).toMatch(/k5\.json: exists already: --force overwrites it/);
    expect(readFileSync(out, "utf8")).toBe("precious");
    expect(await ldpc(PEG, "--out", out, "--force")).toBe(0);
    expect(readCodeJson(readFileSync(out, "utf8"), out).name).toBe("k5");
  });

  test.each([
    ["--q 6", /field size 6 is not supported: q must be a power of two/],
    ["--polynomial 0x8", /polynomial 0x8 does not have degree 2/],
    ["--n 11", /11 symbols of degree 2 make 22 edges, no multiple of the check degree 4/],
    ["--n 2", /degrees 2,4 need more than 2 symbols/],
    ["--degrees 3x6", /--degrees 3x6 is not a variable and a check degree/],
    ["--name a/b", /--name a\/b must be letters/],
    ["--rows 0-9", /--rows belongs to --family dispersion/],
  ])("%s is refused and writes nothing", async (change, reason) => {
    const [option] = change.split(" ");
    const line = PEG.replace(new RegExp(` ${option} \\S+`), "");
    const out = join(folder, "refused.json");
    expect([1, 2]).toContain(await ldpc(`${line} ${change}`, "--out", out));
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/unexpected error/);
    expect(existsSync(out)).toBe(false);
    expect(stdout).toBe("");
  });

  test.each([
    ["--rows 0-9", /--family dispersion needs --columns/],
    ["--rows 0-9 --columns 10", /--columns 10 is not a range/],
    ["--rows 0-9 --columns 10-29 --mask 0,2;3", /--mask 0,2;3 is not a mask/],
    ["--rows 0-9 --columns 10-29 --mask 0,2,3", /a mask of 1 circulants/],
    ["--rows 0-9 --columns 10-29 --seed 1", /--seed belongs to --family peg/],
  ])("dispersion with %s is refused", async (options, reason) => {
    expect([1, 2]).toContain(await ldpc(`code construct --family dispersion --q 32 --name x ${options}`));
    expect(stderr).toMatch(reason);
  });
});

describe("ldpc code construct --family met", () => {
  const MET = "code construct --family met --ensemble met-r05 --columns 100 --lifting-sizes 12";

  test("writes base matrices whose source makes the same file", async () => {
    expect(await ldpc(MET)).toBe(0);
    const family = readFamily(stdout, "stdout");
    expect(family).toMatchObject({ name: "met-{n}-{k}", columns: 100, lifting: { rule: "as given", size: 12 } });
    const first = stdout;
    stdout = "";
    expect(await ldpc(`${MET} --name one`)).toBe(0);
    expect(readFamily(stdout, "stdout").name).toBe("one");
    stdout = "";
    const [, ...words] = family.source.replaceAll('"', "").split(" ");
    expect(await runCli(words)).toBe(0);
    expect(stdout).toBe(first);
  });

  test.each([
    [
      "--columns 90",
      /90 columns make 3.6 variables of type 0.04 x1\^2 x2\^34: change their number, or allow --rounding/,
    ],
    ["--ensemble met-r15", /unknown ensemble "met-r15", and there is no such file: did you mean met-r[01]\d\?/],
    ["--ensemble absent.json", /absent\.json: cannot be read: there is no such file/],
    ["--lifting-sizes 12,6", /lifting sizes 12,6 must be positive integers that ascend/],
    ["--name a --lifting-sizes 6,12", /--name a would be that of 2 codes: put {n} or {z} into it/],
    ["--name {q}", /--name {q} must be letters/],
    [
      "--q 2",
      /--q belongs to --family peg, irregular-peg, repeat-accumulate, protograph, dispersion, circulant-pair or affine-pair: leave it out for --family met/,
    ],
    ["--degrees 2,4", /--degrees belongs to --family peg/],
  ])("%s : refused, or not", async (change, reason) => {
    const options = change.split(" --").map((option) => option.replace(/^--/, "").split(" ")[0]);
    const line = options.reduce((text, option) => text.replace(new RegExp(` --${option} \\S+`), ""), MET);
    expect([1, 2]).toContain(await ldpc(`${line} ${change}`));
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/unexpected error/);
  });

  test.each([
    ["--ensemble met-r05", /--family peg needs --q|--ensemble belongs to --family met/],
    ["--q 4 --n 10", /--family peg needs --degrees/],
    [
      "--lifting-sizes 3",
      /--lifting-sizes belongs to --family protograph, met, circulant-pair or affine-pair: leave it out for --family peg/,
    ],
  ])("peg with %s is refused", async (options, reason) => {
    expect([1, 2]).toContain(await ldpc(`code construct --family peg --name x ${options}`));
    expect(stderr).toMatch(reason);
  });
});

describe("ldpc code threshold", () => {
  const file = join(folder, "regular.ensemble.json");
  const node = (fraction: number, degree: number) => ({ fraction, degrees: [degree] });
  const regular = { name: "r", description: "d", source: "s", variables: [node(1, 3)], checks: [node(0.5, 6)] };
  writeFileSync(file, JSON.stringify(regular));

  test("prints threshold, gap and iterations", async () => {
    expect(await ldpc(`code threshold ${file} --at 1.4,1.2`)).toBe(0);
    expect(stdout).toMatch(
      /^threshold +SNR 1\.28\d, 1\.\d+ dB, σ 0\.88\d*, Eb\/N0 1\.\d+ dB \(bit error probability 0\.0001\)$/m,
    );
    expect(stdout).toMatch(/^capacity +is the rate at SNR 1\.044, 0\.187\d* dB, σ 0\.978\d*, Eb\/N0 0\.187\d* dB$/m);
    expect(stdout).toMatch(/^gap +0\.91\d* dB; rate 8\d(\.\d+)? % of ½·log2\(1 \+ SNR\)$/m);
    expect(stdout).toMatch(/^stability +errors die out at every SNR above the threshold$/m);
    expect(stdout).toMatch(/^at SNR 1\.4 +\d+ flooding iterations; rate 7\d/m);
    expect(stdout).toMatch(/^at SNR 1\.2 +fails: bit error probability \d\.\de-2 after \d+ iterations$/m);
  });

  test.each([
    ["--at 0", /--at 0 must be above 0/],
    ["--at 0.1,", /--at "" is empty/],
    ["--target 0.5", /target 0.5 is no bit error probability/],
  ])("%s is refused", async (options, reason) => {
    expect([1, 2]).toContain(await ldpc(`code threshold ${file} ${options}`));
    expect(stderr).toMatch(reason);
    expect(stdout).toBe("");
  });
});

describe("ldpc code search-masks", () => {
  const SEARCH = "code search-masks --q 16 --rows 0-4 --columns 5-14 --sets 20 --heaviest 8 --show 3";

  test("prints the best masks and the one to compare; progress goes to stderr", async () => {
    expect(await ldpc(SEARCH, "--compare", "0,1,2|0,1,2")).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBe(2 + 3 + 1);
    expect(lines[0]).toMatch(/^mask +girth +shortest cycles/);
    expect(lines[5]).toMatch(/^0,1,2\|0,1,2 /);
    expect(stderr).toMatch(/screening: 0 % of 100 masks/);
  });

  test("as JSON, quietly", async () => {
    expect(await ldpc(`${SEARCH} --json --quiet`)).toBe(0);
    expect(stderr).toBe("");
    checkResult(stdout);
    const results = JSON.parse(stdout).masks;
    expect(results.length).toBe(3);
    expect(results[0].bound).toBeLessThanOrEqual(results[2].bound + 1e-15);
  });

  test("bad ranges are refused", async () => {
    expect(await ldpc("code search-masks --columns 10-28 --quiet")).toBe(1);
    expect(stderr).toMatch(/19 columns are no multiple of 10 rows/);
  });
});
