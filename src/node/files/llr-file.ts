import { extname } from "node:path";
import { LLR_KINDS, type LlrKind, llrsPerSymbol } from "../../decoder/llr.ts";
import { InputError } from "../../errors.ts";
import type { GaloisField } from "../../galois/field.ts";
import { NPY_TYPES, type NpyHeader, type NpyType } from "../../npy.ts";
import { requireOptions } from "../../options.ts";
import { ArrayFile, requirePlain, shapeText } from "./array-file.ts";
import { openSymbolFile } from "./symbol-file.ts";

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
  /** Plain little-endian values for any file name. */
  readonly raw?: boolean;
  /** Type of plain values, `int8`, `f16`, `f32` or `f64`, `--llr-type` in error messages; that of the file's ending if left out, f32 of `.bin` and of `raw`. */
  readonly type?: PlainType;
  /** `reversed`: ln P(1)/P(0), and ln P(a) for symbols. Default `normal`. */
  readonly sign?: LlrSign;
  /** What a value is multiplied by to be an LLR in natural units, such as the step of a modem's int8; 1 if left out. */
  readonly scale?: number;
}

export const PLAIN_TYPES = ["int8", "f16", "f32", "f64"] as const;

type PlainType = (typeof PLAIN_TYPES)[number];

export const LLR_SIGNS = ["normal", "reversed"] as const;

/** Sign of LLRs and costs: as `LlrKind` has them, or the opposite. */
type LlrSign = (typeof LLR_SIGNS)[number];

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

/** Types of plain files by their ending. */
const ENDINGS: Readonly<Record<string, PlainType>> = {
  ".f32": "f32",
  ".bin": "f32",
  ".f64": "f64",
  ".f16": "f16",
  ".i8": "int8",
};

/** Remedy where bytes make no sense as plain values of a type. */
export const OTHER_TYPE =
  "bytes of another type or order? Plain values are little-endian, and --llr-type says whether int8, f16, f32 or f64";

/** Types of elements that LLRs are read from. */
export const LLR_TYPES = ["f32", "f64", "f16", "i8", "i16"] as const satisfies readonly NpyType[];

/**
 * Opens an .npy file of floats, int8 or int16 in any order, or a file of plain little-endian values (.f32, .f64, .f16, .i8, .bin, or
 * `raw`). Shapes are (frames, N·p) or (N·p,) for bit LLRs and (frames, N, q) or (N, q) for symbols, or n for N if the file holds the
 * transmitted symbols only. A plain file has no shape: over GF(2) it holds bit LLRs unless `kind` says otherwise, and what else the code
 * leaves open has to be said.
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
  if (!((options.scale ?? 1) > 0 && Number.isFinite(options.scale ?? 1))) {
    throw new InputError(`openLlrFile: scale ${options.scale} must be above 0`);
  }
  requireOptions("openLlrFile", options, {
    field: true,
    symbols: true,
    transmittedSymbols: true,
    kind: true,
    transmitted: true,
    raw: true,
    type: true,
    sign: true,
    scale: true,
  });
  const ending = extname(path).toLowerCase();
  const isRaw = options.raw === true || ending in ENDINGS;
  if (!isRaw && ending !== ".npy") {
    throw new InputError(
      `the ending "${ending}" is neither .npy nor ${Object.keys(ENDINGS).join(" nor ")}: give --raw if the file holds plain values`,
      { file: path },
    );
  }
  if (!isRaw && options.type !== undefined) {
    throw new InputError("an .npy file states its type: leave --llr-type out", { file: path });
  }
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    // Plain values may have any first bytes, but hardly those of a container.
    if (isRaw && options.raw !== true) await requirePlain(opened, "--raw if it holds plain values");
    const found = isRaw ? rawLayout(opened, ENDINGS[ending] ?? "f32", options) : await npyLayout(opened, options);
    if (found.frames === 0) throw new InputError("holds no frames", { file: path });
    return found;
  });
  const { kind, symbols, frames, header, shape } = layout;
  const factor = (options.sign === "reversed" ? -1 : 1) * (options.scale ?? 1);
  return {
    path,
    kind,
    frames,
    symbols,
    close: () => file.close(),
    async read(first, count) {
      const values = numbersOf(
        await file.rows(header, shape, { first, count }),
        header.type as (typeof LLR_TYPES)[number],
      );
      const wrong = isRaw && values.includes(Number.NaN) ? values.findIndex(Number.isNaN) : -1;
      if (wrong >= 0) {
        const width = values.length / count;
        const [frame, place] = [first + Math.floor(wrong / width), wrong % width];
        throw new InputError(`frame ${frame}: ${kind} LLR ${place} is NaN: ${OTHER_TYPE}`, { file: path });
      }
      if (factor !== 1) for (let i = 0; i < values.length; i++) values[i] *= factor;
      return values;
    },
  };
}

/** What `openHardFile` needs to know: as `LlrFileOptions`, and the share of wrong bits. */
type HardOptions = Pick<LlrFileOptions, "field" | "symbols" | "transmittedSymbols" | "transmitted"> & {
  /** Probability that a bit is wrong, above 0 and below ½. */
  readonly qber: number;
};

