import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { failure, folder, out, readRun, run, SMALL, useRunFolders } from "./simulate-fixture.ts";

useRunFolders();

describe("simulate --config", () => {
  it("takes options from a file, the command line first", async () => {
    const config = join(folder, "sweep.json");
    const options = {
      ebn0: [0.5, 1],
      "max-errors": 30,
      iterations: 7,
      seed: "5",
      codeword: "zero",
      json: true,
      memory: 0.5,
    };
    writeFileSync(config, JSON.stringify(options));
    const { stdout, asked } = await run({ config, maxErrors: undefined, ebn0: undefined, seed: "2*3" });
    expect(JSON.parse(stdout).points).toHaveLength(2);
    expect(asked[0].decoder.iterations).toBe(7);
    expect(asked[0].engine.memory).toBe(0.5);
    const file = JSON.parse(readFileSync(join(out, "run.json"), "utf8"));
    expect(file).toMatchObject({ seed: 6, codeword: "zero", points: [0.5, 1], stopping: { maxErrors: 30 } });
    writeFileSync(config, JSON.stringify({ "max-error": 30 }));
    expect((await failure({ config })).message).toMatch(/sweep\.json: --config: .*max-error/);
    writeFileSync(config, JSON.stringify({ engine: "tpu" }));
    expect((await failure({ config })).message).toMatch(/sweep\.json: --config: engine: /);
  });

  it.each([
    ["max-errors", "many", /^\/.*\/sweep\.json: --max-errors "many"/],
    ["seed", "1,2", /sweep\.json: --seed "1,2" stands for 2 numbers/],
    ["ebn0", 99, /sweep\.json: --ebn0 99: give decibels/],
    ["qber", [0.2, 0.1], /sweep\.json: --qber "0\.2,0\.1" does not ascend/],
    ["polynomial", "x", /sweep\.json: --polynomial x is no integer/],
    ["format", "alis", /sweep\.json: --format: unknown format "alis", did you mean/],
    ["decoder", "min-mux", /sweep\.json: --decoder: .*min-mux/],
  ])("names the config file that says --%s %j", async (option, value, message) => {
    const config = join(folder, "sweep.json");
    writeFileSync(
      config,
      JSON.stringify({ ebn0: 1, "max-errors": 30, [option]: value, ...(option === "qber" && { ebn0: undefined }) }),
    );
    const error = await failure({ config, ebn0: undefined, maxErrors: undefined });
    expect(error.message).toMatch(message);
    expect(error).toBeInstanceOf(InputError);
  });

  it.each([
    ["{", /sweep\.json:1: not valid JSON from this line on/],
    [`{"ebn0":${"[".repeat(5000)}${"]".repeat(5000)}}`, /sweep\.json:1: .*nested deeper than 64 levels/],
    [`{"ebn0":[${'"a",'.repeat(200_000)}1]}`, /sweep\.json: --config: /],
    [`{"ebn0":[${" ".repeat(2 ** 20)}1]}`, /sweep\.json: has \d+ characters: at most 1048576 are read/],
  ])("refuses a config file that is no list of options (%#)", async (text, message) => {
    const config = join(folder, "sweep.json");
    writeFileSync(config, text);
    const error = await failure({ config });
    expect(error.message).toMatch(message);
    expect(error).toBeInstanceOf(InputError);
  });

  it("names the file of options that only the code shows to be wrong", async () => {
    const config = join(folder, "sweep.json");
    for (const [options, message] of [
      [{ code: "beidou-88-44-gf6" }, /sweep\.json: --code: unknown code "beidou-88-44-gf6"/],
      [{ reprocess: "eqml" }, /sweep\.json: --reprocess: /],
      [{ "symbol-error": 0.99 }, /sweep\.json: --symbol-error 0\.99: /],
    ] as const) {
      writeFileSync(config, JSON.stringify(options));
      const here = {
        code: "code" in options ? undefined : SMALL.code,
        ebn0: "symbol-error" in options ? undefined : "1",
      };
      expect((await failure({ config, ...here })).message).toMatch(message);
    }
    writeFileSync(config, JSON.stringify({ seed: 1 }));
    expect((await failure({ config, code: "beidou-88-44-gf6" })).message).toMatch(/^unknown code/);
  });

  it("lets a channel on the command line take the place of the file's", async () => {
    const config = join(folder, "sweep.json");
    writeFileSync(config, JSON.stringify({ qber: [0.1, 0.2] }));
    await run({ config, ebn0: undefined });
    expect(readRun()).toMatchObject({ channel: { name: "bsc", parameter: "qber" }, points: [0.2, 0.1] });
    await run({ config, ebn0: "1", out: join(folder, "other") });
    expect(readRun("other")).toMatchObject({ channel: { name: "awgn", parameter: "ebn0" }, points: [1] });
    writeFileSync(config, JSON.stringify({ "symbol-error": [0.1, 0.2] }));
    const symbols = await run({ config, ebn0: undefined, out: join(folder, "symbols") });
    expect(symbols.asked[0].channel).toEqual({ name: "qsc", parameter: "symbol-error" });
    writeFileSync(config, JSON.stringify({ qber: 0.1, snr: 1 }));
    expect((await failure({ config, ebn0: undefined })).message).toMatch(/--snr and --qber are given/);
  });
});
