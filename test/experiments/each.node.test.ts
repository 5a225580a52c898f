import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Experiment, reduced } from "../../experiments/shared/experiment.ts";
import { type FerCurve, readFerCurve } from "../../experiments/shared/fer-experiment.ts";
import { ferCrossing } from "../../experiments/shared/rates.ts";
import type { OptionTable } from "../../src/cli/command-line/option.ts";
import experiments from "../../src/cli/experiment.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { type PointRow, parsePoints } from "../../src/simulation/points.ts";
import { commandProblem } from "../cli/parse-only.ts";
import { nodesOf } from "../house/syntax.ts";
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

const recorded = (readdirSync(join(root, "experiments/results"), { recursive: true, encoding: "utf8" }) as string[])
  .filter((file) => file.endsWith(".csv"))
  .flatMap((file) => {
    const text = readFileSync(join(root, "experiments/results", file), "utf8");
    return text.startsWith("code,decoder,") ? parsePoints(text, file) : [];
  });

/** The recorded points of a curve, from the worst channel to the best, of one file's first seed. */
function recordedCurve({ code, decoder, modulation = "" }: FerCurve): PointRow[] {
  const name = decoderText(readDecoder(decoder));
  const own = recorded.filter(
    (row) =>
      row.code === code &&
      row.decoder === name &&
      (row.channel.split(" ")[1] ?? "") === modulation &&
      !row.channel.includes("rayleigh"),
  );
  return own.sort((a, b) => a.point - b.point);
}

describe("an experiment that compares FER curves", async () => {
  const loaded = await Promise.all(experiments.entries.map(load));
  const comparing = loaded.filter(({ options }) => "curve" in options && "fer" in options);
  it("is there", () => expect(comparing.length).toBeGreaterThan(3));

  it.each(comparing)("$name: each curve of --quick passes the FER of --quick between its points", ({ quickOf }) => {
    const { curve, fer = 1e-2 } = quickOf(none as never) as { curve: readonly string[]; fer?: number };
    const all = curve.map((text) => ({ text, wanted: readFerCurve(text) }));
    // One recorded point is no curve.
    const known = all.filter(({ wanted }) => recordedCurve(wanted).length > 1);
    // A curve that no file has takes the points of one that a file has.
    const points = known.map(({ wanted: { code, ebn0 } }) => `${code} ${ebn0}`);
    for (const { wanted } of all) expect(points).toContain(`${wanted.code} ${wanted.ebn0}`);
    for (const { text, wanted } of known) {
      const at = ferCrossing(recordedCurve(wanted), fer)?.at;
      const [first, ...others] = /:/.test(wanted.ebn0) ? rangeEnds(wanted.ebn0) : wanted.ebn0.split(",").map(Number);
      // At these distances a few errors decide nothing.
      expect(at, text).toBeGreaterThan(first + 0.08);
      expect(at, text).toBeLessThan(others[others.length - 1] - 0.08);
    }
  });
});

function rangeEnds(range: string): [number, number] {
  const [first, , last] = range.split(":").map(Number);
  return [first, last];
}

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
