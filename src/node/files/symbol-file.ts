import { extname } from "node:path";
import { packBits, unpackBits } from "../../code/packed-bits.ts";
import { type FrameOrigin, InputError } from "../../errors.ts";
import { joined } from "../../joined.ts";
import { NPY_TYPES, type NpyHeader, type NpyType, npyHeader } from "../../npy.ts";
import { requireOptions } from "../../options.ts";
import { readText } from "../codes/codes.ts";
import { PartFile } from "../disk/disk.ts";
import { ArrayFile, requirePlain, shapeText } from "./array-file.ts";

/**
 * An unfinished file of decoded symbols.
 * @example
 * const writeZeros = (file: SymbolFile, symbols: number) => file.write(new Uint8Array(symbols));
 */
export interface SymbolFile {
  /**
   * Appends frames.
   * @param symbols [frame][symbol], field elements 0 … q − 1, whole frames.
   */
  write(symbols: Uint8Array): void;
  /** Completes the file and gives it its name; until then it has a temporary one. */
  finish(): void;
  /** Removes the unfinished file. */
  discard(): void;
}

/**
 * The shape of a file of symbols.
 * @example
 * const options: SymbolFileOptions = { frames: 100, symbols: 24, q: 4, force: true };
 */
export interface SymbolFileOptions {
  /** Frames that will be written. */
  readonly frames: number;
  /** Symbols of a frame. */
  readonly symbols: number;
  /** Size of the field. */
  readonly q: number;
  /** Whether an existing file is replaced. Default false. */
  readonly force?: boolean;
}

/** Endings of files that hold each frame at its place. */
const FRAMED = [".npy", ".bin", ".bits"];
const ENDINGS = [...FRAMED, ".txt"];

/**
 * The ending, if it is one of files that hold each frame at its place.
 * @throws InputError for packed bits over another field than GF(2), with what to do.
 */
function framedEnding(path: string, q: number, remedy = "choose another ending"): string | undefined {
  const ending = extname(path).toLowerCase();
  if (ending === ".bits" && q !== 2) {
    throw new InputError(`packed bits are of codes over GF(2), not GF(${q}): ${remedy}`, { file: path });
  }
  return FRAMED.find((known) => known === ending);
}

/** @throws InputError if the file's ending belongs to no format of symbols. */
export function checkSymbolFileName(path: string): void {
  if (ENDINGS.includes(extname(path).toLowerCase())) return;
  throw new InputError(`the ending "${extname(path)}" is none of ${ENDINGS.join(", ")}`, { file: path });
}

/**
 * Begins a file of symbols: `.npy` uint8 of shape (frames, symbols), `.bin` the same bytes without a header, `.txt` one
 * frame per line, `.bits` packed bits, ⌈symbols/8⌉ bytes a frame, of codes over GF(2).
 * @param path of the file; its ending says the format.
 * @param shape frames, symbols and field.
 * @throws InputError if the ending belongs to none of these formats, or not to this field, if the file exists and
 * `force` is not set, or if it cannot be written.
 * @example
 * const file = createSymbolFile(`${folder}/symbols.txt`, { frames: 1, symbols: 3, q: 4 });
 * file.write(Uint8Array.of(0, 3, 1));
 * file.finish();
 * readFileSync(`${folder}/symbols.txt`, "utf8"); // → "0 3 1\n"
 */
export function createSymbolFile(path: string, shape: SymbolFileOptions): SymbolFile {
  requireOptions("createSymbolFile", shape, { frames: true, symbols: true, q: true, force: true });
  checkSymbolFileName(path);
  const ending = extname(path).toLowerCase();
  framedEnding(path, shape.q);
  const file = new PartFile(path, shape.force ?? false);
  if (ending === ".npy") file.write(npyHeader("u8", [shape.frames, shape.symbols]));
  const encoder = new TextEncoder();
  return {
    write(symbols) {
      if (ending === ".bits") return file.write(packBits(symbols, shape.symbols));
      if (ending !== ".txt") return file.write(symbols);
      const lines: string[] = [];
      for (let at = 0; at < symbols.length; at += shape.symbols) {
        lines.push(`${symbols.subarray(at, at + shape.symbols).join(" ")}\n`);
      }
      file.write(encoder.encode(lines.join("")));
    },
    finish: () => file.finish(),
    discard: () => file.discard(),
  };
}

