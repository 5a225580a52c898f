import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defineExperiment } from "../../experiments/shared/experiment.ts";
import type { ChannelPoints } from "../../src/channel/channel-text.ts";
import { channels } from "../../src/channel/channels.ts";
import { type AnyCommand, defineCommand, number } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import { runCli } from "../../src/cli/run.ts";
import type { MatrixFormat } from "../../src/code/formats/format.ts";
import { formats } from "../../src/code/formats/index.ts";
import { readCode } from "../../src/code/formats/read-code.ts";
import { codeHash } from "../../src/code/hash.ts";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { defaultDecoder, readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { simulate } from "../../src/simulation/simulate.ts";
import { listenedTo, only } from "../cli/run-in-process.ts";
import { root } from "../source-files.ts";

const text = (file: string) => readFileSync(join(root, file), "utf8");
const run = (command: AnyCommand, ...args: string[]) =>
  listenedTo(() => runCli(["mine", ...args], only("mine", command)));

afterEach(() => vi.restoreAllMocks());

/** Simulates a few frames over each channel of the table, as a new line of the table would be. */
async function everyChannel(): Promise<void> {
  const code = loadCode("tiny20-gf2");
  for (const [parameter, { example, needsTables }] of Object.entries(channels)) {
    const channel = needsTables
      ? text("codes/channels/nand-soft-reads.csv")
      : ({ [parameter]: Number.parseFloat(example) } as unknown as ChannelPoints);
    const options = { engine: cpuEngine(), maxFrames: 64, chunkFrames: 64 };
    const [{ frames }] = await simulate(code, readDecoder(defaultDecoder(code)), channel, options).result();
    expect(frames, parameter).toBe(64);
  }
}

/** A format with the members that the guide names, in the table. */
async function aCodeFormat(): Promise<void> {
  const { matrix } = loadCode("tiny20-gf2");
  const mine: MatrixFormat = {
    description: "lists of columns, a line for each row",
    extensions: [".mine"],
    holds: [],
    read: (content) => {
      const rows = content
        .trim()
        .split("\n")
        .map((line) => line.split(" ").map((column) => [Number(column), 1] as const));
      return { matrix: parityCheckMatrix(matrix.field, matrix.columns, rows) };
    },
    write: (code) =>
      Array.from({ length: code.matrix.rows }, (_, m) =>
        code.matrix.variable.subarray(code.matrix.checkStart[m], code.matrix.checkStart[m + 1]).join(" "),
      ).join("\n"),
  };
  const table = formats as Record<string, MatrixFormat>;
  table.mine = mine;
  try {
    const written = mine.write({ name: "", description: "", source: "", matrix });
    expect(codeHash(readCode(written, "H.txt", { format: "mine" }).matrix)).toBe(codeHash(matrix));
  } finally {
    delete table.mine;
  }
}

async function aCommand(): Promise<void> {
  const mine = defineCommand({
    options: { size: number({ group: "Measurement", describe: "size", example: "4", default: 2 }) },
    examples: [],
    run: ({ size }) => print(`size ${size}`),
  }) as AnyCommand;
  expect(await run(mine, "--size", "3")).toMatchObject({ status: 0, stdout: "size 3\n", stderr: "" });
  expect((await run(mine, "--sise", "3")).stderr).toContain("did you mean --size?");
}

/** Without options, quick sizes and a paper: all that the guide does not ask for. */
async function anExperiment(): Promise<void> {
  const mine = defineExperiment({
    name: "mine",
    summary: "an experiment",
    options: {},
    run: (_, lab) => print(lab.engine!.info.engine),
  });
  const { status, stdout, stderr } = await run(mine as AnyCommand);
  expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "cpu\n" });
}

/** How each promise of doc/design/architecture.md, "To add something", is tried: here, or by the file of tests that a new one gets into. */
const TRIED: Readonly<Record<string, (() => Promise<void>) | string>> = {
  "A check-node rule of bits": "test/documents/rule.node.test.ts",
  "A rule of variables or edges": "test/decoder/rules-index.node.test.ts",
  "A check-node rule over GF(q)": "test/decoder/nonbinary/rules.test.ts",
  "A number format": "test/oracle/oracles.test.ts",
  "A channel": everyChannel,
  "A code format": aCodeFormat,
  "A command": aCommand,
  "An option of `simulate`": "test/simulation/simulate.test.ts",
  "A notebook": "test/notebooks/site.chromium.test.ts",
  "An experiment": anExperiment,
};

describe("a promise of extension", () => {
  const chapter = text("doc/design/architecture.md").split("## To add something")[1];
  const promises = [...chapter.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, name]) => name);

  it("is tried, each of them", () => {
    expect(promises.length).toBeGreaterThan(5);
    expect(Object.keys(TRIED).sort()).toEqual(promises.sort());
  });

  it.each(Object.entries(TRIED))("%s", async (_, tried) => {
    if (typeof tried === "string") expect(existsSync(join(root, tried)), tried).toBe(true);
    else await tried();
  });
});
