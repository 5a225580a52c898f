import type { Kernel, TwinCall } from "./kernel.ts";
import { LLR_BOUND } from "./llr-bound.ts";
import { combine } from "./min-max-step.ts";
import { GROUP } from "./range.ts";
import { storageOf } from "./storage/storage.ts";
import { SYMBOL_CHECK_BINDINGS, updateSymbolChecks } from "./symbol-messages.ts";

/** Min-Max check nodes by the forward-backward algorithm, one work item for a check of one frame. */
export const checkMinMaxFrames: Kernel = {
  name: "check-min-max-frames",
  source: new URL("../../wgsl/check-min-max-frames.wgsl", import.meta.url),
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "TILE", "TILE_FOURS", "SOME", "ONE_TILE", "HALVES", "HALF_TILE"],
    ...["STOP", "PLACE_FRAMES", "SYNDROME", "LAYERED"],
  ],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { Q, DEGREE } = call.constants;
    const { rounded } = storageOf(call.variant);
    const inputs = new Float32Array(DEGREE * Q);
    const inputBits = new Int32Array(inputs.buffer);
    const forward = new Int32Array(DEGREE * Q);
    const backward = new Int32Array(DEGREE * Q);
    const output = new Float32Array(Q);
    const outputBits = new Int32Array(output.buffer);
    updateSymbolChecks(call, ({ degree, load, put }) => {
      const input = (i: number) => inputs.subarray(i * Q, (i + 1) * Q);
      for (let i = 0; i < degree; i++) {
        const message = input(i);
        load(i, message);
        let least = message[0];
        for (const value of message) least = Math.min(least, value);
        for (let x = 0; x < Q; x++) {
          message[x] = rounded(Math.min(Math.fround(message[x] - least), LLR_BOUND));
        }
      }
      if (degree === 1) {
        output.fill(rounded(LLR_BOUND)).fill(0, 0, 1);
        put(0, output, input(0));
        return;
      }
      const end = (degree - 1) * Q;
      forward.set(inputBits.subarray(0, Q));
      backward.set(inputBits.subarray(end, end + Q), end);
      for (let s = 1; s + 1 < degree; s++) {
        const t = degree - 1 - s;
        combine(forward, (s - 1) * Q, inputBits, s * Q, forward, s * Q, Q);
        combine(backward, (t + 1) * Q, inputBits, t * Q, backward, t * Q, Q);
      }
      for (let i = 0; i < degree; i++) {
        if (i === 0) outputBits.set(backward.subarray(Q, 2 * Q));
        else if (i === degree - 1) outputBits.set(forward.subarray(end - Q, end));
        else combine(forward, (i - 1) * Q, backward, (i + 1) * Q, outputBits, 0, Q);
        put(i, output, input(i));
      }
    });
  },
};
