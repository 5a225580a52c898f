import { type FileHandle, open } from "node:fs/promises";
import { extname } from "node:path";
import { LLR_KINDS, type LlrKind, llrsPerSymbol } from "../decoder/llr.ts";
import { InputError } from "../errors.ts";
import type { GaloisField } from "../galois/field.ts";
import { NPY_PREFIX, npyHeaderEnd, readNpyHeader } from "./npy.ts";

/** How to read a file of LLRs. */
export interface LlrFileOptions {
  readonly field: GaloisField;
  /** N: symbols of a frame. */
  readonly symbols: number;
  /** What the values are; needed only where the file's shape or size leaves it open. */
  readonly kind?: LlrKind;
  /** Plain little-endian f32 values whatever the file's name. */
  readonly raw?: boolean;
}

/** An open file of LLRs: any part of it can be read, so its size does not matter. */
export interface LlrFile {
  readonly path: string;
  readonly kind: LlrKind;
  readonly frames: number;
  /** The values of `count` frames from `first` on. @throws InputError if the file has become shorter. */
  read(first: number, count: number): Promise<Float32Array | Float64Array>;
  close(): Promise<void>;
}

const RAW_ENDINGS = [".f32", ".bin"];

/**
 * Opens an .npy file of float32 or float64, or a file of plain little-endian f32 values (.f32, .bin, or `raw`). Shapes are
 * (frames, N·p) or (N·p,) for bit LLRs and (frames, N, q) or (N, q) for symbols; in a plain file the size decides.
 * @throws InputError with the file for anything else, and where bits and symbols are both possible and `kind` is not said.
 */
export async function openLlrFile(path: string, options: LlrFileOptions): Promise<LlrFile> {
  const ending = extname(path).toLowerCase();
  const isRaw = options.raw === true || RAW_ENDINGS.includes(ending);
  if (!isRaw && ending !== ".npy") {
    throw new InputError(
      `the ending "${ending}" is neither .npy nor ${RAW_ENDINGS.join(" or ")}: say --raw if the file holds plain f32 values`,
      {
        file: path,
      },
    );
  }
  const handle = await attempt(path, () => open(path, "r"));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new InputError("is not a file: LLRs are read from a file on a disk", { file: path });
    const layout = isRaw ? rawLayout(path, stats.size, options) : await npyLayout(path, handle, stats.size, options);
    if (layout.frames === 0) throw new InputError("holds no frames", { file: path });
    return {
      path,
      kind: layout.kind,
      frames: layout.frames,
      close: () => handle.close(),
      async read(first, count) {
        const values = valuesPerFrame(layout.kind, options);
        const array = layout.type === "f32" ? new Float32Array(count * values) : new Float64Array(count * values);
        const frameBytes = values * array.BYTES_PER_ELEMENT;
        await readFully(path, handle, new Uint8Array(array.buffer), layout.offset + first * frameBytes);
        return array;
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface Layout {
  readonly kind: LlrKind;
  readonly frames: number;
  readonly type: "f32" | "f64";
  readonly offset: number;
}

function valuesPerFrame(kind: LlrKind, { symbols, field }: LlrFileOptions): number {
  return symbols * llrsPerSymbol(kind, field);
}

function rawLayout(path: string, size: number, options: LlrFileOptions): Layout {
  const fits = LLR_KINDS.filter((kind) => size % (4 * valuesPerFrame(kind, options)) === 0);
  const kind = chooseKind(path, fits, options, `${size} bytes`);
  return { kind, frames: size / (4 * valuesPerFrame(kind, options)), type: "f32", offset: 0 };
}

async function npyLayout(path: string, handle: FileHandle, size: number, options: LlrFileOptions): Promise<Layout> {
  const prefix = new Uint8Array(Math.min(NPY_PREFIX, size));
  await readFully(path, handle, prefix, 0);
  const bytes = new Uint8Array(Math.min(npyHeaderEnd(prefix, path), size));
  await readFully(path, handle, bytes, 0);
  const { type, shape, offset } = readNpyHeader(bytes, path);
  const text = `shape (${shape.join(", ")})`;
  const expected = offset + shape.reduce((product, length) => product * length, type === "f32" ? 4 : 8);
  if (size !== expected) {
    throw new InputError(`has ${size} bytes, but ${text} of ${type} makes ${expected}: it is cut short or damaged`, {
      file: path,
    });
  }
  const { symbols, field } = options;
  const bits = shape.length <= 2 && shape.at(-1) === symbols * field.p;
  const vectors = (shape.length === 2 || shape.length === 3) && shape.at(-2) === symbols && shape.at(-1) === field.q;
  const fits = LLR_KINDS.filter((kind) => (kind === "bit" ? bits : vectors));
  const kind = chooseKind(path, fits, options, text);
  const hasFrames = shape.length === (kind === "bit" ? 2 : 3);
  return { kind, frames: hasFrames ? shape[0] : 1, type, offset };
}

function chooseKind(path: string, fits: readonly LlrKind[], options: LlrFileOptions, what: string): LlrKind {
  const { symbols: n, field } = options;
  const { p, q } = field;
  if (options.kind !== undefined && fits.includes(options.kind)) return options.kind;
  if (options.kind === undefined && fits.length === 1) return fits[0];
  if (options.kind === undefined && fits.length > 1) {
    throw new InputError(`${what} can be bit LLRs and symbol vectors of this code: say --llr bit or --llr symbol`, {
      file: path,
    });
  }
  const wanted = (options.kind === undefined ? LLR_KINDS : [options.kind]).map((kind) =>
    kind === "bit"
      ? `(frames, ${n * p}) for bit LLRs, ${4 * n * p} bytes of f32 a frame`
      : `(frames, ${n}, ${q}) for symbol vectors, ${4 * n * q} bytes of f32 a frame`,
  );
  throw new InputError(`${what} does not fit the code: it takes ${wanted.join(", or ")}`, { file: path });
}

async function readFully(path: string, handle: FileHandle, target: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await attempt(path, () => handle.read(target, done, target.length - done, position + done));
    if (bytesRead === 0) throw new InputError("has become shorter while it was read", { file: path });
    done += bytesRead;
  }
}

async function attempt<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : code === "EACCES" ? "no permission" : message;
    throw new InputError(`cannot be read: ${reason}`, { file: path });
  }
}
