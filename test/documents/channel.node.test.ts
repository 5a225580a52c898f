import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
import { root } from "../source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const guide = read("doc/guide/add-a-channel.md");
// A code block follows a line with a file's name. Lines with an ellipsis separate its parts.
const blocks = [...guide.matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)].map(([, file, code]) => ({ file, code }));

it("the guide shows the Z-channel as it is", () => {
  const [{ file, code }] = blocks;
  expect(file).toBe("src/channel/z.ts");
  const text = read(file);
  expect(code.split("…\n").filter((part) => !text.includes(part))).toEqual([]);
});

describe("the guide's phase offset", () => {
  const folder = mkdtempSync(join(tmpdir(), "ldpc-channel-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    for (const part of ["bin", "src", "wgsl", "package.json"])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    for (const part of ["codes", "node_modules"]) symlinkSync(join(root, part), join(folder, part));
    const [, channel, part] = blocks;
    for (const { file, code } of [channel, part]) writeFileSync(join(folder, file), code);
    const table = join(folder, "src/channel/channels.ts");
    const before = readFileSync(table, "utf8");
    const after = before.replace("  ...awgn,\n", "  ...awgn,\n  ...phaseOffset,\n");
    expect(after).not.toBe(before);
    writeFileSync(table, `import { phaseOffset } from "./phase-offset.ts";\n${after}`);
    // Each process would compile a thousand files.
    mkdirSync(join(folder, "experiments"));
    execFileSync(process.execPath, [join(folder, "bin/build-node.js")]);
    cpSync(join(folder, "wgsl"), join(folder, "dist/wgsl"), { recursive: true });
  });

  /** Runs a command of the program with the new channel. */
  async function ldpc(...argv: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "bin/ldpc.js"), ...argv]);
    return stdout;
  }

  /** The single row of a simulation. */
  async function simulated(code: string, channel: string, frames: number) {
    const stop = [`--max-frames=${frames}`, `--max-errors=${frames}`, "--engine=cpu", "--json", "--quiet"];
    const out = `--out=${join(folder, channel.replaceAll(/\W+/g, "-"))}`;
    const printed = await ldpc("simulate", `--code=${code}`, `--channel=${channel}`, ...stop, out);
    const [row] = JSON.parse(printed) as { channel: string; frames: number; frame_errors: number }[];
    return row;
  }

  // The sum of three received values decides. A bit of QPSK gets a share of the other axis, where the third point has a padding 0.
  it.each([
    ["", " bpsk log-map", (cosine: number, _: number, snr: number) => normalUpperTail(Math.sqrt(6 * snr) * cosine)],
    [
      " modulation=qpsk",
      " qpsk log-map",
      (cosine: number, sine: number, snr: number) =>
        [-sine, sine].reduce((sum, share) => sum + normalUpperTail(Math.sqrt(snr / 3) * (3 * cosine + share)) / 2, 0),
    ],
  ])("has the error rate that theory has%s", { timeout: 120_000 }, async (modulation, shown, theory) => {
    const code = join(folder, "repetition.alist");
    writeFileSync(code, "3 2\n2 2\n1 2 1\n2 2\n1 0\n1 2\n2 0\n1 2\n2 3\n");
    const row = await simulated(code, `phase-offset phase=25 esn0=-1${modulation}`, 2 ** 15);
    expect(row.channel).toBe(`phase-offset-esn0 phase=25${shown}`);
    const angle = (25 * Math.PI) / 180;
    const expected = theory(Math.cos(angle), Math.sin(angle), 10 ** -0.1);
    const error = Math.sqrt((expected * (1 - expected)) / row.frames);
    expect(Math.abs(row.frame_errors / row.frames - expected)).toBeLessThan(4 * error);
  });

  it("turns points of the plane, and is stored, continued and refused by its text", { timeout: 180_000 }, async () => {
    const [none, turned] = ["", "phase=20 "].map((phase) =>
      simulated("wifi-648-324", `phase-offset ${phase}esn0=7 modulation=8psk`, 32),
    );
    expect((await turned).frame_errors).toBeGreaterThan((await none).frame_errors + 16);
    const run = join(folder, "phase-offset-phase-20-esn0-7-modulation-8psk");
    expect(JSON.parse(await ldpc("simulate", `--again=${run}`, "--json", "--quiet"))).toEqual([await turned]);
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
