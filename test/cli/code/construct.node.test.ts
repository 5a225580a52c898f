import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCodeJson, readFamily } from "../../../src/code/formats/json.ts";
import { newFolder } from "../../new-folder.ts";
import { ldpc as ldpcOf, refused } from "../run-in-process.ts";

const folder = newFolder();

/** Runs the words of a line, and more. */
const ldpc = (line: string, ...more: string[]) => ldpcOf(...line.split(" "), ...more);

/** A line in which options of a change, `--q 4 --n 5`, take the place of its own. */
function changed(line: string, change: string): string {
  const options = [...change.matchAll(/--([a-z-]+)/g)].map(([, name]) => name);
  return `${options.reduce((text, name) => text.replace(new RegExp(` --${name} \\S+`), ""), line)} ${change}`;
}

const PEG = "code construct --family peg --q 4 --n 10 --degrees 2,4 --name k5";
const DISPERSION = "code construct --family dispersion --q 32 --name x --rows 0-9 --columns 10-29";
const MET = "code construct --family met --ensemble met-r05 --columns 100 --lifting-sizes 12";

describe("ldpc code construct", () => {
  test("refuses a file that is there before it constructs the code, and overwrites it with --force", async () => {
    const out = join(folder, "k5.json");
    writeFileSync(out, "precious");
    // No graph of 10 variables has these degrees, which only the construction notices.
    for (const line of [PEG, changed(PEG, "--degrees 3,7")])
      expect(refused(await ldpc(line, "--out", out))).toBe(`ldpc: ${out}: exists already: --force overwrites it\n`);
    expect(readFileSync(out, "utf8")).toBe("precious");
    expect(refused(await ldpc(changed(PEG, "--degrees 3,7"), "--out", out, "--force"))).toContain("degree");
    expect((await ldpc(PEG, "--out", out, "--force")).status).toBe(0);
    expect(readCodeJson(readFileSync(out, "utf8"), out).name).toBe("k5");
    expect(refused(await ldpc(PEG, "--out", join(folder, "none", "code.json")))).toMatch(/there is no such folder/);
  });

  test("writes JSON to stdout whose source makes the same file", async () => {
    const { status, stdout, stderr } = await ldpc(PEG);
    expect([status, stderr]).toEqual([0, ""]);
    const code = readCodeJson(stdout, "stdout");
    expect(code.name).toBe("k5");
    expect(code.source).toBe(
      "ldpc code construct --family peg --q 4 --polynomial 0x7 --n 10 --degrees 2,4 --labels optimised --seed 1 --attempts 8 --name k5",
    );
    expect((await ldpc(code.source.slice("ldpc ".length))).stdout).toBe(stdout);
  });

  test("takes the field's other polynomials and random labels", async () => {
    const { stdout } = await ldpc(changed(PEG, "--q 32 --polynomial 0x3D --labels random --seed 4"));
    expect(readCodeJson(stdout, "stdout").matrix.field.polynomial).toBe(0x3d);
  });

  test("writes base matrices of a multi-edge-type ensemble whose source makes the same file", async () => {
    const { stdout } = await ldpc(MET);
    const family = readFamily(stdout, "stdout");
    expect(family).toMatchObject({ name: "met-{n}-{k}", columns: 100, lifting: { rule: "as given", size: 12 } });
    expect(readFamily((await ldpc(`${MET} --name one`)).stdout, "stdout").name).toBe("one");
    expect((await ldpc(family.source.replaceAll('"', "").replace(/^ldpc /, ""))).stdout).toBe(stdout);
  });

  const OWNERS = "irregular-peg, repeat-accumulate, protograph, dispersion, circulant-pair or affine-pair";
  test.each([
    [PEG, "--q 6", /field size 6 is not supported: q must be a power of two/],
    [PEG, "--polynomial 0x8", /polynomial 0x8 does not have degree 2/],
    [PEG, "--n 11", /11 symbols of degree 2 make 22 edges, no multiple of the check degree 4/],
    [PEG, "--n 2", /degrees 2,4 need more than 2 symbols/],
    [PEG, "--degrees 3x6", /--degrees 3x6 is not a variable and a check degree/],
    [PEG, "--name a/b", /--name a\/b must be letters/],
    [PEG, "--rows 0-9", /--rows belongs to --family dispersion/],
    ["code construct --family peg --name x", "--q 4 --n 10", /--family peg needs --degrees/],
    ["code construct --family dispersion --q 32 --name x", "--rows 0-9", /--family dispersion needs --columns/],
    [DISPERSION, "--columns 10", /--columns 10 is not a range/],
    [DISPERSION, "--mask 0,2;3", /--mask 0,2;3 is not a mask/],
    [DISPERSION, "--mask 0,2,3", /a mask of 1 circulants/],
    [DISPERSION, "--seed 1", /--seed belongs to --family peg/],
    [MET, "--columns 90", /90 columns make 3.6 variables of type 0.04 x1\^2 x2\^34: change their number, or allow/],
    [MET, "--ensemble met-r15", /unknown ensemble "met-r15", and there is no such file: did you mean met-r[01]\d\?/],
    [MET, "--ensemble absent.json", /absent\.json: cannot be read: there is no such file/],
    [MET, "--lifting-sizes 12,6", /lifting sizes 12,6 must be positive integers that ascend/],
    [MET, "--name a --lifting-sizes 6,12", /--name a would be that of 2 codes: put {n} or {z} into it/],
    [MET, "--name {q}", /--name {q} must be letters/],
    [MET, "--q 2", new RegExp(`--q belongs to --family peg, ${OWNERS}: leave it out for --family met`)],
  ])("%s with %s is refused and writes nothing", async (line, change, reason) => {
    const out = join(folder, "refused.json");
    expect(refused(await ldpc(changed(line, change), "--out", out))).toMatch(reason);
    expect(existsSync(out)).toBe(false);
  });
});

