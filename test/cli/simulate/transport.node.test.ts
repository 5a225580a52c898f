import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();

let runs = 0;
const simulate = (...words: string[]) =>
  ldpc(
    ...["simulate", "--code", "nr", "--decoder", "min-sum iterations=5", "--engine", "cpu", "--max-frames", "32"],
    ...["--chunk", "32", "--out", join(folder, String(runs++)), ...words],
  );

describe("ldpc simulate --transport", () => {
  it("sends code blocks of a transport block in points of the modulation", async () => {
    const { status, stdout, stderr } = await simulate(
      ...["--transport=8448", "--rate=0.5", "--rv=0,2", "--buffer=9000", "--modulation=64qam", "--esn0=5"],
    );
    expect(status).toBe(0);
    expect(stderr).toContain("nr-8448-sent8448-rv02: N 9,568 (16,896 sent), K 4,224, R 0.25, over GF(2)");
    // 2 × 2 × 8448 bits, six to a point.
    expect(stdout).toContain(
      "After 2 transmissions (redundancy versions 0,2); 5,632 points for 8,448 bits in 2 code blocks; an error is a wrong bit of information or checksum:",
    );
    expect(stdout).toMatch(
      /code block errors +transport block errors +95 % interval +bits per point\n.*\n +5 +\S+ +\S+ +\[.*\] +[\d.]+\n/,
    );
  });

  it("shares the bits of --sent among code blocks, a point fewer for some", async () => {
    const words = ["--transport", "8448", "--rate", "0.5", "--sent", "11266", "--modulation", "qpsk", "--esn0", "5"];
    const { status, stdout, stderr } = await simulate(...words);
    expect(status).toBe(0);
    expect(stderr).toContain("nr-8448-sent5632or5634-rv0: N 6,448 (5,634 sent), K 4,224, R 0.7499, over GF(2)");
    expect(stdout).toContain(
      "After one transmission (redundancy version 0); 5,633 points for 8,448 bits in 2 code blocks;",
    );
  });

  it("is chosen by a scheme and resources, in sweeps by lists of schemes", async () => {
    const words = ["--prbs", "2", "--symbols", "12", "--esn0", "8"];
    const short = ["simulate", "--decoder=min-sum iterations=5", "--engine=cpu", "--max-frames=8", "--chunk=8"];
    const out = join(folder, "mcs");
    const { status, stderr } = await ldpc(...short, "--mcs", "1:10", ...words, "--out", out);
    // 2 · 132 · 4 · 340/1024 = 350.6 information bits.
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("nr-352-sent1056-rv0") });
    const { code, channel } = JSON.parse(readFileSync(join(out, "run.json"), "utf8"));
    expect(JSON.stringify([code, channel])).toMatch(/"rate":0\.33203125.*"16qam".*5g/);
    const file = join(folder, "mcs.json");
    const common = { prbs: 2, "max-frames": 8, chunk: 8, esn0: "8", decoder: "min-sum iterations=2" };
    writeFileSync(file, JSON.stringify({ common, runs: [{ mcs: ["1:0", "4:25:26"] }] }));
    const swept = await ldpc("sweep", file, "--out", join(folder, "mcs-sweep"), "--engine", "cpu");
    expect({ ...swept, stderr: "" }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/nr-72-sent624[\s\S]*sent3120[\s\S]*nr-2976-sent3120/),
      stderr: "",
    });
  });

  it("has an axis of schemes: a run of each, and BLER over their index", async () => {
    const out = join(folder, "schemes");
    const words = ["--prbs", "2", "--esn0", "-9,6", "--max-frames", "8", "--chunk", "8", "--engine", "cpu"];
    const { status, stdout } = await ldpc("simulate", "--mcs", "1:9:11", ...words, "--out", out, "--quiet");
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/mcs1-09[\s\S]*mcs1-10[\s\S]*mcs1-11/),
    });
    const figure = join(folder, "schemes.svg");
    expect((await ldpc("plot", out, "--over", "mcs", "--out", figure)).status).toBe(0);
    const drawn = readFileSync(figure, "utf8");
    expect(drawn).toContain("block error rate over MCS index (TS 38.214, table 5.1.3.1-1): Es/N0 -9 dB; Es/N0 6 dB");
    const page = join(folder, "schemes.html");
    expect((await ldpc("plot", out, "--over", "mcs", "--out", page)).status).toBe(0);
    expect(readFileSync(page, "utf8").replaceAll("\\u003c", "<")).toContain(
      "MCS 10: 4 bits in a point, code rate 340/1024<br>BLER 1.00e+0, 95 % in [6.31e-1, 1.00e+0]<br>8 of 8 code blocks, 1 in a transport block",
    );
    const twice = await ldpc("plot", out, out, "--over", "mcs", "--out", join(folder, "twice.svg"));
    expect(refusal(twice)).toContain("mcs1-09: is a second run of MCS 9 at Es/N0 -9 dB: plot them apart");
  });

  it.each(
    Object.entries({
      "--mcs 2:28": "--mcs: MCS table 2 has the indices 0 to 27, and no 28",
      "--mcs 1:9:3": "--mcs 1:9:3: give a table and an index, for example 2:20, or 2:0:27 for the indices 0 to 27",
      "--mcs 1:27:29 --prbs 1": "--mcs: MCS table 1 has the indices 0 to 28, and no 29",
      "--mcs 1:4": "--mcs 1:4 needs a transport block: give --prbs, too, or --transport",
      "--mcs 1:4:5 --rate 1/2": "--mcs chooses --rate: leave one of them out",
      "--mcs 1:4:5 --prbs 1 --require-fer 1e-2": "--require-fer adds points to one run: give --mcs one scheme",
      "--dmrs 6": "--dmrs belongs to resources: give --prbs, too",
      "--prbs 6": "--prbs belongs to a scheme of 5G: give --mcs, too",
      "--mcs 1:4 --prbs 0": "--prbs 0 is not a whole number from 1 to 275",
      "--mcs 1:4 --prbs 1 --symbols 1":
        "--prbs: 1 symbols have 12 resource elements in a block, of which 12 carry no data: none is left",
    }),
  )("refuses %s", async (line, message) => {
    const words = line.split(" ");
    expect(refusal(await ldpc("simulate", ...words, "--esn0", "1"))).toContain(message);
  });

  it("says why a sweep at an Eb/N0 joins no transmissions", async () => {
    const file = join(folder, "ebn0.json");
    const common = { transport: 100, rate: "1/2", modulation: "qpsk", ebn0: "3", "max-frames": 8, chunk: 8 };
    writeFileSync(
      file,
      JSON.stringify({ common, runs: [{ code: "nr", decoder: "min-sum iterations=2", rv: ["0", "0,2"] }] }),
    );
    const out = join(folder, "ebn0");
    const { status, stdout } = await ldpc("sweep", file, "--engine", "cpu", "--quiet", "--out", out);
    expect(status).toBe(0);
    expect(stdout).toContain("\nNo table joins transmissions at an Eb/N0");
    const page = join(folder, "ebn0.html");
    expect((await ldpc("report", out, "--out", page)).status).toBe(0);
    expect(readFileSync(page, "utf8")).toContain("No table joins transmissions at an Eb/N0");
  });

  it("counts wrong bits of information and checksum as block errors, and not wrong parity bits", async () => {
    const words = ["--transport", "640", "--rate", "0.5", "--modulation", "qpsk", "--esn0", "3", "--json"];
    const [row] = JSON.parse((await simulate(...words)).stdout).points;
    expect(row.information_frame_errors).toBeGreaterThan(0);
    expect(row.information_frame_errors).toBeLessThan(row.frame_errors);
    expect(row.code_block_error_rate).toBe(row.information_frame_errors / row.frames);
    expect(row.transport_block_error_rate).toBeCloseTo(row.code_block_error_rate, 12);
    expect(row.bits_per_point).toBeCloseTo(1 - row.code_block_error_rate, 12);
  });

  it("shows each transmission and their joint throughput in a sweep over rv, and in its report", async () => {
    const file = join(folder, "harq.json");
    const common = { transport: 100, rate: "1/2", modulation: "qpsk", esn0: "0,1", "max-frames": 32, chunk: 32 };
    const runs = [{ code: "nr", decoder: "min-sum iterations=5", rv: ["0", "0,2", "0,2,3"] }];
    writeFileSync(file, JSON.stringify({ common, runs }));
    const out = join(folder, "harq");
    const { status, stdout } = await ldpc("sweep", file, "--engine", "cpu", "--quiet", "--out", out);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /Transport blocks of 100 bits, 100 points a transmission: .*:\n *Es\/N0 dB +after 0 +after 0,2 +after 0,2,3 +bits per point\n/,
    );
    expect(stdout).toMatch(/\n +1 +\S+ +(< )?\S+ +(< )?\S+ +[\d.]+ \[[\d.]+, [\d.]+\]\n$/);
    const page = join(folder, "harq.html");
    expect((await ldpc("report", out, "--out", page)).status).toBe(0);
    expect(readFileSync(page, "utf8")).toContain("<th>after 0,2,3</th><th>bits per point</th>");
  });

  it.each(
    Object.entries({
      "--rate 1/2": "--rate belongs to a transport block of 5G: give --transport BITS, too",
      "--transport 8448 --rate 1/2 --sent 16897":
        "send: choose a --modulation such as qpsk, whose receiver knows them, or --sent for equal blocks",
      "--transport 100": "--transport 100 needs a code rate: give --rate, for example 1/2",
      "--transport 100 --rate 1/2 --rv 0,4": '"0,4": redundancy versions are 0, 1, 2, 3',
      "--transport 100 --rate 1/2 --rows 8": "leave the option rows out",
      "--transport 100 --rate 1/20": "sends bits more than once: choose a --modulation such as qpsk",
    }),
  )("%s is refused: %s", async (line, message) => {
    const words = line.split(" ");
    const { status, stderr } = await simulate("--ebn0", "2", ...words);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  });
});
