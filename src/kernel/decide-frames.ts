import { domainOf } from "./domain/domain.ts";
import { framePlaces } from "./frame-places.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { GROUP } from "./range.ts";

/** Decisions from posteriors, frames fastest. */
export const decideFrames: Kernel = {
  name: "decide-frames",
  source: new URL("../../wgsl/decide-frames.wgsl", import.meta.url),
  bindings: [u32("posteriors"), u32("lists"), u32("symbols", "read_write")],
  constants: ["Q", "STOP", "ITERATIONS"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters, iteration, range }: TwinCall): void {
    const [words, lists, symbols] = buffers as Uint32Array[];
    const { Q, STOP, ITERATIONS } = constants;
    if (STOP === 0 && iteration + 1 < ITERATIONS) return;
    const { frames } = parameters;
    const { likelier } = domainOf(variant);
    const posteriors = new Float32Array(words.buffer, words.byteOffset, words.length);
    const places = framePlaces(lists, constants, parameters, iteration, range);
    for (let place = places.first; place < places.last; place++) {
      const frame = places.frameAt(place);
      for (let n = range.from; n < range.to; n++) {
        let best = 0;
        for (let a = 1; a < Q; a++) {
          const at = (symbol: number) => posteriors[(n * Q + symbol) * frames + frame];
          if (likelier(at(a), at(best))) best = a;
        }
        symbols[n * frames + frame] = best;
      }
    }
  },
};
