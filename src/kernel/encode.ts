import { galoisTableBytes, multiplyByTables } from "./galois-tables.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { GROUP, items } from "./range.ts";

/** Parity symbols of a systematic code over GF(q). */
export const encode: Kernel = {
  name: "encode",
  source: new URL("../../wgsl/encode.wgsl", import.meta.url),
  bindings: [
    u32("information_position"),
    u32("parity_position"),
    u32("generator"),
    u32("galois_tables"),
    u32("codeword", "read_write"),
  ],
  constants: ["Q", "N", "K", "RANK"],
  workgroupSize: () => GROUP,
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
  run({ buffers, constants: { Q, N, K, RANK }, range }: TwinCall): void {
    const [informationPosition, parityPosition, generator, tables, codeword] = buffers;
    const [first, last] = items(range, GROUP, RANK);
    const sums = new Uint32Array(last - first);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      sums.fill(0);
      for (let i = 0; i < K; i++) {
        const symbol = codeword[slot * N + informationPosition[i]];
        if (symbol === 0) continue;
        for (let j = first; j < last; j++) {
          sums[j - first] ^= multiplyByTables(tables, Q, symbol, generator[i * RANK + j]);
        }
      }
      for (let j = first; j < last; j++) codeword[slot * N + parityPosition[j]] = sums[j - first];
    }
  },
};
