import { describe, expect, it } from "vitest";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { type DecoderOptions, specOptions } from "../../src/decoder/option.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import {
  type DeviceFinding,
  decoderTest,
  deviceSpecs,
  testDevice,
  testsInProcesses,
} from "../../src/node/selftest/device.ts";
import { ldpc } from "../cli/run-in-process.ts";

const SPECS = ["min-sum", "min-sum messages=int8", "sum-product", "min-max messages=int12 mapping=frames"];
const specs = SPECS.map((words) => readDecoder(words));
/** Tests of an engine, two at a time. */
const testsOf = (engine: Engine) => new Array(2).fill(decoderTest(engine, cpuEngine()));

/** The CPU engine with another decision on the first symbol of a prepared program's first run: frames are decoded in several. */
function wrongEngine(): Engine {
  const engine = cpuEngine();
  return {
    ...engine,
    prepare: async (program, frames) => {
      const prepared = await engine.prepare(program, frames);
      const { run } = prepared;
      let isFirst = true;
      prepared.run = async (parameters, outputs, inputs) => {
        const result = await run.call(prepared, parameters, outputs, inputs);
        const at = outputs.findIndex(({ buffer }) => buffer === "decision");
        if (isFirst) result.outputs[at][0] ^= 1;
        isFirst = false;
        return result;
      };
      return prepared;
    },
  };
}

describe("the self-test of a device", () => {
  it("has every rule, and every value of each of its options that a decoder can have", () => {
    const all = deviceSpecs();
    for (const [name, rule] of Object.entries(checkNodeRules)) {
      const own = all.filter((spec) => spec.rule === name);
      expect(own.length, name).toBeGreaterThan(0);
      for (const [option, { choices, rewritten }] of Object.entries<DecoderOptions[string]>(specOptions(rule))) {
        const values = own.map((spec) => ({ ...spec.options, stop: spec.stop })[option]);
        const taken = new Set(choices?.map((choice) => rewritten?.(choice, {}) ?? choice));
        for (const choice of taken) expect(values, `${name} ${option}=${choice}`).toContain(choice);
      }
    }
    // A mapping that needs a schedule is not left out for want of it.
    const chip = all.filter(({ options: { mapping, schedule } }) => mapping === "chip" && schedule === "layered");
    expect(new Set(chip.map(({ options: { messages } }) => messages))).toContain("int11");
  });

  it("finds the CPU engine good, with the same digest each time", async () => {
    const told: DeviceFinding[] = [];
    const one = await testDevice(testsOf(cpuEngine()), (finding) => told.push(finding), specs);
    expect(told).toEqual(expect.arrayContaining([...one.findings]));
    expect(one.findings.map(({ isGood, differing }) => [isGood, differing])).toEqual(SPECS.map(() => [true, 0]));
    expect(one.findings.map(({ isExact }) => isExact)).toEqual([true, true, false, true]);
    expect(one.leftOut).toEqual([]);
    const { tests, end } = testsInProcesses({ engine: "cpu" }, 1);
    try {
      expect((await testDevice(tests, () => {}, specs)).digest).toBe(one.digest);
    } finally {
      end();
    }
    // Processes that have ended name the decoder.
    await expect(testDevice(tests, () => {}, specs)).rejects.toThrow(/ended \(SIGKILL\) while it tested \S/);
  });

  it("finds one wrong bit of a decoder that promises the same bits, and changes the digest", async () => {
    const { findings, digest } = await testDevice(testsOf(wrongEngine()), () => {}, specs);
    expect(findings.map(({ isGood, differing }) => [isGood, differing])).toEqual([
      ...[
        [false, 1],
        [false, 1],
      ],
      ...[
        [true, 1],
        [false, 1],
      ],
    ]);
    expect(digest).not.toBe((await testDevice(testsOf(cpuEngine()), () => {}, specs)).digest);
  });

  it("names the decoder that a device fails with", async () => {
    const failing = {
      ...cpuEngine(),
      prepare: async () => {
        throw new Error("kernel binary/check does not compile");
      },
    };
    const { findings } = await testDevice(testsOf(failing), () => {}, specs.slice(0, 1));
    expect(findings).toMatchObject([{ isGood: false, failure: "kernel binary/check does not compile" }]);
  });

  it("takes either a folder or the device", async () => {
    for (const words of [[], ["--device", "--ledger", "."]]) {
      const { status, stderr } = await ldpc("selftest", ...words);
      expect([status, stderr]).toEqual([2, expect.stringContaining("say either --ledger FOLDER or --device")]);
    }
  });
});
