import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Experiment, reduced } from "../../experiments/shared/experiment.ts";
import type { OptionTable } from "../../src/cli/command-line/option.ts";
import experiments from "../../src/cli/experiment.ts";
import { planSweep } from "../../src/cli/sweep.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { parsePoints } from "../../src/simulation/points.ts";
import { commandProblem } from "../cli/parse-only.ts";
import { nodesOf } from "../house/syntax.ts";
import { newFolder } from "../new-folder.ts";
import { compiled } from "../setup/compiled.ts";
import { root } from "../source-files.ts";

type Loaded = Experiment<OptionTable>;
const load = async (entry: (typeof experiments.entries)[number]) => (await entry.load()) as unknown as Loaded;
const none = { has: () => false };

describe.each(experiments.entries)("ldpc experiment $name", (entry) => {
  it("has the name of its file, by which the file runs alone", async () => {
    expect((await load(entry)).name).toBe(entry.name);
  });

  it("takes --engine and --quick", async () => {
    expect(await commandProblem(["experiment", entry.name, "--engine", "cpu", "--quick"])).toBe("");
  });

  it("has options for the values of --quick", async () => {
    const { options, quickOf } = await load(entry);
    const quick = quickOf(none as never);
    expect(Object.keys(quick).filter((name) => !(name in options))).toEqual([]);
    expect(() => reduced({}, quick, none as never)).not.toThrow();
  });
});

describe("experiments/sweeps", () => {
  const files = readdirSync(join(root, "experiments/sweeps"));
  it.each(files)("%s plans runs of known codes and decoders", async (file) => {
    const runs = await planSweep(join(root, "experiments/sweeps", file), newFolder(), new Map());
    expect(runs.length).toBeGreaterThan(1);
  });

  it("has the curves of the recorded points over GF(q)", async () => {
    const file = "experiments/results/nonbinary-fer-h200.csv";
    const recorded = parsePoints(readFileSync(join(root, file), "utf8"), file);
    const curves = new Set(recorded.map(({ code, decoder }) => `${code}: ${decoder}`));
    const { runs } = JSON.parse(readFileSync(join(root, "experiments/sweeps/nonbinary-fer.json"), "utf8"));
    expect([...curves]).toEqual(
      runs.flatMap(({ code, decoder }: { code: string; decoder: string | string[] }) =>
        [decoder].flat().map((words) => `${code}: ${decoderText(readDecoder(words))}`),
      ),
    );
  });
});

describe("the sources of experiments", () => {
  const sources = execFileSync("git", ["-C", root, "ls-files", "experiments/**.ts"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

  it("end no point by time: the same command gives the same points", () => {
    expect(sources.filter(({ text }) => /--max-time|maxTime/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("name the errors behind each rate, which has as many digits as they carry", () => {
    const rates = sources.flatMap(({ file, text }) =>
      nodesOf(text).flatMap(({ node, parent }) => {
        if (
          node.type !== "Property" ||
          !/^ours: .*(rror|ailure|count|wrong|fer\[|fail)/i.test(text.slice(node.start, node.end))
        )
          return [];
        return [{ file, row: text.slice(parent!.start, parent!.end) }];
      }),
    );
    expect(rates.length).toBeGreaterThan(8);
    expect(rates.filter(({ row }) => !/\berrors\b/.test(row))).toEqual([]);
  });
});

it("the file of an experiment runs it", () => {
  const script = compiled("experiments/qkd/table-1.ts");
  const { status, stderr } = spawnSync(process.execPath, [script, "--nonsense"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("ldpc experiment qkd-table-1 has no option --nonsense"),
  });
});
