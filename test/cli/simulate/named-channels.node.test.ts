import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namedChannels } from "../../../src/channel/channel-text.ts";
import { CHANNEL_PARAMETERS, type ChannelParameter, channelPoint, channels } from "../../../src/channel/channels.ts";
import { UsageError } from "../../../src/cli/command-line/parse.ts";
import { onePoint, ownPoint } from "../../../src/cli/options/channel.ts";
import { SIMULATE_OPTIONS } from "../../../src/cli/simulate.ts";
import { readSweepFile } from "../../../src/cli/sweep.ts";
import { readCode } from "../../../src/code/formats/read-code.ts";
import { ldpc } from "../run-in-process.ts";
import { csv, failure, folder, readRun, run, useRunFolders } from "./simulate-fixture.ts";

useRunFolders();

/** Texts of options by their names in camel case. */
const VALUES = { qber: "0.1,0.2", symbolError: "0.2", erasure: "0.4", symbolErasure: "0.4", esn0: "1" } as const;
type Parameter = keyof typeof VALUES;

function over(channel: string | undefined, parameter?: Parameter) {
  return { ebn0: undefined, channel, ...(parameter && { [parameter]: VALUES[parameter] }) };
}

it("--channel has every channel of the table, with all of its parameters", () => {
  expect([...namedChannels.keys()]).toEqual(["awgn", "rayleigh", "bsc", "qsc", "bec", "qec", "z", "depolarizing"]);
  // The channel of pairs of codes has the parameter of circuits.
  expect([...namedChannels.get("depolarizing")!.values()]).toEqual(["p"]);
  const classical = new Map([...namedChannels].filter(([name]) => name !== "depolarizing"));
  const named = [...classical.values()].flatMap((options) => [...options.values()]);
  expect(new Set(named)).toEqual(new Set(CHANNEL_PARAMETERS.filter((parameter) => !channels[parameter].needsTables)));
  for (const [name, options] of classical) {
    for (const parameter of options.values()) {
      expect(channels[parameter].name).toBe(name === "rayleigh" ? "awgn" : name);
    }
  }
  expect(namedChannels.get("qec")).toEqual(
    new Map<ChannelParameter, ChannelParameter>([
      ["symbol-erasure", "symbol-erasure"],
      ["erasure", "symbol-erasure"],
    ]),
  );
  const { describe: help, placeholder } = SIMULATE_OPTIONS.channel;
  expect(placeholder).toBe("awgn|rayleigh|bsc|qsc|bec|qec|z|depolarizing|FILE");
  expect(help).toContain(
    "awgn and rayleigh by --ebn0, --esn0, --snr or --snr-db, bsc by --qber, qsc by --symbol-error, bec by --erasure, qec by --symbol-erasure or --erasure, z by --crossover, depolarizing by --p;",
  );
});

it.each([
  [0.1, channelPoint("p", 0.1)],
  [0.6, channelPoint("factor", 1)],
])("a circuit of error rate %s has its own noise if no option names a point", (p, point) => {
  const { model } = readCode(`R 0 1\nDEPOLARIZE2(${p}) 0 1\nM 0 1\nDETECTOR rec[-1] rec[-2]\n`, "own.stim");
  expect(ownPoint(model!)).toEqual(point);
});

