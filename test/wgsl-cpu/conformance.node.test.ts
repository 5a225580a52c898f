import { describe, expect, it } from "vitest";
import { CpuState, cpuEngine } from "../../src/engine/cpu/engine.ts";
import type { BufferData } from "../../src/gpu/kernel.ts";
import type { DeviceLimits, Dispatch, Program } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { bothEngines } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { sweep } from "../sweep.ts";
import {
  type Comparison,
  comparedAlone,
  coveringComparisons,
  everyComparison,
  firstDispatches,
  shaderOf,
} from "./comparisons.ts";
import { PROGRAMS } from "./programs.ts";

/** Tolerance relative to the largest magnitude, for kernels with exp, ln and tanh, whose last bits differ between devices. */
const TOLERANCE = 1e-3;
/** Rules and domains whose kernels are equal only within a tolerance. */
const NEAR = /sum-product|a-min-star|domains\/probability|ratio\//;
const LIMITS: Readonly<Record<string, DeviceLimits>> = {
  "the CPU": cpuEngine().limits,
  "a GPU": { workgroupBytes: 16384, workgroupSize: 256, software: false },
};
const engines = bothEngines();

const isNear = ({ kernel, variant }: Dispatch) =>
  NEAR.test([kernel, ...Object.values(variant?.imports ?? {})].join(" "));

const DECODER_BUFFERS = ["channel", "posteriors", "messages", "variable_to_check", "check_to_variable"];

/** A number of frames that fills whole words of a decoder's buffers, but not whole vectors of words. */
function framesOf(program: Program): number {
  const words = DECODER_BUFFERS.map((name) => program.buffers[name]?.interleave ?? 1);
  const slots = [...dispatchesInOrder(program)].map(({ dispatch }) => dispatch.constants.SLOT_FRAMES ?? 1);
  return 9 * Math.max(...words, ...slots);
}

/** Fills a decoder's inputs: certain values of symbol 0 and costs of other symbols, or LLRs of bits. */
function fill(state: CpuState, program: Program): void {
  const { channel_llr: llr, noise } = program.buffers;
  if (llr !== undefined) {
    const numbers = state.buffer("channel_llr");
    for (let i = 0; i < numbers.length; i++)
      numbers[i] = i % 4 === 0 ? 0 : Math.fround(Math.abs(Math.sin(i * 12.9898) * 9) % 7);
  }
  if (noise !== undefined) {
    const table = state.buffer("noise");
    for (let i = 0; i < table.length; i++) table[i] = (i << 12) ^ ((7 * i) % 4096);
  }
}

/** Fills the memory behind the buffers with NaN, so that a kernel which reads an array before it assigns it has other results. */
function spoil(state: CpuState, { buffers }: Program): void {
  const ends = Object.keys(buffers).map((name) => state.buffer(name).byteOffset + state.buffer(name).byteLength);
  const { buffer } = state.buffer(Object.keys(buffers)[0]);
  new Uint8Array(buffer, Math.max(...ends)).fill(0xff);
}

/** Expects equal words, or with `near` numbers within the tolerance. */
function expectAlike(actual: BufferData, expected: BufferData, near: boolean, what: string): void {
  if (!near) {
    const at = expected.findIndex((word, i) => word !== actual[i]);
    expect(at, `${what}: ${actual[at]} instead of ${expected[at]}`).toBe(-1);
    return;
  }
  const [a, b] = [actual, expected].map((words) => new Float32Array(words.buffer, words.byteOffset, words.length));
  const largest = b.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 1);
  const at = b.findIndex((x, i) => !(Math.abs(x - a[i]) <= TOLERANCE * largest) && actual[i] !== expected[i]);
  expect(at, `${what}: ${a[at]} instead of ${b[at]}`).toBe(-1);
}

/** Runs a program's dispatches in both forms. A dispatch that is not compared runs in its compiled form alone. */
async function compare(comparison: Comparison): Promise<void> {
  const { program, compared } = comparison;
  const frames = framesOf(program);
  const compiled = new CpuState(program, frames, frames);
  const device = await engines.gpu.prepare(comparedAlone(comparison), frames);
  spoil(compiled, program);
  compiled.clear(true);
  fill(compiled, program);
  for (const name of Object.keys(program.buffers)) device.write(name, compiled.buffer(name));
  const parameters = runParameters({ frames, firstFrame: 2 ** 32 - 40, llrScale: 2 ** -7, amplitude: 500 });
  /** Buffers that dispatches which are not compared have changed since the device had them. */
  const changed = new Set<string>();
  try {
    for (const { dispatch, iteration } of firstDispatches(program)) {
      const names = new Set(dispatch.buffers);
      const isCompared = compared.has(shaderOf(dispatch));
      // Copies, because a program that waits for earlier runs writes later.
      if (isCompared)
        for (const name of names) if (changed.delete(name)) device.write(name, compiled.buffer(name).slice());
      compiled.execute(dispatch, { parameters, chunk: 0 }, iteration);
      if (!isCompared) {
        for (const name of names) changed.add(name);
        continue;
      }
      await device.runDispatch(dispatch, parameters, iteration);
      for (const name of names) {
        const [actual, expected] = [compiled.buffer(name), await device.read(name)];
        const isFree = name === "messages" && dispatch.constants.STOP === 1 && iteration > 0;
        // No kernel reads the messages of done frames, and flags near their threshold depend on rounding.
        const isUnsaid = isFree || (isNear(dispatch) && name === "unsatisfied");
        if (!isUnsaid)
          expectAlike(actual, expected, isNear(dispatch), `${dispatch.kernel}, iteration ${iteration}: ${name}`);
        actual.set(expected);
      }
    }
  } finally {
    device.release();
  }
}

describe("kernels compiled from their WGSL give the results of a WebGPU device", () => {
  // A device in software compiles a kernel for a second. So each kernel is compared in one program with each of its parts; with
  // `npm run test:exhaustive` every other shader of every program too, for both limits.
  const { few, every } = coveringComparisons(everyComparison(PROGRAMS, LIMITS));

  it.each(sweep({ few, every }, 10))("$name", compare);
});
