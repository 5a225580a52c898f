import type { Kernel, TwinCall } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { LLR_BOUND } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackward, forwardBackwardPart } from "../check-node/forward-backward.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";
import { domainOf } from "../domains/domain.ts";
import { storageOf } from "../formats/storage.ts";
import { normaliseMessage, SYMBOL_CHECK_BINDINGS, updateSymbolChecks } from "../schedules/edges.ts";
import { simdMinMax } from "./simd/min-max.ts";

/** Min-Max check nodes by the forward-backward algorithm, one invocation for a check of one frame. */
export const checkMinMaxFrames: Kernel = {
  name: "nonbinary/rules/min-max",
  wgsl: new URL("./min-max.wgsl", import.meta.url),
  imports: [runPart, slotsPart, trellisStepPart, forwardBackwardPart, normalisedVectorsPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "TILE", "TILE_QUADS", "QUAD", "ONE_TILE", "HALVES", "HALF_TILE", "PAIRS", "HALF_PAIRS"],
    ...["STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: twin,
  simd: simdMinMax(twin),
};

function twin(call: TwinCall): void {
  const { Q, DEGREE, LAYERED } = call.constants;
  const { rounded } = storageOf(call.variant);
  const domain = domainOf(call.variant);
  const bound = domain.messageBound ?? LLR_BOUND;
  const inputBound = domain.inputBound?.(LAYERED === 1) ?? LLR_BOUND;
  const inputs = new Float32Array(DEGREE * Q);
  const inputBits = new Int32Array(inputs.buffer);
  const output = new Float32Array(Q);
  const outputBits = new Int32Array(output.buffer);
  updateSymbolChecks(call, ({ degree, load, put }) => {
    const input = (i: number) => inputs.subarray(i * Q, (i + 1) * Q);
    for (let i = 0; i < degree; i++) {
      const message = input(i);
      load(i, message);
      normaliseMessage(message, rounded, inputBound);
    }
    if (degree === 1) {
      output.fill(rounded(bound)).fill(0, 0, 1);
      put(0, output, input(0));
      return;
    }
    forwardBackward(inputBits, degree, Q, (i, message) => {
      outputBits.set(message);
      for (let x = 0; x < Q; x++) output[x] = Math.min(output[x], bound);
      put(i, output, input(i));
    });
  });
}