describe("simulate --channel NAME", () => {
  it.each([
    ["bsc", "qber", "qber"],
    ["qsc", "symbolError", "symbolError"],
    ["bec", "erasure", "erasure"],
    ["qec", "symbolErasure", "symbolErasure"],
    ["qec", "erasure", "symbolErasure"],
    ["awgn", "esn0", "esn0"],
  ] as const)("%s by %s is the run of %s alone, which it continues", async (name, option, alone) => {
    const codeword = "random";
    await run({ ...over(undefined, alone), codeword, maxFrames: "64" });
    await run({ ...over(name, option), codeword, maxFrames: "64", out: join(folder, "named") });
    expect(readRun("named")).toEqual(readRun());
    expect(csv(join(folder, "named"))).toBe(csv());
    const { factory } = await run({ ...over(name, option), codeword, maxFrames: "64" });
    expect(factory.chunks).toBe(0);
    // The text is the same channel, and so is a text that an option completes.
    const word = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const text of [over(`${name} ${word}=${VALUES[option]}`), over(`${name} ${word}=${VALUES[option]}`, option)])
      expect((await run({ ...text, codeword, maxFrames: "64" })).factory.chunks).toBe(0);
  });

  it.each([
    ["bsc", "esn0", "--channel bsc has no --esn0: give --qber, or --channel awgn or rayleigh"],
    ["qsc", "erasure", "--channel qsc has no --erasure: give --symbol-error, or --channel bec or qec"],
    ["awgn", "qber", "--channel awgn has no --qber: give --ebn0, --esn0, --snr or --snr-db, or --channel bsc"],
    ["rayleigh", "qber", "--channel rayleigh has no --qber: give --ebn0"],
    ["bec", "symbolErasure", "--channel bec has no --symbol-erasure: give --erasure, or --channel qec"],
    ["bec", undefined, "no --erasure given for --channel bec: give for example --erasure=0.35:0.01:0.45"],
    ["qec", undefined, "no --symbol-erasure or --erasure given for --channel qec: give for example --symbol-erasure="],
  ] as const)("%s with %s is refused", async (name, option, message) => {
    const error = await failure(over(name, option));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(message);
  });

  it("is replaced by a parameter of higher rank, unless the channel has that parameter", async () => {
    const config = join(folder, "run.json");
    writeFileSync(config, JSON.stringify({ channel: "bsc", qber: 0.1 }));
    await run({ config, ebn0: undefined });
    expect(readRun().channel).toEqual({ name: "bsc", parameter: "qber" });
    await run({ config, ebn0: "1", out: join(folder, "other") });
    expect(readRun("other").channel).toEqual({ name: "awgn", parameter: "ebn0" });
    await run({ config, ebn0: undefined, qber: "0.2", out: join(folder, "same") });
    expect(readRun("same")).toMatchObject({ channel: { name: "bsc" }, points: [0.2] });
    // A run's own name of a channel contradicts the run's parameter, even if a file gives the parameter.
    const error = await failure({ config, ebn0: undefined, channel: "awgn", out: join(folder, "wrong") });
    expect(error.message).toContain("--channel awgn has no --qber");
    writeFileSync(
      config,
      JSON.stringify({
        common: { code: "tiny10-gf4", channel: "bsc", qber: 0.1 },
        runs: [{ name: "common" }, { name: "own", ebn0: 1 }, { name: "same", qber: 0.2 }],
      }),
    );
    const texts = readSweepFile(config).map(({ given }) =>
      ["channel", "qber", "ebn0"].map((option) => given.get(option)?.texts[0]),
    );
    expect(texts).toEqual([
      ["bsc", "0.1", undefined],
      [undefined, undefined, "1"],
      ["bsc", "0.2", undefined],
    ]);
  });
});

describe("bench --channel NAME", () => {
  it("is of the channel's parameter, without which it needs the default point's channel", async () => {
    const fallback = channelPoint("ebn0", 3);
    expect(onePoint({ channel: { name: "qec" }, erasure: [0.1] }, () => fallback)).toEqual(
      channelPoint("symbol-erasure", 0.1),
    );
    expect(onePoint({ channel: { name: "rayleigh" } }, () => fallback)).toBe(fallback);
    for (const [words, message] of [
      [["--channel=qsc"], "no --symbol-error given for --channel qsc: give for example --symbol-error="],
      [["--channel=awgn", "--codeword=syndrome"], "given for --channel awgn: give for example --ebn0="],
      [["--channel=bsc", "--ebn0=2"], "--channel bsc has no --ebn0"],
      [["--channel=qec", "--erasure=0.1,0.2"], "--erasure stands for 2 points: give one of them"],
    ] as const) {
      const { status, stderr } = await ldpc("bench", "--code=tiny10-gf4", "--engine=cpu", ...words);
      expect(status).not.toBe(0);
      expect(stderr).toContain(message);
    }
  });
});
