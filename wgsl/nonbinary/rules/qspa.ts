import type { Kernel, TwinCall } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { SYMBOL_CHECK_BINDINGS, updateSymbolChecks } from "../schedules/edges.ts";
import { simdQspa } from "./simd/qspa.ts";

/** q-ary sum-product check nodes by Walsh-Hadamard transforms. */
export const checkQspaFrames: Kernel = {
  name: "nonbinary/rules/qspa",
  wgsl: new URL("./qspa.wgsl", import.meta.url),
  imports: [runPart, slotsPart, normalisedVectorsPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "TILE", "TILE_QUADS", "QUAD", "ONE_TILE", "IN_REGISTERS", "FLOOR_BITS"],
    ...["STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: qspaTwin,
  simd: simdQspa(qspaTwin),
};

/** Of both kernels: they are equal within the rule's tolerance. */
export function qspaTwin(call: TwinCall): void {
  const { Q, DEGREE, FLOOR_BITS } = call.constants;
  const floor = new Float32Array(Uint32Array.of(FLOOR_BITS).buffer)[0];
  const spectra = new Float32Array(DEGREE * Q);
  const own = new Float32Array(DEGREE);
  const input = new Float32Array(Q);
  const row = (i: number) => spectra.subarray(i * Q, (i + 1) * Q);
  updateSymbolChecks(call, ({ degree, load, put }) => {
    for (let i = 0; i < degree; i++) {
      loadScaled(i, row(i), load);
      transform(row(i));
    }
    for (let x = 0; x < Q; x++) {
      let product = 1;
      for (let i = 0; i < degree; i++) {
        own[i] = spectra[i * Q + x];
        spectra[i * Q + x] = product;
        product = Math.fround(product * own[i]);
      }
      product = 1;
      for (let i = degree - 1; i >= 0; i--) {
        spectra[i * Q + x] *= product;
        product = Math.fround(product * own[i]);
      }
    }
    for (let i = 0; i < degree; i++) {
      const output = row(i);
      transform(output);
      for (let x = 0; x < Q; x++) output[x] = Math.max(Math.fround(output[x] / Q), floor);
      loadScaled(i, input, load);
      put(i, output, input);
    }
  });
}

/** A message scaled to sum 1. */
function loadScaled(i: number, to: Float32Array, load: (i: number, to: Float32Array) => void): void {
  load(i, to);
  const sum = to.reduce((total, value) => Math.fround(total + value), 0);
  const scale = Math.fround(1 / sum);
  for (let x = 0; x < to.length; x++) to[x] *= scale;
}

/** Walsh-Hadamard transform in place. */
function transform(vector: Float32Array): void {
  for (let length = 1; length < vector.length; length *= 2) {
    for (let k = 0; k < vector.length; k++) {
      if ((k & length) !== 0) continue;
      const [low, high] = [vector[k], vector[k + length]];
      vector[k] = low + high;
      vector[k + length] = low - high;
    }
  }
}
