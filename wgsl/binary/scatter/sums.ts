import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const sumsPart = part("binary/scatter/sums", new URL("./sums.wgsl", import.meta.url));

/** Sections of sums: read, added to, cleared. */
export const SECTIONS = 3;

/** Words of a variable's partial sums. */
export function sumWords(partialSums: number): number {
  return Math.ceil(partialSums / 2);
}

/** The constants of both kernels. */
export const SCATTER_CONSTANTS = [
  ...["N", "CHECKS", "LIFTING_SIZE", "PARTIAL_SUMS", "ACCUMULATOR_CLIP"],
  ...["BIT_WORDS", "OUTCOME", "STOP"],
] as const;

/** What twins read. */
export interface ScatterBuffers {
  readonly llr: Uint32Array;
  readonly rowStart: Uint32Array;
  readonly entries: Uint32Array;
  readonly sums: Uint32Array;
}

/** Posteriors, edges and sections as the kernels have them. */
export function scatterTwin({ llr, rowStart, entries, sums }: ScatterBuffers, constants: KernelConstants) {
  const { N, LIFTING_SIZE: z, PARTIAL_SUMS, ACCUMULATOR_CLIP } = constants;
  const words = sumWords(PARTIAL_SUMS);
  const bytes = new Int8Array(llr.buffer, llr.byteOffset, 4 * llr.length);
  const clipped = (sum: number) => Math.max(-ACCUMULATOR_CLIP, Math.min(sum, ACCUMULATOR_CLIP));
  const channelLlr = (frame: number, n: number) => bytes[frame * N + n];
  return {
    words,
    channelLlr,
    sectionAt: (frame: number, section: number) => (frame * SECTIONS + (section % SECTIONS)) * words * N,
    posterior(frame: number, at: number, n: number): number {
      let sum = 0;
      for (let w = 0; w < words; w++) {
        const word = sums[at + w * N + n] | 0;
        const low = (word << 16) >> 16;
        sum += clipped(low + (w === 0 ? channelLlr(frame, n) : 0)) + clipped(((word - low) | 0) >> 16);
      }
      return clipped(sum);
    },
    /** The edges of a check: variable and partial sum. */
    *edges(check: number): Generator<readonly [variable: number, partialSum: number]> {
      const row = Math.floor(check / z);
      for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
        const shift = entries[2 * k + 1] & 0xffff;
        yield [entries[2 * k] + (((check % z) + shift) % z), entries[2 * k + 1] >>> 16];
      }
    },
  };
}
