import { extname } from "node:path";
import { unpackBits } from "../../code/packed-bits.ts";
import { type FrameOrigin, InputError } from "../../errors.ts";
import type { NpyHeader } from "../../npy.ts";
import { ArrayFile, shapeText } from "./array-file.ts";

/** Required content of a file of syndromes. */
interface SyndromeFileOptions {
  /** Size of the field. */
  readonly q: number;
  /** Rows of H that are not empty. */
  readonly checks: number;
  /** Rows of H besides, which are empty: their syndromes are in the file and are 0. */
  readonly emptyRows?: ArrayLike<number>;
  /** Frames of the input. A single frame may have any number of syndromes, for each of which it is decoded. */
  readonly frames: number;
}

/** An open file of syndromes, read frame by frame. */
export interface SyndromeFile {
  readonly path: string;
  readonly frames: number;
  /**
   * The syndromes [frame][M] of `count` frames from `first` on.
   * @throws InputError for a value that is no field element, and if the file has become shorter.
   */
  read(first: number, count: number): Promise<Uint32Array>;
  close(): Promise<void>;
}

const ENDINGS = [".npy", ".bin", ".bits"];

/**
 * Opens a file of syndromes, a byte for each check: .npy of uint8, shape (frames, M), or (M,) for one frame, or .bin with the
 * same bytes and no header; or packed bits (.bits, as `packBits` makes them), ⌈M/8⌉ bytes a frame, over GF(2).
 * @throws InputError with the file for anything else.
 */
export async function openSyndromeFile(path: string, given: SyndromeFileOptions): Promise<SyndromeFile> {
  const { q, emptyRows = [] } = given;
  const checks = given.checks + emptyRows.length;
  const options = { ...given, checks };
  const ending = extname(path).toLowerCase();
  if (!ENDINGS.includes(ending)) {
    throw new InputError(`the ending "${ending}" is none of ${ENDINGS.join(", ")}`, { file: path });
  }
  const packed = ending === ".bits";
  if (packed && q !== 2) throw new InputError(`packed bits are of codes over GF(2), not GF(${q})`, { file: path });
  const frameBytes = packed ? Math.ceil(checks / 8) : checks;
  const { file, layout } = await ArrayFile.open(path, (opened) =>
    ending === ".npy" ? npyLayout(opened, options) : plainLayout(opened, frameBytes, options),
  );
  const { header, frames } = layout;
  return {
    path,
    frames,
    close: () => file.close(),
    async read(first, count) {
      const bytes = await file.rows(header, [frames, frameBytes], { first, count });
      if (packed) {
        const origin = { file: path, firstFrame: first };
        return withoutEmptyRows(Uint32Array.from(unpackBits(bytes, checks, origin)), checks, emptyRows, origin);
      }
      const wrong = bytes.findIndex((value) => value >= q);
      if (wrong >= 0) {
        const where = `frame ${first + Math.floor(wrong / checks)}: syndrome of check ${wrong % checks}`;
        throw new InputError(`${where} is ${bytes[wrong]}: it must be in 0 … ${q - 1}`, { file: path });
      }
      return withoutEmptyRows(Uint32Array.from(bytes), checks, emptyRows, { file: path, firstFrame: first });
    },
  };
}

/**
 * Syndromes of the rows of H that are not empty, from those of all rows [frame][checks].
 * @param emptyRows rows of H that are empty.
 * @throws InputError for an empty row with another syndrome than 0.
 */
export function withoutEmptyRows(
  syndromes: Uint32Array,
  checks: number,
  emptyRows: ArrayLike<number>,
  { file, firstFrame = 0 }: FrameOrigin = {},
): Uint32Array {
  if (emptyRows.length === 0) return syndromes;
  const empty = new Set(Array.from(emptyRows));
  return syndromes.filter((value, i) => {
    if (!empty.has(i % checks)) return true;
    if (value === 0) return false;
    const where = `frame ${firstFrame + Math.floor(i / checks)}: syndrome of check ${i % checks}`;
    throw new InputError(`${where} is ${value}: row ${i % checks} of H is empty, and no word has that syndrome`, {
      file,
    });
  });
}

interface Layout {
  readonly header: NpyHeader;
  readonly frames: number;
}

async function npyLayout(file: ArrayFile, { frames, checks }: SyndromeFileOptions): Promise<Layout> {
  const header = await file.npyHeader(["u8"]);
  const { shape } = header;
  const [first, second, ...rest] = shape.length === 1 ? [1, ...shape] : shape;
  if ((first === frames || (frames === 1 && first > 0)) && second === checks && rest.length === 0) {
    return { header, frames: first };
  }
  throw new InputError(
    `${shapeText(shape)} does not fit: the syndromes of ${frames} frames of this code have ${shapeText([frames, checks])}`,
    { file: file.path },
  );
}

async function plainLayout(
  { path, size }: ArrayFile,
  frameBytes: number,
  { frames, checks }: SyndromeFileOptions,
): Promise<Layout> {
  const found = size / frameBytes;
  if (found === frames || (frames === 1 && found > 0 && Number.isInteger(found))) {
    return { header: { type: "u8", shape: [size], firstFastest: false, offset: 0 }, frames: found };
  }
  throw new InputError(
    `${size} bytes do not fit: the syndromes of ${frames} frames of ${checks} checks have ${frames * frameBytes}`,
    { file: path },
  );
}