/** Symbols of a file, read frame by frame. */
export interface SymbolSource {
  readonly frames: number;
  /** Bits of the last frame that the file does not hold; they are zero. */
  readonly padding: number;
  /** The symbols [frame][symbols] of `count` frames from `first` on. @throws InputError for a value that is no field element. */
  read(first: number, count: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface SymbolShape {
  readonly q: number;
  readonly p: number;
  readonly symbols: number;
}

/** Types of elements that symbols are read from: the whole numbers, of which NumPy makes int64 by itself. */
const WHOLE = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"] as const satisfies readonly NpyType[];

/**
 * Opens a file of symbols in one of the forms of `createSymbolFile`, or, with any other ending and with `raw`, a file whose bits
 * follow each other without regard to frames: the highest bit of a byte first, symbols·p bits a frame, the least significant bit of a symbol
 * first, the last frame filled up with zeros.
 * @throws InputError with the file, and the line of a text, for a file that is empty or does not hold whole frames.
 */
export async function openSymbolFile(path: string, shape: SymbolShape, raw: boolean): Promise<SymbolSource> {
  if (!raw && extname(path).toLowerCase() === ".txt") return textSymbols(path, shape);
  const framed = raw ? undefined : framedEnding(path, shape.q, "give --raw for a stream of bits");
  if (framed !== undefined) return framedSymbols(path, shape, framed);
  const { p, symbols } = shape;
  const frameBits = symbols * p;
  const { file } = await ArrayFile.open(path, async ({ size }) => {
    if (size === 0) throw new InputError("is empty", { file: path });
  });
  const frames = Math.ceil((8 * file.size) / frameBits);
  return {
    frames,
    padding: frames * frameBits - 8 * file.size,
    close: () => file.close(),
    async read(first, count) {
      const from = Math.floor((first * frameBits) / 8);
      const bytes = new Uint8Array(Math.min(file.size, Math.ceil(((first + count) * frameBits) / 8)) - from);
      await file.read(bytes, from);
      const values = new Uint8Array(count * symbols);
      for (let i = 0, bit = first * frameBits - 8 * from; i < values.length; i++) {
        for (let b = 0; b < p; b++, bit++) values[i] |= (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) << b;
      }
      return values;
    },
  };
}

/**
 * A file that holds each frame at its place.
 * @param noun `symbol`, or the syndrome of a check, in a file that has no plain form of bits.
 */
async function framedSymbols(
  path: string,
  { q, symbols }: Pick<SymbolShape, "q" | "symbols">,
  ending: string,
  noun = "symbol",
): Promise<SymbolSource> {
  const width = ending === ".bits" ? Math.ceil(symbols / 8) : symbols;
  const hasRaw = noun === "symbol";
  const { file, layout: header } = await ArrayFile.open(path, async (opened): Promise<NpyHeader> => {
    if (ending !== ".npy" && hasRaw) await requirePlain(opened, "--raw for its bits");
    const found =
      ending === ".npy"
        ? await opened.npyHeader(WHOLE)
        : ({ type: "u8", shape: [opened.size / width, width], firstFastest: false, offset: 0 } as const);
    const { shape } = found;
    if (shape.at(-1) !== symbols && ending === ".npy") {
      throw new InputError(`${shapeText(shape)} does not fit: it takes (frames, ${symbols})`, { file: path });
    }
    if (shape.length > 2 || !Number.isInteger(shape[0]) || shape[0] === 0) {
      const rest = ending === ".npy" ? "" : ` of ${width} bytes${hasRaw ? "; --raw takes the bits of any file" : ""}`;
      throw new InputError(`has no whole frames${rest}`, { file: path });
    }
    return shape.length === 1 ? { ...found, shape: [1, ...shape] } : found;
  });
  const { bytes: size } = NPY_TYPES[header.type];
  return {
    frames: header.shape[0],
    padding: 0,
    close: () => file.close(),
    async read(first, count) {
      const bytes = await file.rows(header, header.shape, { first, count });
      if (ending === ".bits") return unpackBits(bytes, symbols, { file: path, firstFrame: first });
      const values = new Uint8Array(count * symbols);
      for (let i = 0; i < values.length; i++) {
        let rest = 0;
        for (let b = 1; b < size; b++) rest |= bytes[i * size + b];
        values[i] = bytes[i * size];
        if (rest === 0 && values[i] < q) continue;
        const where = `frame ${first + Math.floor(i / symbols)}: ${noun} ${i % symbols}`;
        const value = rest === 0 ? values[i] : "negative or too large";
        throw new InputError(`${where} is ${value}: it must be in 0 … ${q - 1}`, { file: path });
      }
      return values;
    },
  };
}

/** A text with a frame on each line; over GF(2) its bits may stand together. */
function textSymbols(path: string, { q, symbols }: SymbolShape): SymbolSource {
  const frames = readText(path)
    .split(/\r?\n/)
    .flatMap((line, i): Uint8Array[] => {
      const words = line.trim().split(/[\s,]+/);
      if (words[0] === "") return [];
      const values = q === 2 ? words.flatMap((word) => (/^[01]+$/.test(word) ? [...word] : [word])) : words;
      const place = { file: path, line: i + 1 };
      const wrong = values.find((value) => !(/^\d{1,3}$/.test(value) && Number(value) < q));
      if (wrong !== undefined) {
        throw new InputError(`"${wrong.slice(0, 20)}" is no symbol: it must be in 0 … ${q - 1}`, place);
      }
      if (values.length === symbols) return [Uint8Array.from(values, Number)];
      throw new InputError(`${values.length} symbols: a line has the ${symbols} symbols of a frame`, place);
    });
  if (frames.length === 0) throw new InputError("holds no frames", { file: path });
  return {
    frames: frames.length,
    padding: 0,
    close: async () => {},
    read: async (first, count) => joined(Uint8Array, frames.slice(first, first + count)),
  };
}

/** An open file of syndromes: [frame][M] of the rows of H that are not empty. */
export interface SyndromeFile extends Pick<SymbolSource, "frames" | "close"> {
  readonly path: string;
  /** The syndromes of `count` frames from `first` on. */
  read(first: number, count: number): Promise<Uint32Array>;
}

interface SyndromeOptions {
  readonly q: number;
  /** Rows of H that are not empty. */
  readonly checks: number;
  /** Rows of H besides, which are empty: their syndromes are in the file and are 0. */
  readonly emptyRows?: ArrayLike<number>;
  /** Frames of the input. A single frame may have any number of syndromes, for each of which it is decoded. */
  readonly frames: number;
}

/**
 * Opens a file of syndromes, a byte for each check: .npy, shape (frames, M), or (M,) for one frame, or .bin with the same bytes and no
 * header; or packed bits (.bits, as `packBits` makes them), over GF(2).
 */
export async function openSyndromeFile(path: string, options: SyndromeOptions): Promise<SyndromeFile> {
  const { q, emptyRows = [], frames } = options;
  const checks = options.checks + emptyRows.length;
  const ending = framedEnding(path, q);
  if (ending === undefined) {
    throw new InputError(`the ending "${extname(path)}" is none of ${FRAMED.join(", ")}`, { file: path });
  }
  const file = await framedSymbols(path, { q, symbols: checks }, ending, "syndrome of check");
  if (file.frames !== frames && frames !== 1) {
    await file.close();
    throw new InputError(`holds syndromes of ${file.frames} frames, and ${frames} are decoded`, { file: path });
  }
  return {
    path,
    frames: file.frames,
    close: file.close,
    async read(first, count) {
      const syndromes = Uint32Array.from(await file.read(first, count));
      return withoutEmptyRows(syndromes, checks, emptyRows, { file: path, firstFrame: first });
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
