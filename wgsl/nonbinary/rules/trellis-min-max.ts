import type { Kernel, KernelConstants, TwinCall } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { edgeVectorsPart } from "../check-node/edge-vectors.ts";
import { storageOf } from "../formats/storage.ts";
import { normaliseMessage, SYMBOL_CHECK_BINDINGS, updateSymbolChecks } from "../schedules/edges.ts";
import { extraColumnPart } from "./extra-column.ts";
import { simdTrellis } from "./simd/trellis-min-max.ts";
import { extraColumn, type Least, take, withoutEdge } from "./trellis.ts";

/** Trellis Min-Max check nodes with at most two deviations, one invocation for a check of one frame. */
export const checkTrellisFrames: Kernel = {
  name: "nonbinary/rules/trellis-min-max",
  wgsl: new URL("./trellis-min-max.wgsl", import.meta.url),
  imports: [runPart, boundPart, slotsPart, edgeVectorsPart, extraColumnPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "SCALE_BITS", "MAGNITUDE_MASK", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME"],
    ...["TILE", "TILE_QUADS", "QUAD", "ONE_TILE", "PER_WORD", "TILE_WORDS", "TILE_BITS", "QUAD_WORDS"],
    ...["PAIRS", "PAIRS_QUADS"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: twin,
  simd: simdTrellis(twin),
};

function twin(call: TwinCall): void {
  const { Q, DEGREE } = call.constants;
  const { rounded } = storageOf(call.variant);
  const messages = new Float32Array(DEGREE * Q);
  const output = new Float32Array(Q);
  const scaled = scaling(call.constants);
  const said = (value: number) => rounded(scaled(value));
  updateSymbolChecks(
    call,
    ({ degree, syndrome, load, put }) => {
      const likeliest: number[] = [];
      const least = Array.from({ length: Q }, (): Least => ({ first: LLR_BOUND, second: LLR_BOUND, edge: 0 }));
      let sum = syndrome;
      for (let i = 0; i < degree; i++) {
        const message = messages.subarray(i * Q, (i + 1) * Q);
        load(i, message);
        normaliseMessage(message, rounded);
        const z = message.indexOf(0);
        likeliest[i] = z;
        sum ^= z;
        for (const [deviation, one] of least.entries()) take(one, message[deviation ^ z], i);
      }
      const column = least.map((_, a) => extraColumn(least, a));
      for (let i = 0; i < degree; i++) {
        for (let x = 0; x < Q; x++) {
          const a = x ^ sum ^ likeliest[i];
          const { value, edges } = column[a];
          output[x] = said(edges.includes(i) ? withoutEdge(least[a], i) : value);
        }
        put(i, output, messages.subarray(i * Q, (i + 1) * Q));
      }
    },
    "straight",
  );
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Twin of `scaled`: the bits of a message that the mask keeps, times the scale. */
function scaling({ SCALE_BITS, MAGNITUDE_MASK }: KernelConstants): (value: number) => number {
  bits[0] = SCALE_BITS;
  const scale = float[0];
  return (value) => {
    float[0] = value;
    bits[0] &= MAGNITUDE_MASK;
    return Math.fround(scale * float[0]);
  };
}
