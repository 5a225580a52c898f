import { type Code, cpuEngine, decodeFrames, readDecoder } from "../../src/index.ts";
import type { DrawnTest, FoundWord } from "./protocol.ts";

/** Highest order of ordered statistics decoding: the next one takes seconds for a frame of 288 information bits. */
const ORDER_MAXIMUM = 2;

/** The words to which the decoders of a frame come. The word sent is zero. @param plain rule and iterations of belief propagation. */
export async function foundWords(
  code: Code,
  plain: string,
  llr: Float32Array<ArrayBuffer>,
  tests: readonly (Pick<DrawnTest, "cost"> & { readonly word?: ArrayLike<number> })[],
): Promise<FoundWord[]> {
  const likeliest = tests
    .filter(({ cost }) => cost !== undefined)
    .reduce<(typeof tests)[number] | undefined>(
      (best, test) => (best !== undefined && best.cost! <= test.cost! ? best : test),
      undefined,
    );
  const sent = new Uint32Array(llr.length);
  const words = [wordOf("the word sent", llr, sent)];
  if (likeliest?.word !== undefined) words.push(wordOf("tests", llr, likeliest.word));
  for (const from of ["posterior", "channel"]) {
    for (let order = 0; order <= ORDER_MAXIMUM; order++) {
      const spec = readDecoder(`${plain} reprocess=osd osd-order=${order} osd-from=${from}`);
      const { symbols } = await decodeFrames(cpuEngine(), code, spec, llr);
      words.push(wordOf(`OSD by ${from}, order ${order}`, llr, symbols));
    }
  }
  return words;
}

function wordOf(finder: string, llr: Float32Array, word: ArrayLike<number>): FoundWord {
  const flipped = llr.filter((value, n) => Number(value < 0) !== word[n]);
  const cost = flipped.reduce((sum, value) => sum + Math.abs(value), 0);
  return { finder, distance: flipped.length, cost, wrong: Array.from(word).filter((bit) => bit === 1).length };
}
