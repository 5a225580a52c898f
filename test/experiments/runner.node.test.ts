import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defineExperiment, requireDistinctFiles } from "../../experiments/shared/experiment.ts";
import { reportOut } from "../../experiments/shared/options.ts";
import { measureReport } from "../../experiments/shared/report.ts";
import { type AnyCommand, camel, number, type OptionTable } from "../../src/cli/command-line/option.ts";
import experiments, { type Experiment } from "../../src/cli/experiment.ts";
import { runCli } from "../../src/cli/run.ts";
import { citation, PAPERS, type PaperName } from "../../src/papers.ts";
import { listenedTo, only } from "../cli/run-in-process.ts";
import { root } from "../source-files.ts";

const newFile = () => join(mkdtempSync(join(tmpdir(), "ldpc-runner-")), "deep", "report.json");

/** An experiment with three measurements, which only counts its calls. */
function fake(measured: string[], hang = (_: string) => false) {
  return defineExperiment({
    name: "weights",
    summary: "weights of three stones",
    paper: "qkd",
    opens: "core",
    options: {
      frames: number({ group: "Measurement", describe: "frames", example: "4", default: 1000 }),
      out: reportOut("weights"),
    },
    quick: { frames: 10 },
    async run({ frames, out }, lab) {
      await measureReport(lab, out, {
        experiment: "weights",
        source: "Table 9",
        beside: "another's",
        settings: { frames },
        measurements: ["a", "b", "c"].map((name, i) => ({
          name,
          async measure() {
            measured.push(name);
            if (hang(name)) await new Promise(() => {});
            return { rows: [{ what: name, unit: "g", paper: 4, ours: 2 * i, how: `of ${frames}` }], details: { i } };
          },
        })),
      });
    },
  });
}

const run = (command: AnyCommand, ...args: string[]) =>
  listenedTo(() => runCli(["weights", ...args], only("weights", command)));

afterEach(() => vi.restoreAllMocks());

describe("an experiment", () => {
  it("announces each measurement, uses the sizes of --quick on a CPU, and prints each row", async () => {
    const out = newFile();
    const measured: string[] = [];
    const { status, stdout, stderr } = await run(fake(measured), "--out", out);
    expect(status).toBe(0);
    expect(measured).toEqual(["a", "b", "c"]);
    const lines = stderr.split("\n");
    expect(lines[0]).toBe("weights: weights of three stones");
    expect(lines[1]).toBe(citation("qkd"));
    expect(lines[2]).toMatch(/^on the cpu engine: .*, 1 process$/);
    expect(lines[3]).toBe("no GPU, so --quick: reduced to --frames 10 (full: 1000); the full sizes: --no-quick");
    expect(lines[4]).toBe("3 measurements: a; b; c");
    expect(lines[5]).toBe("a: 0 g (paper 4); of 10");
    expect(lines[6]).toMatch(/^all 3: about .* s, by the first$/);
    expect(stdout).toContain("Table 9\non ");
    expect(stdout).toMatch(/^c +g +4 +4 +1 +of 10$/m);
    expect(stdout).toContain(out);
  });

  it("breaks its first lines between words for a narrow terminal", async () => {
    const { columns } = process.stderr;
    process.stderr.columns = 60;
    const { stderr } = await run(fake([]), "--out", newFile()).finally(() => {
      process.stderr.columns = columns;
    });
    const [head] = stderr.split("3 measurements");
    expect(head.replaceAll("\n", " ")).toContain(`weights of three stones ${citation("qkd")} on the cpu engine: `);
    expect(head.split("\n").filter((line) => line.length > 60)).toEqual([]);
  });

  it("takes the full sizes with --no-quick, and a size that is given in any case", async () => {
    expect((await run(fake([]), "--out", newFile(), "--no-quick")).stdout).toContain("of 1000");
    const { stdout, stderr } = await run(fake([]), "--out", newFile(), "--quick", "--frames=7");
    expect(stdout).toContain("of 7");
    expect(stderr).toContain("--quick: nothing has to be reduced");
  });

  it("after Ctrl-C reports the kept results and the command that continues, which does", async () => {
    const out = newFile();
    const measured: string[] = [];
    vi.spyOn(process, "argv", "get").mockReturnValue(["node", "/x/ldpc", "experiment", "weights", "--out", "a file"]);
    const command = fake(measured, (name) => {
      if (name === "c") setTimeout(() => process.emit("SIGINT"));
      return name === "c";
    });
    const { status, stdout, stderr } = await run(command, "--out", out);
    expect(status).toBe(130);
    expect(stdout).toBe("");
    expect(stderr).toContain(
      `ldpc: interrupted: 2 of 3 measurements are kept in ${out}; to go on: npx ldpc experiment weights --out 'a file'\n`,
    );
    const again = await run(fake(measured), "--out", out);
    expect(again.status).toBe(0);
    expect(measured).toEqual(["a", "b", "c", "c"]);
    expect(again.stderr).toContain(`3 measurements, 2 of them in ${out} already: c`);
    expect(again.stdout).toMatch(/^a .*\nb .*\nc /m);
  });

  it("adds nothing to a file of another identity", async () => {
    const out = newFile();
    await run(fake([]), "--out", out);
    const refused = await run(fake([]), "--out", out, "--frames=11");
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(
      "has measurements with frames 10, and this run has frames 11: nothing is added to it",
    );
    const content = JSON.parse(readFileSync(out, "utf8"));
    const write = (change: object) => writeFileSync(out, JSON.stringify({ ...content, ...change }));
    write({ identity: { ...content.identity, commit: "f".repeat(40) } });
    expect((await run(fake([]), "--out", out)).stderr).toContain(
      `measurements with commit ${"f".repeat(40)}, and this run`,
    );
    write({ identity: undefined });
    expect((await run(fake([]), "--out", out)).stderr).toContain("was written before files named");
    write({ experiment: "lengths" });
    expect((await run(fake([]), "--out", out)).stderr).toContain("is no file of ldpc experiment weights");
    write({ comparisons: 1 });
    expect((await run(fake([]), "--out", out)).stderr).toContain("is damaged: comparisons");
  });
});

