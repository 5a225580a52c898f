import type { DecoderProgram } from "../../src/decoder/decoder-program.ts";
import { CpuState } from "../../src/engine/cpu/state.ts";
import type { RunParameters } from "../../src/gpu/kernel.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";

/**
 * Runs every dispatch in WebAssembly, where it has such a form, and as a twin, from equal buffers, and expects equal buffers after it.
 * @param fill writes the inputs.
 * @returns the kernels that ran in WebAssembly.
 */
export function compareForms(
  program: DecoderProgram,
  frames: number,
  fill: (state: CpuState) => void,
  given: Partial<RunParameters> = {},
): readonly string[] {
  const [simd, twin] = [true, false].map((form) => new CpuState(program, { slots: frames, frames, simd: form }));
  for (const state of [simd, twin]) {
    state.clear(true);
    fill(state);
  }
  const piece = { parameters: runParameters({ frames, firstFrame: 2 ** 32 - 40, ...given }), chunk: 0 };
  for (const { dispatch, iteration } of dispatchesInOrder(program)) {
    for (const state of [simd, twin]) state.execute(dispatch, piece, iteration);
    for (const name of dispatch.buffers) {
      expectSameElements(simd.buffer(name), twin.buffer(name), `${dispatch.kernel}, iteration ${iteration}: ${name}`);
    }
  }
  return [...simd.forms].flatMap(([kernel, forms]) => (forms.has("WebAssembly SIMD") ? [kernel] : []));
}
