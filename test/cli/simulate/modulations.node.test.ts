import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { modulationOf } from "../../../src/channel/modulation/modulated.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { readRunFile } from "../../../src/node/run/run-file.ts";
import { formatPoints, parsePoints } from "../../../src/simulation/points.ts";
import { simulate } from "../../../src/simulation/simulate.ts";
import { newFolder } from "../../new-folder.ts";
import { itLong } from "../../sweep.ts";
import { ldpc, refusal } from "../run-in-process.ts";

let folder: string;
beforeAll(() => {
  folder = newFolder();
});

const COMMON = ["--decoder=min-max iterations=5", "--engine=cpu", "--quiet", "--max-frames=32", "--chunk=16"];
const run = (out: string, ...more: string[]) =>
  ldpc("simulate", "--code", "beidou-88-44-gf64", ...COMMON, "--out", join(folder, out), ...more);
const csv = (out: string) => readFileSync(join(folder, out, "points.csv"), "utf8");

describe("ldpc simulate --modulation", () => {
  it("matches symbols of GF(64) to 64-QAM, and stores the mapping", async () => {
    const { status, stdout, stderr } = await run("matched", "--esn0", "6,16", "--modulation", "64qam");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Es/N0 dB");
    const modulation = { name: "64qam", labeling: "gray", demapper: "symbols" };
    expect(readRunFile(join(folder, "matched"))!.channel).toEqual({ name: "awgn", parameter: "esn0", modulation });
    const rows = parsePoints(csv("matched"), "points.csv");
    expect(rows.map(({ channel }) => channel)).toEqual(Array(2).fill("awgn-esn0 64qam symbols"));
    expect(rows[0].frame_errors).toBe(32);
    expect(rows[1].frame_errors).toBe(0);
    expect(formatPoints(rows)).toBe(csv("matched"));
  });

  it("goes on with the modulation of a folder, and refuses another", async () => {
    const before = csv("matched");
    const again = await ldpc(
      "simulate",
      "--again",
      join(folder, "matched"),
      "--max-frames=48",
      "--engine=cpu",
      "--quiet",
    );
    expect([again.status, again.stderr]).toEqual([0, ""]);
    expect(csv("matched")).not.toBe(before);
    expect(readRunFile(join(folder, "matched"))!.channel.modulation?.name).toBe("64qam");
    const other = await run("matched", "--esn0", "6", "--modulation", "64qam", "--demapper", "log-map");
    expect(other.status).toBe(1);
    expect(other.stderr).toContain(
      "its channel is awgn by esn0 with 64qam symbols, not awgn by esn0 with 64qam log-map",
    );
    const plain = await run("matched", "--esn0", "6");
    expect(plain.stderr).toContain("its channel is awgn by esn0 with 64qam symbols, not awgn by esn0;");
  });

  it("leaves BPSK unchanged, named or not", async () => {
    await run("plain", "--ebn0", "2");
    await run("named", "--ebn0", "2", "--modulation", "bpsk");
    expect(csv("named")).toBe(csv("plain"));
    expect(readRunFile(join(folder, "named"))!.channel).toEqual({ name: "awgn", parameter: "ebn0" });
  });

  itLong("takes points of a file, counts them as equal points of the table, and stores them", async () => {
    const { shape } = modulationOf({ name: "16qam", labeling: "set-partition" });
    if (shape.axes !== "joint") throw new Error("labels of points");
    const file = join(folder, "square.txt");
    writeFileSync(file, shape.points.map(([x, y], label) => `${label} ${x} ${y}\n`).join(""));
    const bits = ["--esn0", "9", "--demapper", "log-map"];
    expect(await run("own", ...bits, "--modulation", file)).toMatchObject({ status: 0, stderr: "" });
    await run("known", ...bits, "--modulation", "16qam", "--labeling", "set-partition");
    const [rows, known] = ["own", "known"].map((out) => parsePoints(csv(out), out));
    expect(rows[0].channel).toMatch(/^awgn-esn0 square log-map points=16:[0-9a-f]{8}$/);
    expect(rows).toEqual(known.map((row) => ({ ...row, channel: rows[0].channel })));
    rmSync(file);
    const again = await ldpc("simulate", "--again", join(folder, "own"), "--max-frames", "48", "--engine", "cpu");
    expect(again.status).toBe(0);
    expect(parsePoints(csv("own"), "own")[0].frames).toBe(48);
    const plotted = await ldpc("plot", join(folder, "own"), join(folder, "plain"), "--out", join(folder, "own.html"));
    expect([plotted.status, plotted.stderr]).toEqual([0, ""]);
  });

  it("names file and line of points that are none", async () => {
    const file = join(folder, "twice.txt");
    writeFileSync(file, "0 1 0\n1 1 0\n");
    const { status, stderr } = await run("refused", "--esn0", "9", "--modulation", file);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${file}:2: the point is that of line 1 too`);
    writeFileSync(file, "0 1 0\n1 0 0\n");
    const labelled = await run("refused", "--esn0", "9", "--modulation", file, "--labeling", "natural");
    expect(labelled.stderr).toContain("the points of twice have labels of their own");
    const limits = await ldpc("limits", "--n", "600", "--k", "300", "--modulation", file, "--fer", "1e-2");
    expect(limits).toMatchObject({ status: 0, stderr: "" });
    expect(limits.stdout).toContain("twice over AWGN");
    // On-off keying needs 3 dB more than BPSK.
    expect(limits.stdout).toMatch(/uncoded +1e-2 +12\.01 /);
    writeFileSync(file, "0 1 0\n1 0 1\n2 -1 0\n3 0.3 -1\n");
    const irregular = await ldpc("limits", "--n", "600", "--k", "300", "--modulation", file, "--fer", "1e-2");
    expect(irregular).toMatchObject({ status: 0, stderr: "" });
    expect(irregular.stdout).not.toContain("uncoded");
  });

  it("counts as the library does, and its curve is plotted beside another", async () => {
    await run("bits", "--ebn0", "5", "--modulation", "8psk", "--demapper", "max-log", "--interleaver", "7");
    const rows = await simulate(
      loadCode("beidou-88-44-gf64"),
      readDecoder("min-max iterations=5"),
      "awgn ebn0=5 modulation=8psk demapper=max-log interleaver=7",
      { engine: cpuEngine(), maxFrames: 32, chunkFrames: 16 },
    ).result();
    expect(formatPoints(rows)).toBe(csv("bits"));
    const html = join(folder, "both.html");
    const plotted = await ldpc(
      "plot",
      join(folder, "bits"),
      join(folder, "plain"),
      join(folder, "matched"),
      "--out",
      html,
    );
    expect([plotted.status, plotted.stderr]).toEqual([0, ""]);
    expect(readFileSync(html, "utf8")).toContain("8psk, max-log, interleaver 7 over AWGN");
  });

  it("fades points, and says so in file and header", async () => {
    const fading = ["--ebn0", "8", "--modulation", "qpsk", "--channel", "rayleigh"];
    expect(await run("fast", ...fading)).toMatchObject({ status: 0, stderr: "" });
    expect(await run("block", ...fading, "--block-length", "66")).toMatchObject({ status: 0, stderr: "" });
    const [fast, block] = ["fast", "block"].map((out) => parsePoints(csv(out), out)[0]);
    expect(fast.channel).toBe("awgn qpsk symbols rayleigh=1");
    expect(block.channel).toBe("awgn qpsk symbols rayleigh=66");
    expect(readRunFile(join(folder, "block"))!.channel.modulation?.fading).toBe(66);
    // A frame has four gains instead of 264.
    expect(block.frame_errors).toBeGreaterThan(fast.frame_errors);
    const again = await ldpc("simulate", "--again", join(folder, "block"), "--max-frames", "48", "--engine", "cpu");
    expect(again.status).toBe(0);
    expect(again.stderr).toContain("qpsk, symbols over Rayleigh fading in blocks of 66");
    expect(parsePoints(csv("block"), "block")[0].frames).toBe(48);
  });

  it.each(
    Object.entries({
      "--ebn0 3 --block-length 5": "--block-length belongs to --channel rayleigh",
      "--qber 0.02 --channel rayleigh": "--channel rayleigh has no --qber: give --ebn0",
      "--qber 0.02 --modulation 16qam":
        "modulation 16qam: the binary symmetric channel has none; give --ebn0, --esn0, --snr or --snr-db",
      "--ebn0 3 --labeling natural": "--labeling belongs to a --modulation of several bits",
      "--ebn0 3 --modulation 256qam --demapper symbols":
        "a symbol of 6 bits and a point of 256qam with 8 bits are no multiples",
      "--ebn0 3 --modulation 64qam --interleaver 5g": "interleaver 5g is of bits",
      "--ebn0 3 --modulation 64qam --interleaver 6g": "give a seed from 0 to 4294967295, 5g, block:ROWS",
      "--ebn0 3 --modulation 64qam --codeword zero": "leave out --codeword zero",
      "--ebn0 3 --modulation 65qam": "64qam",
      "--ebn0 -40 --modulation 256qam": "points cannot be told apart; give more dB",
    }),
  )("%s is refused: %s", async (line, message) => {
    const more = line.split(" ");
    expect(refusal(await run("refused", ...more))).toContain(message);
  });
});
