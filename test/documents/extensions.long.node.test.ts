import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const guide = read("doc/guide/add-a-channel.md");
// A code block follows a line with a file's name.
const blocks = [...guide.matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)].map(([, file, code]) => ({ file, code }));

it("the guide shows the Z-channel as it is", () => {
  const [{ file, code }] = blocks;
  expect(file).toBe("src/channel/z.ts");
  expect(code).toBe(read(file));
});

/** A file of the program under another name, with other words in it. */
const renamed = (file: string, words: readonly (readonly [string, string])[]) => [
  file.replace(/[\w-]+(?=\.\w+$)/, "mine"),
  words.reduce((text, [from, to]) => text.replaceAll(from, to), read(file)),
];

/** What a user writes who adds something to a clone, as "To add something" says: files, and lines of tables before other lines. */
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(blocks.slice(0, 3).map(({ file, code }) => [file, code])),
  "src/code/formats/mine.ts": `
import { parityCheckMatrix } from "../parity-check-matrix.ts";
import { galoisField } from "../../galois/field.ts";
import type { MatrixFormat } from "./format.ts";
export const mine: MatrixFormat = {
  description: "columns of a row, a line for each row",
  extensions: [".mine"],
  holds: [],
  read: (text) => {
    const rows = text.trim().split("\\n").map((line) => line.split(" ").map((column) => [Number(column), 1] as const));
    const columns = 1 + Math.max(...rows.flat().map(([column]) => column));
    return { matrix: parityCheckMatrix(galoisField(2), columns, rows) };
  },
  write: ({ matrix }) =>
    Array.from({ length: matrix.rows }, (_, m) =>
      matrix.variable.subarray(matrix.checkStart[m], matrix.checkStart[m + 1]).join(" "),
    ).join("\\n"),
};`,
  "src/cli/mine.ts": `
import { defineCommand, number } from "./command-line/option.ts";
import { print } from "./output.ts";
export default defineCommand({
  options: { size: number({ group: "Measurement", example: "4", default: 2 }, "size") },
  run: ({ size }) => print("size " + size),
});`,
  "experiments/mine.ts": `
import { print } from "../src/cli/output.ts";
import { defineExperiment } from "./shared/experiment.ts";
export default defineExperiment({
  name: "mine",
  summary: "an experiment",
  options: {},
  run: (_, lab) => print(lab.engine!.info.engine),
});`,
  ...Object.fromEntries([
    renamed("src/decoder/nodes/variables/memory.ts", [
      ["gamma", "leak"],
      ["const memory", "const mine"],
      ["variables/memory", "variables/mine"],
    ]),
    renamed("wgsl/nodes/variables/memory.wgsl", []),
    renamed("src/decoder/nodes/edges/damped.ts", [
      ["damping", "share"],
      ["const damped", "const mine"],
      ["edges/damped", "edges/mine"],
    ]),
    renamed("wgsl/nodes/edges/damped.wgsl", []),
    renamed("wgsl/nonbinary/rules/min-max.wgsl", []),
  ]),
  "src/decoder/nonbinary/rules/mine.ts": `
import { storages } from "../../../../wgsl/nonbinary/formats/index.ts";
import { ORDER, SCHEDULE } from "../../order.ts";
import { frameProgram } from "../program.ts";
import { halves, tileConstants, tileOf, vectorParts } from "../vectors.ts";
import { minMax } from "./min-max.ts";
export const mine = {
  ...minMax,
  options: { schedule: SCHEDULE, order: ORDER, messages: { default: "f32", choices: ["f32"], description: "format" } },
  advice: [],
  kernels: [],
  decoder(code, spec, limits, request = {}) {
    const { q } = code.matrix.field;
    const tile = tileOf(q, limits);
    const arithmetic = {
      check: "nonbinary/rules/mine",
      checkConstants: { ...tileConstants(q, tile, limits), ...halves(tile) },
      ...vectorParts(code.matrix, storages.f32, limits),
      notes: ["an invocation for a check of one frame"],
    };
    return frameProgram(code, spec, limits, arithmetic, request);
  },
};`,
  "wgsl/binary/formats/mine.wgsl": `
#import binary/formats/steps/steps
const NEUTRAL: Lanes = Lanes(639.0);
const STEPS_PER_LLR: f32 = 8.0;
const CLIP: f32 = 120.0;
const MESSAGE_BOUND: Lanes = Lanes(127.0);
const POSTERIOR_BOUND = 512.0;`,
};
const LINES: readonly [file: string, before: string, line: string][] = [
  ["src/channel/channels.ts", "/** All channels.", 'import { phaseOffset } from "./phase-offset.ts";\n'],
  ["src/channel/channels.ts", "  bscQber,\n", "  ...phaseOffset,\n"],
  // What the commands of the guide write.
  ...["variables", "edges"].flatMap((kind): [string, string, string][] => [
    [`src/decoder/nodes/${kind}/index.ts`, `/** Rules of ${kind}`, 'import { mine } from "./mine.ts";\n'],
    [`src/decoder/nodes/${kind}/index.ts`, "  plain,\n", "  mine,\n"],
  ]),
  ["src/decoder/nonbinary/rules/index.ts", "/** Check-node rules", 'import { mine } from "./mine.ts";\n'],
  ["src/decoder/nonbinary/rules/index.ts", '  "min-max": minMax', "  mine,\n"],
  ["src/code/formats/index.ts", "import { matrixMarket }", 'import { mine } from "./mine.ts";\n'],
  ["src/code/formats/index.ts", "  json: guarded", "  mine: guarded(mine),\n"],
  ["src/cli/commands.ts", '    ["completion", ', '    ["mine", "mine", () => import("./mine.ts")],\n'],
  ["src/cli/simulate.ts", '  "max-frames": number', '  mine: number({ example: "4", default: 2 }, "mine"),\n'],
  [
    "wgsl/binary/formats/index.ts",
    "/** Messages have the range of a byte. */",
    'const mine: StepLanes = { name: "binary/formats/mine", interleave: 2, steps: { perLlr: 8, channel: 120, message: 127, posterior: 512 } };\n',
  ],
  ["wgsl/binary/formats/index.ts", "f32, f16, int12, int11, byte, int16, int8 }", ""],
];

