import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { npyHeaderEnd } from "../../../src/npy.ts";
import { type PointRow, parsePoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { sweep } from "../../sweep.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();
const at = (...names: string[]) => join(folder, ...names);

interface Replayed {
  readonly frames: readonly {
    frame: number;
    a: number;
    b: number;
    variables: number[];
    checks: number[];
    set?: { a: number; variables: number[]; wrong: number };
  }[];
  readonly sets?: readonly { exact: number; near: number }[];
  readonly histogram: readonly { a: number; b: number; frames: number; example: number }[];
  readonly files: readonly string[];
}

async function done(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await ldpc(...words);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

const replay = async (run: string, ...more: string[]): Promise<Replayed> => {
  const engine = more.includes("--engine") ? [] : ["--engine", "cpu"];
  return JSON.parse(await done("replay", at(run), "--json", "--quiet", ...engine, ...more));
};

function points(run: string): PointRow[] {
  const file = at(run, "points.csv");
  return parsePoints(readFileSync(file, "utf8"), file);
}

/** Content of an .npy file after its header. */
function npy(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return Uint8Array.from(bytes.subarray(npyHeaderEnd(bytes, file)));
}

const BINARY = ["--code", "ccsds-128-64", "--decoder", "min-sum iterations=5 messages=int8", "--chunk", "16"];
/** Words that are no codewords, whose syndromes the decoder receives. */
const SYMBOLS = ["--code", "beidou-88-44-gf64", "--decoder", "min-max iterations=2", "--codeword", "syndrome"];

beforeAll(async () => {
  const common = ["--engine", "cpu", "--quiet"];
  await done("simulate", ...BINARY, ...common, "--ebn0", "2,3", "--max-errors", "20", "--out", at("binary"));
  await done(
    ...["simulate", ...SYMBOLS, ...common, "--qber=0.06", "--chunk=8", "--max-frames=24", "--out", at("symbols")],
  );
});

describe("ldpc replay", () => {
  const replayed: readonly [run: string, words: string[], row: number][] = [
    ["binary", ["--point", "3"], 1],
    ["binary", ["--point", "2", "--engine", "gpu"], 0],
    ["symbols", [], 0],
    ["symbols", ["--engine", "gpu"], 0],
  ];
  it.each(sweep(replayed, 2))("finds the failed frames of the run %s again: %j", async (run, words, row) => {
    const { frames, histogram } = await replay(run, ...words);
    const { frame_errors, symbol_errors, undetected } = points(run)[row];
    expect(frames).toHaveLength(frame_errors);
    expect(frames.reduce((sum, { a }) => sum + a, 0)).toBe(symbol_errors);
    expect(frames.filter(({ b }) => b === 0)).toHaveLength(undetected);
    expect(new Set(frames.map(({ frame }) => frame)).size).toBe(frame_errors);
    expect(histogram.reduce((sum, set) => sum + set.frames, 0)).toBe(frame_errors);
    for (const { a, b, example } of histogram) {
      expect(frames.find(({ frame }) => frame === example)).toMatchObject({ a, b });
    }
  });

  it("says which sets of a file the failures ended in", async () => {
    const file = at("sets.json");
    await done("code", "floor", "ccsds-128-64", "--a", "4", "--b", "8", "--out", file, "--quiet");
    const known = new Set(
      JSON.parse(readFileSync(file, "utf8")).sets.map((set: { variables: number[] }) => set.variables.length),
    );
    const { frames, sets = [] } = await replay("binary", "--point", "3", "--sets", file);
    for (const { a, variables, set } of frames) {
      if (set === undefined) continue;
      expect(known.has(set.a)).toBe(true);
      expect(set.wrong).toBe(set.variables.filter((variable) => variables.includes(variable)).length);
      expect(2 * set.wrong).toBeGreaterThan(set.a + a - set.wrong);
    }
    const inOrNear = frames.filter(({ set }) => set !== undefined).length;
    expect(inOrNear).toBeGreaterThan(0);
    expect(sets.reduce((sum, { exact, near }) => sum + exact + near, 0)).toBe(inOrNear);
    const { status, stderr } = await ldpc("replay", at("symbols"), "--sets", file, "--engine", "cpu");
    expect(status).toBe(1);
    expect(stderr).toMatch(/sets of another code \(ccsds-128-64\)/);
  });

  it.each(["binary", "symbols"])(
    "writes the arrays of %s, from which ldpc decode makes the same decisions",
    async (run) => {
      const out = at(`${run}-arrays`);
      const words = run === "binary" ? ["--point", "3"] : [];
      const { frames, files } = await replay(run, ...words, "--out", out, "--first", "5");
      expect(frames).toHaveLength(5);
      expect(files).toHaveLength(6);
      const [numbers, sent, decisions, errors, unsatisfied] = [
        "frames",
        "sent",
        "decisions",
        "errors",
        "unsatisfied",
      ].map((name) => npy(join(out, `${name}.npy`)));
      expect([...new BigUint64Array(numbers.buffer)]).toEqual(frames.map(({ frame }) => BigInt(frame)));
      expect([...errors]).toEqual([...sent].map((symbol, i) => symbol ^ decisions[i]));
      const [n, m] = [errors.length / 5, unsatisfied.length / 5];
      const marked = (marks: Uint8Array, i: number, size: number) =>
        [...marks.subarray(i * size, (i + 1) * size).entries()].flatMap(([k, mark]) => (mark === 0 ? [] : [k]));
      frames.forEach(({ variables, checks }, i) => {
        expect(marked(errors, i, n)).toEqual(variables);
        expect(marked(unsatisfied, i, m)).toEqual(checks);
      });
      if (run !== "binary") return;
      const llr = join(out, "llr.npy");
      await done(
        ...["decode", ...BINARY.slice(0, 4), "--input", llr, "--out", at("again.npy"), "--engine", "cpu", "--quiet"],
      );
      expect(npy(at("again.npy"))).toEqual(decisions);
      const refused = await ldpc("replay", at(run), ...words, "--out", out, "--engine", "cpu", "--quiet");
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("--force overwrites it")]);
    },
  );

  it("decodes by another decoder as a run with it does", async () => {
    const decoder = "min-sum iterations=40";
    await done(
      ...["simulate", "--code=ccsds-128-64", "--decoder", decoder, "--chunk=16", "--ebn0=3", "--engine=cpu"],
      ...["--max-frames", String(points("binary")[1].frames), "--max-errors", "1e6", "--quiet", "--out", at("other")],
    );
    const failed = await replay("binary", "--point", "3");
    const again = await replay("binary", "--point", "3", "--decoder", decoder);
    expect(again.frames.map(({ frame }) => frame)).toEqual(failed.frames.map(({ frame }) => frame));
    const own = new Map((await replay("other")).frames.map(({ frame, a, b }) => [frame, { a, b }]));
    for (const { frame, a, b } of again.frames) expect({ a, b }).toEqual(own.get(frame) ?? { a: 0, b: 0 });
    expect(again.frames.some(({ a }) => a === 0)).toBe(true);
  });

  it("shows frames by their numbers", async () => {
    const [first] = (await replay("binary", "--point", "3")).frames;
    const words = ["replay", at("binary"), "--point", "3", "--engine", "cpu", "--quiet", "--frame"];
    const said = await done(...words, String(first.frame), "5000000000");
    expect(said).toContain(`frame ${first.frame}: ${first.a} wrong variable`);
    expect(said).toMatch(/^frame 5,000,000,000: /m);
  });

  it("finds a code whose file has another name now", async () => {
    writeFileSync(at("H.txt"), "1 1 0 1 0\n0 1 1 0 1\n");
    const common = ["--ebn0", "1", "--chunk", "16", "--max-frames", "16", "--decoder", "min-sum iterations=2"];
    await done("simulate", "--code", at("H.txt"), ...common, "--engine", "cpu", "--quiet", "--out", at("moved"));
    renameSync(at("H.txt"), at("K.txt"));
    const gone = await ldpc("replay", at("moved"), "--engine", "cpu");
    expect([gone.status, gone.stderr]).toEqual([
      1,
      expect.stringMatching(/H\.txt, is not there: name the file by --code/),
    ]);
    expect((await replay("moved", "--code", at("K.txt"))).frames).toHaveLength(points("moved")[0].frame_errors);
    writeFileSync(at("H.txt"), "1 1 0 1 0\n0 1 1 1 1\n");
    const other = await ldpc("replay", at("moved"), "--engine", "cpu");
    expect(other.stderr).toContain("is not the code of this run: name its file with --code");
  });

  it.each([
    [["--point", "4"], 2, "--point 4: the run has 2, 3"],
    [[], 2, "give --point: the run has 2, 3"],
    [["--point", "3", "--failures", "--frame", "1"], 2, "leave one of them out"],
    [["--point", "3", "--decoder", "min-max-sum"], 2, "min-max-sum"],
    [["--point", "3", "--frame", "-1"], 2, "--frame"],
  ])("refuses %j", async (words, status, message) => {
    const said = await ldpc("replay", at("binary"), "--engine", "cpu", "--quiet", ...words);
    expect([said.status, said.stdout]).toEqual([status, ""]);
    expect(said.stderr).toContain(message);
    expect(said.stderr).not.toContain("unexpected");
  });

  it("refuses files that are there before it decodes, and writes none of the others", async () => {
    mkdirSync(at("some"));
    writeFileSync(at("some", "unsatisfied.npy"), "");
    const args = ["replay", at("binary"), "--point=2", "--engine=cpu", "--out", at("some")];
    const { status, stdout, stderr } = await ldpc(...args);
    const file = at("some", "unsatisfied.npy");
    expect([status, stdout, stderr]).toEqual([1, "", `ldpc: ${file}: exists already: --force overwrites it\n`]);
    expect(readdirSync(at("some"))).toEqual(["unsatisfied.npy"]);
  });

  const ROUNDS = Array.from({ length: 6 }, (_, t) =>
    [0, 1, 2].map(
      (k) => `detector(${k}, ${t}) D${3 * t + k}\nerror(0.06) D${3 * t + k} ${t < 5 ? `D${3 * t + k + 3}` : ""}`,
    ),
  ).flat();
  const DATA = Array.from({ length: 6 }, (_, t) => [
    `error(0.05) D${3 * t} L0`,
    `error(0.05) D${3 * t} D${3 * t + 1}`,
    `error(0.05) D${3 * t + 1} D${3 * t + 2}`,
    `error(0.05) D${3 * t + 2} L1`,
  ]).flat();

  const MEASURE = "MPP X0*X1*X2*X3 Z0*Z1*Z2*Z3 Z0*Z1 X0*X1";
  const CIRCUIT = `${MEASURE}\nDEPOLARIZE1(0.1) 0 1 2 3\n${MEASURE}
    DETECTOR rec[-4] rec[-8]\nDETECTOR rec[-3] rec[-7]
    OBSERVABLE_INCLUDE(0) rec[-2] rec[-6]\nOBSERVABLE_INCLUDE(1) rec[-1] rec[-5]`;

  const shots: readonly [decoder: string, words: string[]][] = [
    ["relay iterations=20 legs=3 leg-iterations=10 solutions=2", []],
    ["min-sum iterations=10 schedule=layered", []],
    ["min-sum iterations=9", ["--rewire", "gari"]],
    ["relay iterations=20 legs=3 leg-iterations=10", ["--window", "3", "--commit", "1"]],
  ];
  it.each(sweep(shots, 4))("finds the failed shots of an error model again: %s %j", async (decoder, words) => {
    const run = `shots-${decoder.length}`;
    writeFileSync(at("m.dem"), [...ROUNDS, ...DATA].join("\n"));
    writeFileSync(at("m.stim"), CIRCUIT);
    const file = words.includes("gari") ? ["--circuit", at("m.stim")] : ["--dem", at("m.dem")];
    const model = [...file, "--decoder", decoder, ...words];
    const quiet = ["--engine", "cpu", "--quiet"];
    const sampled = ["--factor", "1", "--chunk", "64", "--max-frames", "512"];
    await done("simulate", ...model, ...sampled, ...quiet, "--out", at(run));
    const [{ frame_errors, symbol_errors, undetected }] = points(run);
    const out = at(`${run}-files`);
    const { shots } = JSON.parse(await done("replay", at(run), ...quiet, "--json", "--out", out));
    type Shot = Record<"observables" | "correction", number[]> & { explained: boolean };
    const wrong = (shot: Shot) => [0, 1].filter((k) => shot.observables.includes(k) !== shot.correction.includes(k));
    expect(shots).toHaveLength(frame_errors);
    expect(frame_errors).toBeGreaterThan(10);
    expect(shots.flatMap(wrong)).toHaveLength(symbol_errors);
    expect(shots.filter(({ explained }: Shot) => explained)).toHaveLength(undetected);
    await done("decode", ...model, "--shots", join(out, "detectors.b8"), ...quiet, "--out", at(`${run}.b8`));
    expect(readFileSync(at(`${run}.b8`))).toEqual(readFileSync(join(out, "corrections.b8")));
    const other = await done("replay", at(run), ...quiet, "--decoder", "min-sum iterations=30");
    if (!words.includes("gari")) expect(other).toMatch(/shot [\d,]+: right after/);
  });
});