describe("the files of an experiment", () => {
  it("are refused before it measures if they cannot be written", async () => {
    const out = newFile();
    mkdirSync(out, { recursive: true });
    const measured: string[] = [];
    const { status, stderr } = await run(fake(measured), "--out", out);
    expect(status).toBe(1);
    expect(stderr).toContain(`ldpc: ${out}: cannot be written: a folder of that name stands in the way\n`);
    expect(measured).toEqual([]);
  });

  it("are different ones: a report would overwrite its measurements", async () => {
    let runs = 0;
    const command = defineExperiment({
      name: "weights",
      summary: "weights of three stones",
      opens: "core",
      options: { cells: reportOut("cells"), out: reportOut("weights") },
      run: () => void runs++,
    });
    const { status, stderr } = await run(command, "--cells=a/b.json", "--out=a/c/../b.json");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^ldpc: --out a\/c\/\.\.\/b\.json is the file of --cells too: choose another$/m);
    expect(runs).toBe(0);
    expect(await run(command, "--cells=a/b.json", "--out=a/c.json")).toMatchObject({ status: 0 });
    expect(runs).toBe(1);
  });

  it("are different ones by default", async () => {
    for (const { name, load } of experiments.entries) {
      const options: OptionTable = ((await load()) as Experiment).options;
      const values = Object.entries(options).map(([option, { absent }]) => [camel(option), absent]);
      expect(() => requireDistinctFiles(options, Object.fromEntries(values)), name).not.toThrow();
    }
  });
});

describe("citations", () => {
  it("have authors, title, venue and year", () => {
    expect(citation("nonbinary")).toBe(
      'G. Wang, H. Shen, B. Yin, M. Wu, Y. Sun and J. R. Cavallaro, "Parallel Nonbinary LDPC Decoding on GPU", Asilomar Conference on Signals, Systems and Computers (2012)',
    );
    expect(citation("sionna")).toMatch(/^NVIDIA, ".*", tutorial of the Sionna Research Kit$/);
  });

  it("are those of CITATION.cff", () => {
    const file = readFileSync(join(root, "CITATION.cff"), "utf8");
    const titles = [...file.split("references:")[1].matchAll(/^ {4}title: "(.*)"$/gm)].map(([, title]) => title);
    expect(titles).toEqual(Object.values(PAPERS).map(({ title }) => title));
    for (const name of Object.keys(PAPERS) as PaperName[]) {
      const { authors } = PAPERS[name];
      const names = authors.map((author) => `      - name: ${author}\n`).join("");
      expect(file).toContain(`    title: "${PAPERS[name].title}"\n    authors:\n${names}`);
    }
  });
});
