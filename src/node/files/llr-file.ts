import { extname } from "node:path";
import { LLR_KINDS, type LlrKind, llrsPerSymbol } from "../../decoder/llr.ts";
import { InputError } from "../../errors.ts";
import type { GaloisField } from "../../galois/field.ts";
import { requireOptions } from "../../options.ts";
import { ArrayFile, shapeText } from "./array-file.ts";

/**
 * Options for reading a file of LLRs.
 * @example
 * const options: LlrFileOptions = { field: galoisField(4), symbols: 24, kind: "bit" };
 */
export interface LlrFileOptions {
  /** The field of the code: a symbol has p bits and q elements. */
  readonly field: GaloisField;
  /** N: symbols of a frame, columns of H. */
  readonly symbols: number;
  /** n: symbols of a frame that are transmitted; all if left out. */
  readonly transmittedSymbols?: number;
  /** Kind of the values, `--llr` in error messages; needed only if the file's shape or size allows both. */
  readonly kind?: LlrKind;
  /** Whether it holds the transmitted symbols only, or all N; needed only if the file's size allows both. */
  readonly transmitted?: boolean;
  /** Plain little-endian f32 values for any file name. */
  readonly raw?: boolean;
}

/**
 * An open file of LLRs: any part of it can be read, so its size is not limited by memory.
 * @example
 * const size = ({ frames, symbols, kind }: LlrFile) => `${frames} frames of ${symbols} symbols, ${kind} LLRs`;
 */
export interface LlrFile {
  /** Path of the file. */
  readonly path: string;
  /** `bit` or `symbol`: see `LlrKind`. */
  readonly kind: LlrKind;
  /** Frames in the file. */
  readonly frames: number;
  /** Symbols of a frame in the file: N, or n if it holds the transmitted symbols only. */
  readonly symbols: number;
  /**
   * The values of a range of frames, natural logarithms [frame][symbols][p or q].
   * @param first number of the first frame, from 0.
   * @param count frames to read, at most `frames` − `first`.
   * @throws InputError if the file has become shorter.
   */
  read(first: number, count: number): Promise<Float32Array | Float64Array>;
  /** Closes the file. */
  close(): Promise<void>;
}

const RAW_ENDINGS = [".f32", ".bin"];

/**
 * Opens an .npy file of float32 or float64, or a file of plain little-endian f32 values (.f32, .bin, or `raw`). Shapes are
 * (frames, N·p) or (N·p,) for bit LLRs and (frames, N, q) or (N, q) for symbols, or n for N if the file holds the
 * transmitted symbols only; in a plain file the size decides.
 * @param path of the file; its ending says the format.
 * @param options field, symbols and kind.
 * @throws InputError with the file for anything else, and if several of these are possible and the options do not
 * decide.
 * @example
 * writeFileSync(`${folder}/one.f32`, new Float32Array(48).fill(4));
 * const file = await openLlrFile(`${folder}/one.f32`, { field: code.matrix.field, symbols: 24, kind: "bit" });
 * (await file.read(0, 1)).length; // → 48
 * await file.close();
 */
export async function openLlrFile(path: string, options: LlrFileOptions): Promise<LlrFile> {
  requireOptions("openLlrFile", options, {
    ...{ field: true, symbols: true, transmittedSymbols: true, kind: true, transmitted: true, raw: true },
  });
  const ending = extname(path).toLowerCase();
  const isRaw = options.raw === true || RAW_ENDINGS.includes(ending);
  if (!isRaw && ending !== ".npy") {
    throw new InputError(
      `the ending "${ending}" is neither .npy nor ${RAW_ENDINGS.join(" or ")}: give --raw if the file holds plain f32 values`,
      { file: path },
    );
  }
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    const found = isRaw ? rawLayout(opened, options) : await npyLayout(opened, options);
    if (found.frames === 0) throw new InputError("holds no frames", { file: path });
    return found;
  });
  const { kind, symbols, frames, type, offset } = layout;
  const values = symbols * llrsPerSymbol(kind, options.field);
  return {
    path,
    kind,
    frames,
    symbols,
    close: () => file.close(),
    async read(first, count) {
      const array = type === "f32" ? new Float32Array(count * values) : new Float64Array(count * values);
      const frameBytes = values * array.BYTES_PER_ELEMENT;
      await file.read(new Uint8Array(array.buffer), offset + first * frameBytes);
      return array;
    },
  };
}

/** A possible content of a frame. */
interface Content {
  readonly kind: LlrKind;
  readonly symbols: number;
}

interface Layout extends Content {
  readonly frames: number;
  readonly type: "f32" | "f64";
  readonly offset: number;
}

function rawLayout({ path, size }: ArrayFile, options: LlrFileOptions): Layout {
  const frameBytes = ({ kind, symbols }: Content) => 4 * symbols * llrsPerSymbol(kind, options.field);
  const content = chooseContent(path, (one) => size % frameBytes(one) === 0, options, `${size} bytes`);
  return { ...content, frames: size / frameBytes(content), type: "f32", offset: 0 };
}

async function npyLayout(file: ArrayFile, options: LlrFileOptions): Promise<Layout> {
  const { type, shape, offset } = await file.npyHeader(["f32", "f64"]);
  const { p, q } = options.field;
  const fits = ({ kind, symbols }: Content) =>
    kind === "bit"
      ? (shape.length === 1 || shape.length === 2) && shape.at(-1) === symbols * p
      : (shape.length === 2 || shape.length === 3) && shape.at(-2) === symbols && shape.at(-1) === q;
  const content = chooseContent(file.path, fits, options, shapeText(shape));
  const hasFrames = shape.length === (content.kind === "bit" ? 2 : 3);
  return { ...content, frames: hasFrames ? shape[0] : 1, type: type as "f32" | "f64", offset };
}

function chooseContent(
  path: string,
  fits: (content: Content) => boolean,
  options: LlrFileOptions,
  what: string,
): Content {
  const { symbols: all, transmittedSymbols: sent = all, transmitted, field } = options;
  const { p, q } = field;
  const counts = transmitted === undefined ? [...new Set([all, sent])] : [transmitted ? sent : all];
  const kinds = options.kind === undefined ? LLR_KINDS : [options.kind];
  const contents = kinds.flatMap((kind) => counts.map((symbols) => ({ kind, symbols })));
  const found = contents.filter(fits);
  if (found.length === 1) return found[0];
  const whose = ({ symbols }: Content) =>
    all === sent ? "" : symbols === all ? " of all symbols" : " of the transmitted symbols";
  if (found.length > 1) {
    const names = found.map((content) => `${content.kind === "bit" ? "bit LLRs" : "symbol vectors"}${whose(content)}`);
    const differ = (of: (content: Content) => unknown) => new Set(found.map(of)).size > 1;
    const remedies = [
      ...(differ(({ kind }) => kind) ? ["--llr bit or --llr symbol"] : []),
      ...(differ(({ symbols }) => symbols) ? ["--transmitted or --no-transmitted"] : []),
    ];
    throw new InputError(`${what} can be ${names.join(" and ")} of this code: give ${remedies.join(", and ")}`, {
      file: path,
    });
  }
  const wanted = contents.map((content) => {
    const { kind, symbols: n } = content;
    return kind === "bit"
      ? `(frames, ${n * p}) for bit LLRs${whose(content)}, ${4 * n * p} bytes of f32 a frame`
      : `(frames, ${n}, ${q}) for symbol vectors${whose(content)}, ${4 * n * q} bytes of f32 a frame`;
  });
  throw new InputError(`${what} does not fit the code: it takes ${wanted.join(", or ")}`, { file: path });
}