describe("ldpc code threshold", () => {
  const file = join(folder, "regular.ensemble.json");
  const node = (fraction: number, degree: number) => ({ fraction, degrees: [degree] });
  const regular = { name: "r", description: "d", source: "s", variables: [node(1, 3)], checks: [node(0.5, 6)] };
  writeFileSync(file, JSON.stringify(regular));

  test("prints threshold, gap and iterations", async () => {
    const { stdout } = await ldpc(`code threshold ${file} --at 1.4,1.2 --target 0.01`);
    expect(stdout).toMatch(
      /^threshold +SNR 1\.28\d, 1\.\d+ dB, σ 0\.88\d*, Eb\/N0 1\.\d+ dB \(bit error probability 0\.01\)$/m,
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
    expect(refused(await ldpc(`code threshold ${file} ${options}`))).toMatch(reason);
  });
});

describe("ldpc code search-masks", () => {
  const SEARCH = "code search-masks --q 16 --rows 0-4 --columns 5-14 --sets 20 --heaviest 8 --show 3";

  test("prints the best masks and the one to compare; progress goes to stderr", async () => {
    const { stdout, stderr } = await ldpc(SEARCH, "--compare", "0,1,2|0,1,2");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBe(2 + 3 + 1);
    expect(lines[0]).toMatch(/^mask +girth +shortest cycles/);
    expect(lines[5]).toMatch(/^0,1,2\|0,1,2 /);
    expect(stderr).toMatch(/screening: 0 % of 100 masks/);
  });

  test("as JSON, quietly", async () => {
    const { stdout, stderr } = await ldpc(`${SEARCH} --json --quiet`);
    expect(stderr).toBe("");
    const results = JSON.parse(stdout).masks;
    expect(results.length).toBe(3);
    expect(results[0].bound).toBeLessThanOrEqual(results[2].bound + 1e-15);
  });

  test("bad ranges are refused", async () => {
    const said = refused(await ldpc("code search-masks --columns 10-28 --quiet"));
    expect(said).toMatch(/19 columns are no multiple of 10 rows/);
  });
});
