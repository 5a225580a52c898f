import { f32, i32, type Kernel, type TwinCall } from "./kernel.ts";
import { items } from "./range.ts";

/** LLR vectors of symbols from the channel outputs of their bits. */
export const symbolLlr: Kernel = {
  name: "symbol-llr",
  source: new URL("../../wgsl/symbol-llr.wgsl", import.meta.url),
  bindings: [i32("received"), f32("channel_llr", "read_write")],
  constants: ["Q", "P", "N", "VARIABLES_PER_GROUP"],
  workgroupSize: ({ Q, VARIABLES_PER_GROUP }) => Q * VARIABLES_PER_GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants: { Q, P, N, VARIABLES_PER_GROUP }, parameters, range }: TwinCall): void {
    const [received, channelLlr] = buffers;
    const [first, last] = items(range, VARIABLES_PER_GROUP, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let n = first; n < last; n++) {
        const symbol = slot * N + n;
        for (let a = 0; a < Q; a++) {
          let sum = 0;
          for (let b = 0; b < P; b++) {
            const v = received[symbol * P + b];
            if (((a >>> b) & 1) !== (v < 0 ? 1 : 0)) sum += Math.abs(v);
          }
          channelLlr[symbol * Q + a] = sum * parameters.llrScale;
        }
      }
    }
  },
};
