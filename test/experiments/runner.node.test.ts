import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineExperiment, requireDistinctFiles } from "../../experiments/shared/experiment.ts";
import {
  csvWithProvenance,
  identityOf,
  MeasurementFile,
  type MeasurementKind,
  provenanceNow,
  readProvenance,
} from "../../experiments/shared/files.ts";
import { reportOut } from "../../experiments/shared/options.ts";
import { measureReport } from "../../experiments/shared/report.ts";
import { type AnyCommand, camel, number, type OptionTable } from "../../src/cli/command-line/option.ts";
import experiments, { type Experiment } from "../../src/cli/experiment.ts";
import { runCli } from "../../src/cli/run.ts";
import { citation, PAPERS, type PaperName } from "../../src/papers.ts";
import { commandProblem } from "../cli/parse-only.ts";
import { listenedTo, only } from "../cli/run-in-process.ts";
import { projectFiles, wordsOf } from "../documents/markdown.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const newFile = () => join(newFolder(), "deep", "report.json");

/** An experiment with three measurements, which only counts its calls. */
function fake(measured: string[], hang = (_: string) => false) {
  return defineExperiment({
    name: "weights",
    summary: "weights of three stones",
    paper: "qkd",
    opens: "core",
    options: {
      frames: number({ group: "Measurement", example: "4", default: 1000 }, "frames"),
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

const SCHEMA = z.strictObject({ name: z.string(), value: z.number() });
const KIND: MeasurementKind<z.infer<typeof SCHEMA>> = {
  experiment: "weights",
  schema: SCHEMA,
  key: ({ name }) => name,
};
const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;
const HEAD = identityOf(DEVICE, { seed: 1 });

const newPath = () => join(newFolder(), "deep", "file.json");

describe("MeasurementFile", () => {
  it("keeps measurements from call to call, a line each", () => {
    const path = newPath();
    const first = MeasurementFile.open(KIND, path, HEAD);
    for (const [name, value] of [
      ["a", 1],
      ["b", 2],
      ["a", 3],
    ] as const)
      first.set({ name, value });
    first.save();
    expect(readFileSync(path, "utf8")).toContain('\n    {"name":"a","value":3},\n    {"name":"b","value":2}\n  ]\n}\n');
    const second = MeasurementFile.open(KIND, path, HEAD);
    expect(second.measurements).toEqual([
      { name: "a", value: 3 },
      { name: "b", value: 2 },
    ]);
    expect([second.find("b")?.value, second.find("c")]).toEqual([2, undefined]);
    expect(MeasurementFile.read(KIND, path).head).toEqual({ device: DEVICE, seed: 1, identity: HEAD });
  });

  it("adds nothing to measurements of another identity", () => {
    const path = newPath();
    MeasurementFile.open(KIND, path, HEAD).save();
    const open = (change: object) => MeasurementFile.open(KIND, path, { ...HEAD, ...change }, "--cells");
    expect(() => open({ settings: { seed: 2 } })).toThrow("has measurements with seed 1, and this run has seed 2");
    expect(() => open({ settings: { seed: 1, serial: "twins" } })).toThrow(
      "with serial none, and this run has serial twins",
    );
    const device = { ...DEVICE, adapter: "another" };
    expect(() => open({ device })).toThrow(
      "with adapter a GPU, and this run has adapter another: nothing is added to it; give another file with --cells, or remove this one",
    );
  });

  it("reads a file that is older than identities, and adds nothing to it", () => {
    const path = newPath();
    MeasurementFile.open(KIND, path, HEAD).save();
    const { identity: _, ...old } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify(old));
    expect(MeasurementFile.read(KIND, path).head).toEqual({ device: DEVICE, seed: 1 });
    expect(() => MeasurementFile.open(KIND, path, HEAD)).toThrow(
      "was written before files named their decoder, engine and commit",
    );
  });

  it("refuses other files", () => {
    const path = newPath();
    MeasurementFile.open({ ...KIND, experiment: "lengths" }, path, HEAD).save();
    expect(() => MeasurementFile.read(KIND, path)).toThrow("is no file of ldpc experiment weights");
    writeFileSync(path, "{");
    expect(() => MeasurementFile.open(KIND, path, HEAD)).toThrow("cannot be read");
    expect(() => MeasurementFile.read(KIND, `${path}.none`)).toThrow(
      `${path}.none: cannot be read: there is no such file; ldpc experiment ${KIND.experiment} writes one`,
    );
  });

  it("is whole on the disk or not at all", () => {
    const path = newPath();
    const file = MeasurementFile.open(KIND, path, HEAD);
    file.set({ name: "a", value: 1 });
    file.save();
    writeFileSync(`${path}.part`, '{"experiment":');
    expect(MeasurementFile.open(KIND, path, HEAD).measurements).toHaveLength(1);
  });
});

const folder = join(root, "experiments/results");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file));
const git = (...words: string[]) => execFileSync("git", ["-C", root, ...words], { encoding: "utf8" }).trim();

/** The commits before and at this one; undefined without the whole history. */
function history(): ReadonlySet<string> | undefined {
  try {
    if (git("rev-parse", "--is-shallow-repository") === "true") return undefined;
    return new Set(git("rev-list", "HEAD").split("\n"));
  } catch {
    return undefined;
  }
}

describe("a file of results holds commit, device, driver, command and date, or says which it lacks", () => {
  const known = history();
  it.each(files)("%s", async (file) => {
    const measured = readProvenance(join(folder, file));
    if ("earlier" in measured) {
      expect(measured.earlier).toMatch(/^Of commit [0-9a-f]{8} or earlier: .*\.$/);
      return;
    }
    if (known !== undefined) expect([...known]).toContain(measured.commit);
    const [program, ...words] = wordsOf(measured.command.replace(/^npx /, ""));
    expect(program).toBe("ldpc");
    const problem = await commandProblem(words);
    // The commit has an experiment that is gone since, as the changes say.
    const [, gone] = /^ldpc: unknown experiment "([^"]+)"/.exec(problem) ?? [];
    if (gone === undefined) expect(problem).toBe("");
    else expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toContain(`\`${gone}\``);
  });

  it.each(projectFiles(".md").filter((page) => !/^(CHANGELOG|doc\/(reference|design)\/)/.test(page)))(
    "%s marks files of an earlier version",
    (page) => {
      const text = readFileSync(join(root, page), "utf8");
      const unmarked = [...text.matchAll(/\]\(([^()\s]+)\)(, of an earlier version)?/g)].filter(([, target, mark]) => {
        const file = join(root, dirname(page), target);
        const isResult = relative(folder, file).startsWith("..") === false && /\.(json|csv)$/.test(file);
        return isResult && "earlier" in readProvenance(file) !== (mark !== undefined);
      });
      expect(unmarked.map(([link]) => link)).toEqual([]);
    },
  );

  const DEVICE = { engine: "gpu", adapter: "a card", driver: "1.0", software: false } as const;
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const write = (name: string, text: string) => {
    const file = join(newFolder(), name);
    writeFileSync(file, text);
    return file;
  };

  it("as an experiment writes it", () => {
    const measured = provenanceNow(commit, DEVICE);
    expect(measured).toMatchObject({
      commit,
      device: "a card",
      driver: "1.0",
      command: expect.stringMatching(/^ldpc/),
    });
    expect(readProvenance(write("a.json", JSON.stringify({ measured })))).toEqual(measured);
    expect(readProvenance(write("a.csv", csvWithProvenance("x,y\n1,2\n", measured)))).toEqual(measured);
    // A program that differs from its commit, or has none, is no version.
    for (const unknown of [null, `${commit}+changes`]) expect(provenanceNow(unknown, DEVICE)).toHaveProperty("earlier");
  });

  it.each([
    ["a.json", "{}", '"measured"'],
    ["a.csv", "x,y\n1,2\n", '"measured"'],
    ["a.json", JSON.stringify({ measured: { commit, device: "a", driver: "b", date: "2026-11-28" } }), '"measured"'],
    ["a.json", JSON.stringify({ measured: { ...provenanceNow(commit, DEVICE), commit: "0123" } }), '"measured"'],
  ])("and %s with %s is refused", (name, text) => {
    expect(() => readProvenance(write(name, text))).toThrow("commit, device, driver, command and date");
  });
});
