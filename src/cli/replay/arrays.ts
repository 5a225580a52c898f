import { join } from "node:path";
import { makeOutputFolder, removeEmpty } from "../../node/disk/disk.ts";
import { requireWritable, writeNewFile } from "../../node/disk/new-file.ts";
import { type NpyType, npyHeader } from "../../npy.ts";
import type { DrawnFrame } from "../../simulation/replay/failures.ts";
import type { FrameOutcome } from "../../simulation/replay/outcome.ts";

const NAMES = ["frames", "llr", "sent", "decisions", "errors", "unsatisfied"] as const;
type ArrayName = (typeof NAMES)[number];

/** Requires, before the frames are decoded, that `writeReplayFiles` can write its files. @throws InputError if not. */
export function requireReplayFiles(folder: string, force: boolean): void {
  for (const name of NAMES) requireWritable(fileOf(folder, name), { force, makesFolder: true });
}

/**
 * Writes replayed frames as NumPy arrays: frames.npy [frame], llr.npy [frame][N] or [frame][N][q], sent.npy, decisions.npy and errors.npy
 * [frame][N], unsatisfied.npy [frame][M].
 * @param llrsPerSymbol 1 for LLRs of bits, q for LLRs of symbols.
 * @returns the files.
 * @throws InputError for an existing file without `force`, or a file that cannot be written.
 */
export function writeReplayFiles(
  folder: string,
  frames: readonly DrawnFrame[],
  outcomes: readonly FrameOutcome[],
  { llrsPerSymbol, force }: { readonly llrsPerSymbol: number; readonly force: boolean },
): string[] {
  const count = frames.length;
  const symbols = frames[0]?.sent.length ?? 0;
  const checks = outcomes[0]?.unsatisfied.length ?? 0;
  const perSymbol = llrsPerSymbol === 1 ? [] : [llrsPerSymbol];
  const arrays: readonly [name: ArrayName, type: NpyType, shape: number[], data: readonly Uint8Array[]][] = [
    ["frames", "u64", [count], [bytesOf(BigUint64Array.from(frames, ({ frame }) => BigInt(frame)))]],
    ["llr", "f32", [count, symbols, ...perSymbol], frames.map(({ llr }) => bytesOf(llr))],
    ["sent", "u8", [count, symbols], frames.map(({ sent }) => Uint8Array.from(sent))],
    ["decisions", "u8", [count, symbols], frames.map(({ decision }) => Uint8Array.from(decision))],
    ["errors", "u8", [count, symbols], outcomes.map(({ errors }) => errors)],
    ["unsatisfied", "u8", [count, checks], outcomes.map(({ unsatisfied }) => unsatisfied)],
  ];
  const made = makeOutputFolder(folder);
  try {
    return arrays.map(([name, type, shape, data]) => {
      const file = fileOf(folder, name);
      writeNewFile(file, Buffer.concat([npyHeader(type, shape), ...data]), force);
      return file;
    });
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

function fileOf(folder: string, name: ArrayName): string {
  return join(folder, `${name}.npy`);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
