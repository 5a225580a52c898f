import { describe, expect, it } from "vitest";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { readCode } from "../../src/code/formats/read-code.ts";
import { modelWindows } from "../../src/code/windows.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { isModelCode, type ModelCode } from "../../src/decoder/shots/model.ts";
import { shotFrameDecoder } from "../../src/engine/decode-shots.ts";
import { demText } from "../../src/quantum/dem.ts";
import { monteCarloRunner } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { windowRunner } from "../../src/simulation/shot-runner.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { bothEngines } from "../engines.ts";

const engines = bothEngines();

/** A repetition code of five qubits over `rounds` rounds, whose checks are measured with noise. */
const repetition = (rounds: number) =>
  `R 0 1 2 3 4 5 6 7 8
  ${[1, 3, 5, 7].map((q) => `MZZ(0.01) ${q - 1} ${q + 1}\nDETECTOR(${q}, 0) rec[-1]`).join("\n")}
  REPEAT ${rounds - 1} {
    SHIFT_COORDS(0, 1)
    X_ERROR(0.01) 0 2 4 6 8
    ${[1, 3, 5, 7].map((q) => `MZZ(0.01) ${q - 1} ${q + 1}\nDETECTOR(${q}, 0) rec[-1] rec[-5]`).join("\n")}
  }
  X_ERROR(0.01) 0 2 4 6 8
  M 0 2 4 6 8
  ${[1, 2, 3, 4].map((k) => `DETECTOR(${k}, 1) rec[-${5 - k}] rec[-${6 - k}] rec[-${10 - k}]`).join("\n")}
  OBSERVABLE_INCLUDE(0) rec[-1]
  OBSERVABLE_INCLUDE(2) rec[-5]`;

function modelOf(text: string, file: string): ModelCode {
  const code = readCode(text, file);
  if (!isModelCode(code)) throw new Error(`${file} is no model`);
  return code;
}

/** Shots that have one mechanism each, and the observables that it flips. */
function singles({ model }: ModelCode): { packed: Uint8Array; wanted: Uint8Array } {
  const stride = Math.ceil(model.detectors / 8);
  const packed = new Uint8Array(model.columns * stride);
  const wanted = new Uint8Array(model.columns);
  for (let n = 0; n < model.columns; n++) {
    for (const d of model.detector.subarray(model.start[n], model.start[n + 1]))
      packed[n * stride + (d >> 3)] |= 1 << (d & 7);
    for (const k of model.observable.subarray(model.observableStart[n], model.observableStart[n + 1]))
      wanted[n] |= 1 << k;
  }
  return { packed, wanted };
}

const DECODERS = ["relay iterations=30 legs=4 leg-iterations=20 solutions=2", "min-sum iterations=20 schedule=layered"];

describe("windows of an error model", () => {
  const code = modelOf(repetition(10), "repetition.stim");

  it("have every mechanism once among those that stay, and one window is the model", () => {
    const [whole, ...others] = modelWindows(code.model, { window: 11, commit: 5 }, "m");
    expect(others).toEqual([]);
    expect(demText(whole.model)).toBe(demText({ ...code.model, times: undefined }));
    const windows = modelWindows(code.model, { window: 4, commit: 2 }, "m");
    expect(windows.map(({ detectors }) => [detectors[0], detectors.length])).toEqual([
      ...[0, 8, 16, 24].map((first) => [first, 16]),
      [28 + 4, 12],
    ]);
  });

  it.each(DECODERS)("correct single errors as all rounds at once do: %s", async (decoder) => {
    const { packed, wanted } = singles(code);
    const results = [];
    for (const windows of [undefined, { window: 11, commit: 11 }, { window: 4, commit: 2 }]) {
      const own = await shotFrameDecoder(engines.cpu, { ...code, windows }, readDecoder(decoder));
      results.push(await own.decode(packed));
      own.release();
    }
    for (const { observables, found } of results) {
      expect([...observables]).toEqual([...wanted]);
      expect(found.every((each) => each > 0)).toBe(true);
    }
    expect(results[1]).toEqual(results[0]);
  });

  it("have the counts of all rounds at once if one window has them, from run to run", async () => {
    const { cpu } = engines;
    const text = DECODERS[0];
    const decoder = readDecoder(text);
    const task: Task = {
      code: { name: "repetition", hash: "" },
      decoder: text,
      channel: { name: "error-model", parameter: "factor", value: 6 },
      seed: 1,
      chunkFrames: 64,
      codeword: "syndrome",
      semantics: SEMANTICS_VERSION,
      random: DEFAULT_GENERATOR,
    };
    const program = monteCarloProgram(code, decoder, "syndrome", cpu.limits, {
      name: "error-model",
      parameter: "factor",
    });
    const wanted = await monteCarloRunner(cpu, program, task, code).run(1, 2);
    const windowed = windowRunner(cpu, { ...code, windows: { window: 11, commit: 4 } }, decoder, task);
    const found = await windowed.run(1, 2);
    await windowed.close();
    expect([...found.counts]).toEqual([...wanted.counts]);
    expect(wanted.counts.at(1).frameErrors).toBeGreaterThan(0);
  });

  it("need rounds, and programs that decode all at once refuse them", () => {
    const without = modelOf("error(0.1) D0 L0\nerror(0.1) D0 D1", "m.dem");
    expect(() => modelWindows(without.model, { window: 2, commit: 1 }, "m.dem")).toThrow(
      "m.dem has detectors without coordinates",
    );
    // A model's file keeps the rounds.
    const again = modelOf(demText(code.model), "again.dem");
    expect(again.model.times?.length).toBe(code.model.detectors);
    expect(() => modelWindows(code.model, { window: 2, commit: 3 }, "m")).toThrow("commits 1 to 2 of its rounds");
    const windowed = { ...code, windows: { window: 4, commit: 2 } };
    const channel = { name: "circuit", parameter: "p" } as const;
    expect(() => monteCarloProgram(windowed, readDecoder("relay"), "syndrome", engines.cpu.limits, channel)).toThrow(
      "leave out --window",
    );
  });
});