/**
 * Opens a file of hard decisions, symbols as `openSymbolFile` reads them, as LLRs of their bits: ±ln((1 − p)/p) for bits that are wrong with
 * probability p.
 */
export async function openHardFile(path: string, options: HardOptions): Promise<LlrFile> {
  const { field, symbols: all, transmittedSymbols: sent = all, transmitted, qber } = options;
  const lengths = transmitted === undefined ? [...new Set([sent, all])] : [transmitted ? sent : all];
  const opened = await Promise.allSettled(lengths.map((symbols) => openSymbolFile(path, { ...field, symbols }, false)));
  const fitting = opened.flatMap((each, i) =>
    each.status === "fulfilled" ? [{ file: each.value, symbols: lengths[i] }] : [],
  );
  if (fitting.length > 1) {
    for (const { file } of fitting) await file.close();
    const remedy = "give --transmitted or --no-transmitted";
    throw new InputError(`can hold ${sent} transmitted or all ${all} symbols of a frame: ${remedy}`, { file: path });
  }
  if (fitting.length === 0) throw (opened[0] as PromiseRejectedResult).reason;
  const [{ file, symbols }] = fitting;
  const magnitude = Math.log((1 - qber) / qber);
  return {
    path,
    kind: "bit",
    frames: file.frames,
    symbols,
    close: () => file.close(),
    async read(first, count) {
      const read = await file.read(first, count);
      return Float32Array.from({ length: read.length * field.p }, (_, i) => {
        const bit = (read[Math.floor(i / field.p)] >> (i % field.p)) & 1;
        return bit === 0 ? magnitude : -magnitude;
      });
    },
  };
}

/** The single frame of a file as often as there are syndromes to decode it with. */
export function repeatedFrame(input: LlrFile, frames: number): LlrFile {
  return {
    ...input,
    frames,
    async read(_, count) {
      const frame = await input.read(0, 1);
      const values =
        frame instanceof Float32Array ? new Float32Array(count * frame.length) : new Float64Array(count * frame.length);
      for (let i = 0; i < count; i++) values.set(frame, i * frame.length);
      return values;
    },
  };
}

/** Elements as floats. @param bytes from the first of their buffer on. */
export function numbersOf(
  { buffer }: Uint8Array<ArrayBuffer>,
  type: (typeof LLR_TYPES)[number],
): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  if (type === "f64") return new Float64Array(buffer);
  if (type === "f16") {
    halfFloats ??= Float32Array.from({ length: 2 ** 16 }, (_, bits) => halfFloat(bits));
    const halves = new Uint16Array(buffer);
    const values = new Float32Array(halves.length);
    for (let i = 0; i < halves.length; i++) values[i] = halfFloats[halves[i]];
    return values;
  }
  if (type === "i8") return new Float32Array(new Int8Array(buffer));
  if (type === "i16") return new Float32Array(new Int16Array(buffer));
  return new Float32Array(buffer);
}

/** The numbers of all float16, at the first use. */
let halfFloats: Float32Array | undefined;

/** The number of a float16 (IEEE 754, binary16). */
function halfFloat(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** A possible content of a frame. */
interface Content {
  readonly kind: LlrKind;
  readonly symbols: number;
}

interface Layout extends Content {
  readonly frames: number;
  readonly header: NpyHeader;
  /** The header's shape, frames first. */
  readonly shape: readonly number[];
}

function rawLayout({ path, size }: ArrayFile, usual: PlainType, options: LlrFileOptions): Layout {
  const { kind = options.field.q === 2 ? "bit" : undefined, type = usual } = options;
  const content = chooseContent(path, () => true, { ...options, kind }, "a plain file has no shape: it");
  const element = type === "int8" ? "i8" : type;
  const values = content.symbols * llrsPerSymbol(content.kind, options.field);
  const frames = size / (values * NPY_TYPES[element].bytes);
  if (!Number.isInteger(frames)) {
    const whole = `${values * NPY_TYPES[element].bytes} bytes, ${values} ${content.kind} LLRs of ${type}`;
    throw new InputError(`${size} bytes are no whole frames of ${whole}`, { file: path });
  }
  const header = { type: element, shape: [frames, values], firstFastest: false, offset: 0 } as const;
  return { ...content, frames, header, shape: header.shape };
}

async function npyLayout(file: ArrayFile, options: LlrFileOptions): Promise<Layout> {
  const header = await file.npyHeader(LLR_TYPES);
  const { shape } = header;
  const { p, q } = options.field;
  const fits = ({ kind, symbols }: Content) =>
    kind === "bit"
      ? (shape.length === 1 || shape.length === 2) && shape.at(-1) === symbols * p
      : (shape.length === 2 || shape.length === 3) && shape.at(-2) === symbols && shape.at(-1) === q;
  const content = chooseContent(file.path, fits, options, shapeText(shape));
  const hasFrames = shape.length === (content.kind === "bit" ? 2 : 3);
  return { ...content, frames: hasFrames ? shape[0] : 1, header, shape: hasFrames ? shape : [1, ...shape] };
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
      ? `(frames, ${n * p}) for bit LLRs${whose(content)}`
      : `(frames, ${n}, ${q}) for symbol vectors${whose(content)}`;
  });
  throw new InputError(`${what} does not fit the code: it takes ${wanted.join(", or ")}`, { file: path });
}
