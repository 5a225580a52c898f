import type { Kernel, TwinCall } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";
import { storageOf } from "../formats/storage.ts";
import { normaliseMessage, SYMBOL_CHECK_BINDINGS, updateSymbolChecks } from "../schedules/edges.ts";
import { ABSENT, simdEms } from "./simd/ems.ts";

/** Extended min-sum check nodes, one invocation for a check of one frame. */
export const checkEmsFrames: Kernel = {
  name: "nonbinary/rules/ems",
  wgsl: new URL("./ems.wgsl", import.meta.url),
  imports: [runPart, boundPart, slotsPart, trellisStepPart, forwardBackwardPart, normalisedVectorsPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "NM", "OFFSET_BITS", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED"],
    ...["TILE", "TILE_QUADS", "QUAD", "ONE_TILE", "HALVES", "HALF_TILE", "PAIRS", "HALF_PAIRS"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: twin,
  simd: simdEms(twin),
};

function twin(call: TwinCall): void {
  const { Q, NM, OFFSET_BITS } = call.constants;
  const [offset] = new Float32Array(Uint32Array.of(OFFSET_BITS).buffer);
  const { rounded } = storageOf(call.variant);
  const output = new Float32Array(Q);
  const step = (left: Float32Array, right: Float32Array) => cut(sums(left, right), NM);
  updateSymbolChecks(
    call,
    ({ degree, syndrome, load, put }) => {
      const inputs = Array.from({ length: degree }, (_, i) => {
        const message = new Float32Array(Q);
        load(i, message);
        normaliseMessage(message, rounded);
        return message;
      });
      if (degree === 1) {
        output.fill(LLR_BOUND)[syndrome] = 0;
        put(0, output, inputs[0]);
        return;
      }
      const kept = inputs.map((message) => cut(message, NM));
      const last = degree - 1;
      const forward = [kept[0]];
      for (let i = 1; i < last; i++) forward[i] = step(forward[i - 1], kept[i]);
      const backward: Float32Array[] = [];
      backward[last] = kept[last];
      for (let i = last - 1; i > 0; i--) backward[i] = step(kept[i], backward[i + 1]);
      for (const [i, input] of inputs.entries()) {
        const others = i === 0 ? backward[1] : i === last ? forward[last - 1] : step(forward[i - 1], backward[i + 1]);
        const largest = others.reduce((one, other) => (other >= ABSENT ? one : Math.max(one, other)), 0);
        const saturation = Math.fround(largest + offset);
        for (let x = 0; x < Q; x++) {
          const value = others[x ^ syndrome];
          output[x] = value >= ABSENT ? saturation : value;
        }
        put(i, output, input);
      }
    },
    "straight",
  );
}

/** C(c) = min_x A(x) + B(c ⊕ x). */
function sums(left: Float32Array, right: Float32Array): Float32Array {
  const sum = new Float32Array(left.length).fill(2 * ABSENT);
  for (const [x, a] of left.entries()) {
    if (a >= ABSENT) continue;
    for (const [y, b] of right.entries()) sum[x ^ y] = Math.min(sum[x ^ y], Math.fround(a + b));
  }
  return sum;
}

/** The message with its `kept` least values, of equals at the lower symbols; ABSENT elsewhere. */
function cut(message: Float32Array, kept: number): Float32Array {
  const order = [...message.keys()].sort((x, y) => message[x] - message[y] || x - y);
  const result = new Float32Array(message.length).fill(ABSENT);
  for (const x of order.slice(0, kept)) result[x] = message[x];
  return result;
}
