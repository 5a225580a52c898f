import { type InterleavedWindow, Interleaver } from "../core/interleaver.ts";
import { type BitFile, stringsOf } from "./bit-file.ts";
import { isOfValues, type StreamHeader } from "./messages/headers.ts";

/** Windows that are kept: a block may lie in two of them. */
const WINDOWS_KEPT = 2;

/**
 * The bits of the first run's string in the order in which they are cut into blocks: interleaved by the seed in the
 * header of the syndrome file, or in their own order without a seed. Windows of 8 MiB are read and reordered on demand.
 * @param file the whole string.
 */
export function interleavedBits(file: BitFile, stream: StreamHeader): BitFile {
  if (isOfValues(stream) || stream.interleaver === undefined) return file;
  const seed = stream.interleaver;
  const interleaver = new Interleaver(file.bits, [
    Number.parseInt(seed.slice(0, 8), 16),
    Number.parseInt(seed.slice(8, 16), 16),
  ]);
  const kept = new Map<number, Promise<Uint8Array>>();
  const reordered = async (window: InterleavedWindow) => {
    const bytes = window.bits / 8;
    const found = await file.read(window.first, [window.bits], bytes);
    const done = interleaver.reorder(window, found);
    found.fill(0);
    return done;
  };
  const bytesOf = (window: InterleavedWindow): Promise<Uint8Array> => {
    const known = kept.get(window.index) ?? reordered(window);
    // The most recently used window is dropped last.
    kept.delete(window.index);
    kept.set(window.index, known);
    for (const index of kept.keys()) if (kept.size > WINDOWS_KEPT) kept.delete(index);
    return known;
  };
  const read = async (target: Uint8Array, position: number) => {
    for (let done = 0; done < target.length; ) {
      const at = position + done;
      const window = interleaver.windowOf(8 * at);
      const left = target.length - done;
      if (window === undefined) {
        // Bits at the end of the string, which keep their places.
        target.set(await file.read(8 * at, [Math.min(8 * left, file.bits - 8 * at)], left), done);
        return;
      }
      const from = at - window.first / 8;
      const part = (await bytesOf(window)).subarray(from, from + left);
      target.set(part, done);
      done += part.length;
    }
  };
  return { path: file.path, bits: file.bits, close: () => file.close(), read: stringsOf(read) };
}