describe("what a user adds to a clone", () => {
  const folder = newFolder();
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    for (const part of ["bin", "src", "wgsl", "package.json", "experiments/shared", "experiments/reference"])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    for (const part of ["codes", "node_modules"]) symlinkSync(join(root, part), join(folder, part));
    for (const [file, content] of Object.entries(FILES)) writeFileSync(join(folder, file), content);
    for (const [file, place, line] of LINES) {
      const path = join(folder, file);
      const [before, after, more] = readFileSync(path, "utf8").split(place);
      expect([after, more], `${file}: ${place}`).toEqual([expect.any(String), undefined]);
      writeFileSync(path, `${before}${line === "" ? `mine, ${place}` : `${line}${place}`}${after}`);
    }
    // Each process would compile a thousand files.
    execFileSync(process.execPath, [join(folder, "bin/build-node.js")]);
    cpSync(join(folder, "wgsl"), join(folder, "dist/wgsl"), { recursive: true });
  });

  /** Runs a command of the clone. */
  async function ldpc(...argv: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "bin/ldpc.js"), ...argv]);
    return stdout;
  }

  /** The single row of a simulation. */
  async function simulated(code: string, channel: string, frames: number, ...more: string[]) {
    const stop = [`--max-frames=${frames}`, `--max-errors=${frames}`, "--engine=cpu", "--json", "--quiet"];
    const out = `--out=${join(folder, [channel, ...more].join(" ").replaceAll(/\W+/g, "-"))}`;
    const printed = await ldpc("simulate", `--code=${code}`, `--channel=${channel}`, ...stop, out, ...more);
    const [row] = JSON.parse(printed).points as {
      channel: string;
      decoder: string;
      frames: number;
      frame_errors: number;
    }[];
    return row;
  }

  it("is a code format of every command", async () => {
    const [lists, back] = ["H.mine", "H.alist"].map((file) => join(folder, file));
    await ldpc("code", "convert", "wifi-648-324", "--out", lists);
    await ldpc("code", "convert", lists, "--out", back);
    await ldpc("code", "convert", "wifi-648-324", "--out", join(folder, "one.alist"));
    expect(readFileSync(back, "utf8")).toBe(readFileSync(join(folder, "one.alist"), "utf8"));
  });

  it("is a command and an option, which are listed, checked and corrected", async () => {
    expect(await ldpc("mine", "--size", "3")).toBe("size 3\n");
    await expect(ldpc("mine", "--sise", "3")).rejects.toThrow("did you mean --size?");
    expect(await ldpc("--help")).toContain("mine");
    expect(await ldpc("simulate", "--help")).toMatch(/--mine +\S* *mine/);
    await expect(ldpc("simulate", "--mine", "x", "--code", "tiny20-gf2")).rejects.toThrow("--mine");
  });

  it("is the Z-channel as the guide has it", async () => {
    const row = await simulated("wifi-648-324", "z crossover=0.02", 256);
    expect(row).toMatchObject({ channel: "z", frames: 256, frame_errors: 0 });
  }, 60_000);

  it("is an experiment", async () => {
    expect(await ldpc("experiment", "mine", "--engine", "cpu")).toBe("cpu\n");
  });

  it("is a number format of every rule of whole steps, and of the list of decoders", async () => {
    const decoder = "normalised-min-sum messages=mine schedule=layered";
    const row = await simulated("wifi-648-324", "awgn ebn0=3", 256, `--decoder=${decoder}`);
    expect(row).toMatchObject({ frames: 256, decoder: expect.stringContaining("messages=mine") });
    expect(row.frame_errors).toBeLessThan(26);
    expect(await ldpc("decoders", "min-sum")).toContain("mine");
  });

  it("is a rule of checks over GF(q), of variables and of edges, as the rule of which it is a copy", async () => {
    const [own, model] = await Promise.all(
      [
        "mine variable=mine leak=0.3 edge=mine share=0.2",
        "min-max variable=memory gamma=0.3 edge=damped damping=0.2",
      ].map((words) => simulated("beidou-96-48-gf64", "awgn ebn0=2", 256, `--decoder=${words} schedule=layered`)),
    );
    expect(own.frame_errors).toBeGreaterThan(0);
    expect([own.frames, own.frame_errors]).toEqual([model.frames, model.frame_errors]);
    expect(await ldpc("decoders", "mine")).toMatch(/variable .*mine[\s\S]*edge .*mine/);
  });

  // The sum of three received values decides. A bit of QPSK gets a share of the other axis, where the third point has a padding 0.
  it.each([
    ["", " bpsk log-map", (cosine: number, _: number, snr: number) => normalUpperTail(Math.sqrt(6 * snr) * cosine)],
    [
      " modulation=qpsk",
      " qpsk log-map",
      (cosine: number, sine: number, snr: number) =>
        [-sine, sine].reduce((sum, share) => sum + normalUpperTail(Math.sqrt(snr / 3) * (3 * cosine + share)) / 2, 0),
    ],
  ])("has the error rate that theory has%s", async (modulation, shown, theory) => {
    const code = join(folder, "repetition.alist");
    writeFileSync(code, "3 2\n2 2\n1 2 1\n2 2\n1 0\n1 2\n2 0\n1 2\n2 3\n");
    const row = await simulated(code, `phase-offset phase=25 esn0=-1${modulation}`, 2 ** 15);
    expect(row.channel).toBe(`phase-offset-esn0 phase=25${shown}`);
    const angle = (25 * Math.PI) / 180;
    const expected = theory(Math.cos(angle), Math.sin(angle), 10 ** -0.1);
    const error = Math.sqrt((expected * (1 - expected)) / row.frames);
    expect(Math.abs(row.frame_errors / row.frames - expected)).toBeLessThan(4 * error);
  });

  it("turns points of the plane, and is stored, continued and refused by its text", async () => {
    const [none, turned] = ["", "phase=20 "].map((phase) =>
      simulated("wifi-648-324", `phase-offset ${phase}esn0=7 modulation=8psk`, 32),
    );
    expect((await turned).frame_errors).toBeGreaterThan((await none).frame_errors + 16);
    const run = join(folder, "phase-offset-phase-20-esn0-7-modulation-8psk");
    expect(JSON.parse(await ldpc("simulate", `--again=${run}`, "--json", "--quiet")).points).toEqual([await turned]);
    expect(JSON.parse(readFileSync(join(run, "run.json"), "utf8")).channel).toMatchObject({
      name: "phase-offset",
      options: { phase: 20 },
    });
    const other = ["--channel=phase-offset phase=30 modulation=8psk", "--esn0=7", `--out=${run}`];
    await expect(ldpc("simulate", "--code=wifi-648-324", ...other)).rejects.toThrow(
      "its channel is phase-offset phase=20 by esn0 with 8psk log-map, not phase-offset phase=30 by esn0",
    );
    await expect(simulated("wifi-648-324", "phase-offset phase=190 esn0=1", 32)).rejects.toThrow(
      "phase= 190: an angle in degrees is a number from -180 to 180, for example 10",
    );
    await expect(simulated("wifi-648-324", "awgn phase=10 esn0=1", 32)).rejects.toThrow(
      "--channel awgn has no phase=10",
    );
  });
});

/** Where each promise of doc/design/architecture.md, "To add something", is tried: as a user does it, or in the file of tests that a new one gets into. */
const TRIED: Readonly<Record<string, string>> = {
  "A check-node rule of bits": "test/documents/rule.node.test.ts",
  "A rule of variables or edges": "here",
  "A check-node rule over GF(q)": "here",
  "A number format": "here",
  "A channel": "here",
  "A code format": "here",
  "A command": "here",
  "An option of `simulate`": "here",
  "A notebook": "test/notebooks/site.chromium.test.ts",
  "An experiment": "here",
};

it("tries each promise of extension", () => {
  const chapter = read("doc/design/architecture.md").split("## To add something")[1];
  const promises = [...chapter.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, name]) => name);
  expect(promises.length).toBeGreaterThan(5);
  expect(Object.keys(TRIED).sort()).toEqual(promises.sort());
  expect(Object.values(TRIED).filter((file) => file !== "here" && !existsSync(join(root, file)))).toEqual([]);
});
