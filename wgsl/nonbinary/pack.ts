import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { domainOf } from "./domains/domain.ts";
import { posteriorStorage } from "./formats/f32.ts";
import { StoredVectors, storageOf } from "./formats/storage.ts";
import { simdPack } from "./simd/pack.ts";

/** Channel LLRs as a decoder with a frame-interleaved layout keeps them, and as the first messages to the checks. */
export const packSymbols: Kernel = {
  name: "nonbinary/pack",
  wgsl: new URL("./pack.wgsl", import.meta.url),
  imports: [runPart],
  bindings: [
    f32("channel_llr"),
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: ["Q", "N", "LAYERED", "REFILLS", "SLOT_FRAMES"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ Q, SLOT_FRAMES }) => 4 * (SLOT_FRAMES * WORKGROUP_SIZE + 1) * Math.min(Q, 8),
  run({ buffers, constants: { Q, N, LAYERED, REFILLS }, variant, parameters: { frames }, range }: TwinCall): void {
    const [llr, start, edges, products, channelWords, messageWords] = buffers;
    const { channelValue } = domainOf(variant);
    const storage = storageOf(variant);
    const size = WORKGROUP_SIZE * storage.interleave;
    const channel = new StoredVectors(channelWords as Uint32Array, storage, Q, frames);
    const messages = new StoredVectors(
      messageWords as Uint32Array,
      LAYERED === 1 ? posteriorStorage(storage) : storage,
      Q,
      frames,
    );
    for (let frame = range.firstSlot * size; frame < Math.min(range.lastSlot * size, frames); frame++) {
      for (let n = range.from; n < Math.min(range.to, N); n++) {
        for (let a = 0; a < Q; a++) {
          const value = channelValue(llr[(frame * N + n) * Q + a]);
          if (LAYERED === 1) {
            messages.set(n, a, frame, value);
            continue;
          }
          channel.set(n, a, frame, value);
          for (let k = start[n]; k < start[n + 1] && REFILLS === 1; k++) {
            const x = products[edges[2 * k + 1] * Math.max(Q, 4) + a];
            messages.set(edges[2 * k], storage.symbolsPerWord === 1 ? x : a, frame, value);
          }
        }
      }
    }
  },
  simd: simdPack,
};
