import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { planSweep, readSweepFile } from "../../../src/cli/sweep.ts";
import { newFolder } from "../../new-folder.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = newFolder();
  file = join(folder, "sweep.json");
});

function written(text: string): string {
  writeFileSync(file, text);
  return file;
}

/** The error for a file, without the path of its folder. */
async function refusal(text: string): Promise<string> {
  const said = await planSweep(written(text), join(folder, "runs"), new Map()).then(
    () => "nothing",
    (error: Error) => error.message,
  );
  return said.replaceAll(`${folder}/`, "");
}

describe("a sweep file", () => {
  it("takes a pattern of file names for the files of a folder, by name", async () => {
    for (const name of ["b.alist", "a.alist", ".c.alist", "a.txt"]) writeFileSync(join(folder, name), "");
    const codes = (pattern: string) =>
      readSweepFile(written(JSON.stringify({ runs: [{ code: ["tiny10-gf4", join(folder, pattern)], ebn0: 1 }] }))).map(
        ({ given }) => given.get("code")?.texts[0].replace(`${folder}/`, ""),
      );
    expect(codes("*.alist")).toEqual(["tiny10-gf4", "a.alist", "b.alist"]);
    expect(codes("a*t")).toEqual(["tiny10-gf4", "a.alist", "a.txt"]);
    expect(codes("*a*a*t")).toEqual(["tiny10-gf4", "a.alist"]);
    const none = JSON.stringify({ runs: [{ code: `${folder}/*.qc`, ebn0: 1 }] });
    expect(await refusal(none)).toBe(
      "sweep.json:1: \"*.qc\": no file fits; * stands for any part of a file's name, not of a folder's",
    );
  });

  it.each([
    ["circuit", "m.stim", "X_ERROR(0.1) 0\nM 0\nDETECTOR rec[-1]\n"],
    ["dem", "m.dem", "error(0.1) D0\n"],
    ["code", "m.dem", "error(0.1) D0\n"],
  ])("names the option %s by which it gives a model", async (option, name, text) => {
    writeFileSync(join(folder, name), text);
    const run = { [option]: join(folder, name), factor: 1, window: 2 };
    expect(await refusal(JSON.stringify({ runs: [run] }))).toMatch(
      `sweep.json:1: --${option}: m has detectors without coordinates`,
    );
  });

  it("may have comments, which move no line of a message", async () => {
    const text =
      '{ // all runs\n  "runs": [ /* one\n  */ { "code": "tiny10-gf4", "decoder": "a //\\" /* b */", "ebn0": 1 } ]\n}';
    const [run] = readSweepFile(written(text));
    expect(run.place.line).toBe(3);
    expect(run.given.get("decoder")?.texts).toEqual(['a //" /* b */']);
    expect(await refusal(text.replace("code", "cod"))).toMatch(/^sweep\.json:3: "runs\.0" has no option "cod"/);
  });

  it("stands for each combination of its codes and decoders, with the options of all runs", () => {
    const runs = readSweepFile(
      written(`{
  "common": { "max-errors": 20, "ebn0": "1:1:3" },
  "runs": [
    { "code": ["tiny10-gf4", "tiny12-gf8"], "decoder": ["min-max", "qspa"] },
    { "code": "tiny10-gf4", "max-errors": "1e3", "qber": [0.1, 0.2], "name": "other" }
  ]
}`),
    );
    const texts = runs.map(({ given }) =>
      [...given]
        .map(
          ([
            name,
            {
              texts: [text],
            },
          ]) => `${name}=${text}`,
        )
        .join(" "),
    );
    expect(texts).toEqual([
      "ebn0=1:1:3 max-errors=20 code=tiny10-gf4 decoder=min-max",
      "ebn0=1:1:3 max-errors=20 code=tiny10-gf4 decoder=qspa",
      "ebn0=1:1:3 max-errors=20 code=tiny12-gf8 decoder=min-max",
      "ebn0=1:1:3 max-errors=20 code=tiny12-gf8 decoder=qspa",
      "max-errors=1e3 code=tiny10-gf4 qber=0.1,0.2",
    ]);
    expect(runs.map(({ name, place }) => [name, place.line])).toEqual([
      [undefined, 4],
      [undefined, 4],
      [undefined, 4],
      [undefined, 4],
      ["other", 5],
    ]);
    expect(runs[4].given.get("qber")).toMatchObject({ file, line: 5 });
  });

  it("is read in time that grows with its length, not with its square", () => {
    const runs = Array.from({ length: 5000 }, (_, i) => ({
      code: "tiny10-gf4",
      decoder: "ems",
      ebn0: i,
      name: `run-${i}`,
    }));
    written(JSON.stringify({ common: { "max-errors": 20 }, runs }, null, 1));
    const { user } = process.cpuUsage();
    const read = readSweepFile(file);
    // It takes a tenth of a second. A parser that restarted at each line took 100 s.
    expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5);
    expect(read.map(({ place }) => place.line)).toEqual(runs.map((_, i) => 6 + 6 * i));
    expect(read[4999].given.get("decoder")).toEqual({ texts: ["ems"], file, line: 6 + 6 * 4999 + 2 });
  });

  it("is refused for an option with a name of half a megabyte, at once and in short", async () => {
    const said = await refusal(`{"runs": [{"code": "tiny10-gf4", "${"ebn0".repeat(100_000)}": 1}]}`);
    expect(said).toMatch(/^sweep\.json:1: "runs\.0" has no option "(ebn0){25}…"$/);
  });

  it("gives each run a folder of its own, and the same one every time", async () => {
    const text = `{"runs": [{"code": "tiny10-gf4", "decoder": ["min-max", "qspa"], "ebn0": 1}, {"name": "b", "code": "tiny12-gf8", "ebn0": 1}]}`;
    const folders = async () => {
      const runs = await planSweep(written(text), join(folder, "out"), new Map([["jobs", { texts: ["3"] }]]));
      expect(runs.map(({ options }) => options.jobs)).toEqual([3, 3, 3]);
      return runs.map(({ plan }) => plan.folder.slice(folder.length + 1));
    };
    const first = await folders();
    expect(first).toEqual([
      expect.stringMatching(/^out\/tiny10-gf4-min-max-[0-9a-f]{8}$/),
      expect.stringMatching(/^out\/tiny10-gf4-qspa-[0-9a-f]{8}$/),
      "out/b",
    ]);
    expect(await folders()).toEqual(first);
  });

  it.each([
    ["nothing", "", "sweep.json:1: is empty, not JSON"],
    ["a list", "[]", /^sweep\.json:1: the file must be an object/],
    ["no runs", '{"common": {}}', /^sweep\.json:1: "runs" is missing$/],
    ["an empty list", '{\n"runs": []}', /^sweep\.json:2: "runs" must have at least 1 elements$/],
    ["another key", '{"run": []}', /^sweep\.json:1: /],
    [
      "a mistyped option",
      '{"runs": [\n{"code": "tiny10-gf4",\n"ebno": 1}]}',
      'sweep.json:3: "runs.0" has no option "ebno"; did you mean "ebn0"?',
    ],
    [
      "an option of the command line",
      '{"common": {\n"jobs": 2}, "runs": [{}]}',
      'sweep.json:2: "common" cannot have "jobs": give --jobs on the command line of ldpc sweep',
    ],
    [
      "a value of another kind",
      '{"runs": [{"code": 5}]}',
      'sweep.json:1: "runs.0.code" must be a text or a list of texts',
    ],
    [
      "a number out of range",
      '{"runs": [\n{"code": "tiny10-gf4",\n "ebn0": 1,\n "max-errors": 0}]}',
      /^sweep\.json:4: --max-errors/,
    ],
    ["no code", '{"runs": [\n{"ebn0": 1}]}', /^sweep\.json:2: "code" is missing/],
    ["no points", '{"runs": [\n{"code": "tiny10-gf4"}]}', /^sweep\.json:2: no --ebn0, .* given/],
    ["an unknown code", '{"runs": [\n{\n"code": "tiny99", "ebn0": 1}]}', /^sweep\.json:[23]: .*tiny99/],
    [
      "an unknown decoder",
      '{"runs": [{"code": "tiny10-gf4", "ebn0": 1,\n"decoder": "min-mox"}]}',
      /^sweep\.json:2: .*min-mox/,
    ],
    [
      "a name that is a path",
      '{"runs": [{"code": "tiny10-gf4", "ebn0": 1,\n"name": "../a"}]}',
      /^sweep\.json:2: "runs\.0\.name" must be/,
    ],
    [
      "one name for two runs",
      '{"runs": [\n{"code": "tiny10-gf4", "decoder": ["min-max", "qspa"], "ebn0": 1, "name": "a"}]}',
      /^sweep\.json:2: "name" stands for 2 runs/,
    ],
    [
      "a run twice",
      '{"runs": [\n{"code": "tiny10-gf4", "ebn0": 1},\n{"code": "tiny10-gf4", "ebn0": 2}]}',
      /^sweep\.json:3: is a run of line 2 again, in runs\/tiny10-gf4-min-max-/,
    ],
    [
      "more runs than anybody has folders for",
      `{"runs": [{"code": ${JSON.stringify(Array(200).fill("a"))}, "decoder": ${JSON.stringify(Array(200).fill("b"))}}]}`,
      "sweep.json: stands for 40000 runs: at most 10000 are taken, split the file",
    ],
  ])("is refused with its line for %s", async (_, text, expected) => {
    const said = await refusal(text);
    if (typeof expected === "string") expect(said).toBe(expected);
    else expect(said).toMatch(expected);
  });

  it("is refused where there is none", () => {
    expect(() => readSweepFile(join(folder, "none.json"))).toThrow(
      /none\.json: cannot be read, there is no such file: name a JSON file with runs$/,
    );
  });
});
