import { expect } from "vitest";
import type { DecoderProgram } from "../../src/decoder/decoder-program.ts";
import { loadShaders } from "../../src/engine/cpu/shader-texts.ts";
import { CpuState, type KernelForm } from "../../src/engine/cpu/state.ts";
import type { BufferData, RunParameters } from "../../src/gpu/kernel.ts";
import type { Dispatch } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { sumProduct } from "../../wgsl/binary/index.ts";
import { probabilityDomain } from "../../wgsl/nonbinary/domains/index.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";

/** Largest difference between the polynomial of exp and Math.exp, in units of the last place of f32: 3e-7. */
const UNITS_OF_EXP = 5;

/** Largest difference of the words that a dispatch writes, in units of the last place. Later dispatches start from equal buffers. */
function unitsOf({ kernel, variant }: Dispatch): number {
  return kernel === "nonbinary/pack" && variant?.imports?.domain === probabilityDomain.name ? UNITS_OF_EXP : 0;
}

/** Whether a check node is equal only within a tolerance. test/decoder/binary compares such nodes with the oracle. */
function isNear({ kernel, variant }: Dispatch): boolean {
  return kernel === "binary/check" && variant?.imports?.rule === sumProduct.name;
}

/**
 * Runs every dispatch in its own form in WebAssembly, if it has one, and in the form compiled from WGSL. Both start from equal buffers and
 * must give equal buffers.
 * @param fill writes the inputs.
 * @returns the kernels' forms in an environment with WebAssembly.
 */
export async function compareForms(
  program: DecoderProgram,
  frames: number,
  fill: (state: CpuState) => void,
  given: Partial<RunParameters> = {},
): Promise<ReadonlyMap<string, ReadonlySet<KernelForm>>> {
  await loadShaders(program);
  const [own, compiled] = [undefined, "compiled" as const].map(
    (only) => new CpuState(program, { slots: frames, frames, only }),
  );
  for (const state of [own, compiled]) {
    state.clear(true);
    fill(state);
  }
  const piece = { parameters: runParameters({ frames, firstFrame: 2 ** 32 - 40, ...given }), chunk: 0 };
  for (const { dispatch, iteration } of dispatchesInOrder(program)) {
    for (const state of [own, compiled]) state.execute(dispatch, piece, iteration);
    for (const name of dispatch.buffers) {
      const what = `${dispatch.kernel}, iteration ${iteration}: ${name}`;
      const [actual, expected] = [own, compiled].map((state) => state.buffer(name));
      if (!isNear(dispatch)) expectNearElements(actual, expected, unitsOf(dispatch), what);
      actual.set(expected);
    }
  }
  return own.forms;
}

/** Expects words that differ by at most `most`. Bits of positive f32 numbers have the numbers' order. */
function expectNearElements(actual: BufferData, expected: BufferData, most: number, what: string): void {
  if (most === 0) expectSameElements(actual, expected, what);
  else {
    let difference = 0;
    for (const [i, bits] of expected.entries()) difference = Math.max(difference, Math.abs(actual[i] - bits));
    expect(difference, what).toBeLessThanOrEqual(most);
  }
}
