import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP } from "./range.ts";
import { TURNED_VARIABLES, turnedTileBytes, wordItems, wordPlace } from "./word-places.ts";

/** Hard decisions of the posteriors' signs. */
export const bitDecision: Kernel = {
  name: "bit-decision",
  source: new URL("../../wgsl/bit-decision.wgsl", import.meta.url),
  bindings: [u32("symbol"), u32("posteriors"), u32("decision", "read_write")],
  constants: ["N", "FRAMES_FASTEST"],
  workgroupSize: () => GROUP,
  workgroupBytes: turnedTileBytes,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [symbol, posteriors, decision] = buffers;
    const { framesPerWord } = lanesOf(variant);
    const { N } = constants;
    const words = Math.ceil(frames / framesPerWord);
    const place = wordPlace(constants, words);
    const per = { elementsPerGroup: TURNED_VARIABLES };
    const { first, last, firstWord, lastWord } = wordItems(constants, range, N, words, per);
    for (let word = firstWord; word < lastWord; word++) {
      for (let lane = 0; lane < framesPerWord && word * framesPerWord + lane < frames; lane++) {
        const bit = (lane + 1) * (32 / framesPerWord) - 1;
        for (let n = first; n < last; n++) {
          decision[(word * framesPerWord + lane) * N + symbol[n]] = (posteriors[place(word, n, N)] >>> bit) & 1;
        }
      }
    }
  },
};
