import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parsePoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { itLong, sweep } from "../../sweep.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();

/** Simulates a small code. @returns points.csv. */
async function simulate(out: string, engine: string, channel: string): Promise<string> {
  const stop = ["--max-errors=50", "--max-frames=3000", "--chunk=64", "--quiet"];
  const { status, stderr } = await ldpc(
    ...["simulate", "--code=tiny10-gf4", channel, ...stop, `--engine=${engine}`, `--out=${join(folder, out)}`],
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return readFileSync(join(folder, out, "points.csv"), "utf8");
}

const CHANNELS: [string, string, number[], string, string][] = [
  ["bsc", "--qber=0.02:0.03:0.11", [0.11, 0.08, 0.05, 0.02], "QBER", "QBER (crossover probability)"],
  ["awgn-snr", "--snr=0.5,1,2", [0.5, 1, 2], "SNR", "SNR 1/"],
  ["qsc", "--symbol-error=0.02,0.1,0.2", [0.2, 0.1, 0.02], "symbol error", "symbol error probability of the channel"],
];

describe.each(sweep(CHANNELS, 6))("ldpc on the channel %s", (channel, option, points, heading, axis) => {
  it("simulates, with the same points on CPU and GPU, tells them and draws them", async () => {
    const expected = await simulate(`${channel}-cpu`, "cpu", option);
    expect(await simulate(`${channel}-gpu`, "gpu", option)).toBe(expected);
    const rows = parsePoints(expected);
    expect(rows.map((row) => row.point)).toEqual(points);
    for (const row of rows) expect(row.channel).toBe(channel);
    const fers = rows.map(({ fer }) => fer);
    expect(fers).toEqual(fers.toSorted((a, b) => b - a));
    expect(fers[0]).toBeGreaterThan(0.3);
    expect(fers[fers.length - 1]).toBeLessThan(0.2);

    const { stdout } = await ldpc("status", join(folder, `${channel}-gpu`));
    expect(stdout.split("\n")[1]).toMatch(new RegExp(`^ *${heading} +FER `));
    const page = join(folder, `${channel}.html`);
    expect((await ldpc("plot", join(folder, `${channel}-cpu`), "--out", page)).status).toBe(0);
    expect(readFileSync(page, "utf8")).toContain(axis);
  });
});

describe("ldpc bench", () => {
  const bench = ["bench", "--code=tiny10-gf4", "--engine=cpu", "--frames=64", "--seconds=0.01"];

  itLong("measures early termination on the channel asked for", async () => {
    const { status, stdout } = await ldpc(...bench, "--qber=0.02", "--json");
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.channel).toEqual({ name: "bsc", parameter: "qber", value: 0.02 });
    expect(report.earlyTermination.iterations).toBeLessThan(5);
    expect((await ldpc(...bench, "--symbol-error=0.01")).stdout).toContain("early termination, symbol error 0.01 ");
    expect((await ldpc(...bench)).stdout).toContain("early termination, Eb/N0 3 dB ");
  });

  it.each([
    [["--qber=0.02", "--snr=1"], "--snr and --qber are given: choose one channel"],
    [["--qber=0.02,0.03"], "--qber stands for 2 points: give one"],
    [["--symbol-error=0.8"], "--symbol-error 0.8: over GF(4) a symbol error probability is below (q − 1)/q = 0.75"],
  ])("refuses %j", async (channel, message) => {
    expect(refusal(await ldpc(...bench, ...channel))).toContain(message);
  });
});

it("simulates key reconciliation over GF(q): received words with wrong symbols, and the sent words' syndromes", async () => {
  const options = [
    "--code=tiny12-gf8",
    "--codeword=syndrome",
    "--symbol-error=0.001,0.3",
    "--max-frames=500",
    "--quiet",
  ];
  const out = join(folder, "reconciliation");
  const { status, stdout, stderr } = await ldpc("simulate", ...options, "--engine=cpu", "--json", `--out=${out}`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [worse, better] = JSON.parse(stdout).points;
  expect(worse).toMatchObject({ channel: "qsc", point: 0.3 });
  expect(worse.fer).toBeGreaterThan(0.3);
  expect(better).toMatchObject({ channel: "qsc", point: 0.001 });
  expect(better.fer).toBeLessThan(0.01);
});

it("ldpc simulate takes the q-ary symmetric channel for decoders of bits, and refuses values outside of the field's range", async () => {
  const options = [
    "simulate",
    "--code=tiny20-gf2",
    "--decoder=min-sum",
    "--max-frames=1000",
    "--quiet",
    "--engine=cpu",
  ];
  const fers: number[] = [];
  for (const channel of ["--symbol-error=0.05", "--qber=0.05"]) {
    const { stdout } = await ldpc(...options, channel, "--json", `--out=${join(folder, `bits${channel}`)}`);
    fers.push(JSON.parse(stdout).points[0].fer);
  }
  // The channels are equal but have different noise: five standard errors of a difference.
  expect(fers[0]).toBeGreaterThan(0.02);
  expect(Math.abs(fers[0] - fers[1])).toBeLessThan(5 * Math.sqrt((2 * fers[1] * (1 - fers[1])) / 1000));
  expect(refusal(await ldpc(...options, "--symbol-error=0.5", `--out=${join(folder, "refused")}`))).toContain(
    "--symbol-error 0.5: a crossover probability is above 0 and below 0.5",
  );
  expect(existsSync(join(folder, "refused"))).toBe(false);
});
