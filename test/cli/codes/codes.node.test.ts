import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { defineCommand } from "../../../src/cli/command-line/option.ts";
import { runCli } from "../../../src/cli/run.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";
import { ldpc, only, refusal } from "../run-in-process.ts";

const folder = newFolder();

/** Runs a command line that must fail with one line on stderr and nothing on stdout. @returns that line. */
async function refused(...args: string[]): Promise<string> {
  return refusal(await ldpc(...args));
}

describe("ldpc", () => {
  it("prints its version", async () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
    expect(await ldpc("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("lists the codes", async () => {
    const { stdout } = await ldpc("codes");
    expect(stdout).toMatch(/^nb620-gf32 +620 +310 +32 +0\.5 +3 +6 +\(620,310\) over GF\(32\)/m);
    expect(stdout).toMatch(
      /^wimax-576-288 … wimax-2304-1152 +19 +0\.5 +IEEE 802\.16e rate 1\/2, z = 24, 28, 32, …, 96$/m,
    );
    expect(stdout).toMatch(/^wifi-648-324, -432, -486, -540 +4 +0\.5–0\.833 +IEEE 802\.11n$/m);
    expect(stdout).toMatch(/^ccsds-128-64 +1 +0\.5 +CCSDS telecommand$/m);
    expect(stdout).toMatch(/^nr-bg1-z2 … nr-bg1-z384 +51 +0\.333 +5G NR base graph 1/m);
    expect(stdout.split("\n").length).toBeLessThan(80);
    expect((await ldpc("codes", "--all")).stdout).toMatch(
      /^wimax-2304-1536b +2304 +1536 +0\.667 +\(2304,1536\) over GF\(2\), IEEE 802\.16e rate 2\/3B, z = 96$/m,
    );
    const codes = JSON.parse((await ldpc("codes", "--json")).stdout).codes;
    expect(codes).toContainEqual(
      expect.objectContaining({ name: "nb620-gf32", family: "dispersion", n: 620, k: 310, q: 32, rank: 310 }),
    );
    expect(codes).toContainEqual(
      expect.objectContaining({ name: "nr-bg2-z2", family: "nr", n: 104, k: 20, sent: 100 }),
    );
  });

  it("exits with 1 and no stack when run as a program", () => {
    const main = compiled("src/cli/main.ts");
    const options = { cwd: packageRoot(), encoding: "utf8" } as const;
    const run = spawnSync(process.execPath, [main, "code", "info", "none.kn"], options);
    const stderr = "ldpc: none.kn: cannot be read: there is no such file\n";
    expect(run).toMatchObject({ status: 1, stdout: "", stderr });
  });

  it("asks users to report a fault of the program, with its stack", async () => {
    const broken = defineCommand({
      options: {},
      run() {
        throw new TypeError("boom");
      },
    });
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const status = await runCli(["broken"], only("broken", broken));
    const text = String(write.mock.calls[0][0]);
    write.mockRestore();
    expect(status).toBe(1);
    expect(text).toMatch(/^ldpc: unexpected error, please report it .*\nTypeError: boom\n +at /);
  });
});

describe("ldpc code", () => {
  it("describes blocks and unsent symbols after rate matching", async () => {
    const { stdout } = await ldpc("code", "info", "nr-bg2-z8", "--rows", "12", "--fillers", "16");
    expect(stdout).toMatch(/^name +nr-bg2-z8-rows12-fillers16$/m);
    expect(stdout).toMatch(/^length +176 symbols/m);
    expect(stdout).toMatch(/^blocks +12 × 22, lifting size 8$/m);
    expect(stdout).toMatch(/^parity part +dual-diagonal$/m);
    expect(stdout).toMatch(/^punctured +16 symbols$/m);
    expect(stdout).toMatch(/^shortened +16 symbols$/m);
    expect(stdout).toMatch(/^sent +144 symbols, rate 0\.4444$/m);
    const json = JSON.parse((await ldpc("code", "info", "wimax-576-288", "--json")).stdout);
    expect(json).toMatchObject({ k: 288, liftingSize: 24, baseRows: 12, baseColumns: 24, parity: "dual-diagonal" });
    expect(json).not.toHaveProperty("sent");
    expect(await refused("code", "info", "nr-bg2-z8", "--rows", "x")).toBe(
      'ldpc: --rows "x" cannot be read: give a whole number of at least 0, for example 13',
    );
    expect(await refused("code", "info", "nr-bg2-z8", "--rows", "3")).toBe(
      "ldpc: 3 rows of nr-bg2-z8: it must be 4 … 42 block rows",
    );
  });

  it("converts to base matrices and back", async () => {
    const out = join(folder, "own.base.json");
    expect((await ldpc("code", "convert", "dvbs2-16200-14400", "--out", out)).status).toBe(0);
    expect(readFileSync(out, "utf8")).toMatch(/"parity": "accumulator"/);
    const info = async (code: string) => JSON.parse((await ldpc("code", "info", code, "--json")).stdout);
    expect((await info(out)).hash).toBe((await info("dvbs2-16200-14400")).hash);
    expect(await refused("code", "info", out, "--lifting-size", "24")).toMatch(/has no lifting size 24: it has 360/);
    expect(await refused("code", "convert", "tiny10-gf4", "--out", out, "--force")).toBe(
      "ldpc: a file of base matrices is over GF(2), not GF(4): write .json or .mtx",
    );
  });

  it("converts a punctured code where the format can hold it, or leaves the puncturing out if told to", async () => {
    const [alist, json] = [join(folder, "nr.alist"), join(folder, "nr.json")];
    expect(await refused("code", "convert", "nr-bg2-z2", "--out", alist)).toBe(
      "ldpc: the format has no place for 4 punctured symbols of nr-bg2-z2 (.json has one): --drop-puncturing writes the matrix alone",
    );
    const { stderr } = await ldpc("code", "convert", "nr-bg2-z2", "--out", alist, "--drop-puncturing");
    expect(stderr).toMatch(
      /^ldpc: .*nr\.alist is written without punctured symbols \(--puncture 0-3\); the circulants/,
    );
    expect((await ldpc("code", "convert", "nr-bg2-z2", "--out", json)).status).toBe(0);
    const hash = async (...args: string[]) => /sha-256 .*/.exec((await ldpc("code", "info", ...args)).stdout)?.[0];
    expect(await hash(json)).toBe(await hash("nr-bg2-z2"));
  });

  it("converts, and overwrites only if forced", async () => {
    const out = join(folder, "beidou.ubs");
    const convert = ["code", "convert", "beidou-88-44-gf64", "--out", out];
    const stderr = `ldpc: ${out} is written without name, description and source\n`;
    expect(await ldpc(...convert)).toMatchObject({ status: 0, stdout: "", stderr });
    const written = readFileSync(out, "utf8");
    expect(written).toMatch(/^88 44 64\n/);
    expect(await refused(...convert, "--to", "kn")).toBe(`ldpc: ${out}: exists already: --force overwrites it`);
    expect(readFileSync(out, "utf8")).toBe(written);
    expect((await ldpc(...convert, "--to", "kn", "--force")).status).toBe(0);
    expect(readFileSync(out, "utf8")).not.toBe(written);
    const back = ["code", "convert", out, "--format", "kn", "--to", "ubs", "--out", out, "--force"];
    expect((await ldpc(...back)).status).toBe(0);
    expect(readFileSync(out, "utf8")).toBe(written);
  });

  it("describes a code and checks a known codeword", async () => {
    const word = join(folder, "word.txt");
    writeFileSync(word, "0 ".repeat(620));
    const { status, stdout } = await ldpc("code", "info", "nb620-gf32", "--codeword", word);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^field +GF\(32\), x\^5 \+ x\^2 \+ 1 \(0x25\)$/m);
    expect(stdout).toMatch(/^girth +6 \(\d+ cycles of that length\)$/m);
    expect(stdout).toMatch(/^codeword +satisfies every check$/m);
    expect(stdout).toMatch(/^advice +column weight 3: majority-logic decoding \(isrb-mlgd, ihrb-mlgd\) will be weak$/m);
    expect((await ldpc("code", "info", "nb837-gf32")).stdout).not.toMatch("advice");
    writeFileSync(word, `1 ${"0 ".repeat(619)}`);
    const wrong = await ldpc("code", "info", "nb620-gf32", "--codeword", word, "--json");
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toBe(
      `ldpc: ${word}: not a codeword, 3 of 310 checks fail: try other --values or --polynomial\n`,
    );
    expect(JSON.parse(wrong.stdout)).toMatchObject({ k: 310, codeword: { isCodeword: false } });
    writeFileSync(word, "1 2 x");
    expect(await refused("code", "info", "nb620-gf32", "--codeword", word)).toMatch(
      /word\.txt:1: "x" stands where symbol 2/,
    );
  });
});
