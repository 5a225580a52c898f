import { InputError } from "../errors.ts";
import { requireOptions } from "../options.ts";
import { type BaseMatrix, baseEntries, baseMatrix, expand } from "./base-matrix.ts";
import type { Code } from "./code.ts";
import { codeEncoder, codeInformation } from "./encoder.ts";
import { dualDiagonal } from "./parity-structure.ts";
import { locatedPositions, NO_POSITIONS, positionLocation } from "./positions.ts";

/**
 * Rows and filler bits of `rateMatch`.
 * @example
 * const options: RateMatchOptions = { rows: 13, fillers: 48 };
 */
export interface RateMatchOptions {
  /** Block rows of the base matrix that are used, from the first; all if left out. */
  readonly rows?: number;
  /** Filler bits F: the last F information bits are zero by agreement and not sent; 0 if left out. */
  readonly fillers?: number;
}

/**
 * The error of a code without information, which has no words to draw and no energy per information bit.
 * @param code whose last shortened symbol, if a file names it, is the place of the error.
 */
export function rateZeroError({ shortened = NO_POSITIONS }: Pick<Code, "shortened"> = {}): InputError {
  const reason = "the code has rate 0: no information symbol is left, so the zero word is the only codeword";
  return new InputError(
    `${reason}; is H transposed, or is each information symbol shortened? A matrix has a column for each symbol and a row for each check`,
    positionLocation(shortened, shortened.length - 1),
  );
}

/** A code with the positions that are sent over the channel. */
interface RateMatched {
  /** The code with fewer rows; its name states the rate matching, and `code.matrix` and `code.base` are cut alike. */
  readonly code: Code;
  /** Positions of the code word that are sent, ascending. */
  readonly transmitted: Uint32Array;
  /** Positions never sent, about which the receiver has no information. */
  readonly punctured: Uint32Array;
  /** Positions never sent, which the receiver knows to be zero. */
  readonly shortened: Uint32Array;
  /** Information bits, fillers not counted. */
  readonly k: number;
  /** Bits sent: the rate is k/n. */
  readonly n: number;
}

/**
 * Rate matching of 5G codes by whole block rows (3GPP TS 38.212, 5.4.2, with redundancy version 0 and a number of sent
 * bits that ends with a block column): dropping the last extension rows drops their parity columns, which have no other
 * entries. Fillers (5.2.2) are the last information bits.
 * @param code a 5G code, not yet rate matched.
 * @param options block rows and filler bits.
 * @throws InputError for a code whose parity part has no structure, if `rows` is not between the core rows and all rows, for a code without extension rows where rows
 * are to be dropped, or if `fillers` leaves no information bit that is sent.
 * @example
 * const matched = (bg1: Code) => rateMatch(bg1, { rows: 13, fillers: 48 }).code; // of loadCode("nr-bg1-z384")
 */
export function rateMatch(code: Code, options: RateMatchOptions = {}): RateMatched {
  requireOptions("rateMatch", options, { rows: true, fillers: true });
  const { name, base, matrix, parity } = code;
  const { rows, fillers = 0 } = options;
  if (base === undefined || parity === undefined) {
    throw new InputError(`${name} has no structured parity part: rate matching is for codes like 5G's`);
  }
  const cut = rows === undefined || rows === base.rows ? undefined : withRows(code, base, rows);
  const used: Code = cut === undefined ? code : { ...code, matrix: expand(cut), base: cut };
  const informationBits = matrix.columns - matrix.rows;
  const punctured = code.punctured ?? NO_POSITIONS;
  const shortened = shortenedPositions(code, informationBits, fillers);
  const result: Code = {
    ...used,
    name: [name, ...(cut ? [`rows${rows}`] : []), ...(fillers > 0 ? [`fillers${fillers}`] : [])].join("-"),
    description: [code.description, ...(cut ? [`first ${rows} block rows`] : []), ...fillerText(fillers)].join("; "),
    ...(shortened.length === 0 ? {} : { shortened }),
  };
  const transmitted = transmittedPositions(result);
  return {
    code: result,
    transmitted,
    punctured,
    shortened,
    k: informationBits - shortened.length,
    n: transmitted.length,
  };
}

/**
 * Positions of the code word that are sent over the channel: ascending, all but the punctured and the shortened positions, or in
 * the order of the code's transmissions.
 */
export function transmittedPositions({
  matrix,
  punctured = NO_POSITIONS,
  shortened = NO_POSITIONS,
  sending,
}: Code): Uint32Array {
  if (sending !== undefined) return sending.order;
  const unsent = new Uint8Array(matrix.columns);
  for (const position of punctured) unsent[position] = 1;
  for (const position of shortened) unsent[position] = 1;
  const sent = new Uint32Array(matrix.columns);
  let count = 0;
  for (let position = 0; position < matrix.columns; position++) if (unsent[position] === 0) sent[count++] = position;
  return sent.slice(0, count);
}

/** Symbols that a frame sends; the mean over the code blocks of a transport block of 5G. */
export function meanSent(code: Code): number {
  const { length } = transmittedPositions(code);
  const shorter = code.sending?.shorter;
  return shorter === undefined ? length : length - ((length - shorter.order.length) * shorter.count) / shorter.blocks;
}

/**
 * The words of a code that carry given information, as they are sent: without the punctured and shortened symbols, or in the order of the
 * code's transmissions.
 * @param code whose encoder is made at the first call (`codeEncoder`).
 * @param information [frame][k], elements 0 … q − 1. Information symbols of 5G include checksums, which are not computed.
 * @param options `transmitted: false` gives all N symbols of the words.
 * @returns [frame][n], or [frame][N].
 * @throws InputError for symbols that are not whole frames or no elements of the field, for a code of rate 0, and as `codeEncoder`; for a
 * 5G transport block whose code blocks send different numbers of bits, unless all N symbols are wanted.
 * @example
 * const words = encodeFrames(code, new Uint8Array(2 * 12).fill(3)); // two words over GF(4)
 * syndrome(code.matrix, words.subarray(24)).every((symbol) => symbol === 0); // → true
 */
export function encodeFrames(
  code: Code,
  information: ArrayLike<number>,
  options: { readonly transmitted?: boolean } = {},
): Uint8Array {
  requireOptions("encodeFrames", options, { transmitted: true });
  const encoder = codeEncoder(code);
  const { k, n } = encoder;
  if (k === 0) throw rateZeroError(code);
  if (information.length % k !== 0) {
    throw new InputError(`${information.length} information symbols are not whole frames of ${k}`);
  }
  const { transmitted = true } = options;
  if (transmitted) requireOneLength(code);
  const sent = transmitted ? transmittedPositions(code) : undefined;
  const width = sent?.length ?? n;
  const frames = information.length / k;
  const words = new Uint8Array(frames * width);
  for (let frame = 0; frame < frames; frame++) {
    const word = encoder.encode(Array.prototype.slice.call(information, frame * k, (frame + 1) * k));
    words.set(sent === undefined ? word : sent.map((position) => word[position]), frame * width);
  }
  return words;
}

/** Whether a code's transmissions send a position more than once. */
export function sendsTwice({ sending }: Code): boolean {
  return sending !== undefined && new Set(sending.order).size < sending.order.length;
}

/**
 * Checks that all frames of a code send the same positions, as files of received frames have them.
 * @throws InputError for the transport block of 5G whose code blocks send different numbers of bits.
 */
export function requireOneLength({ name, sending }: Code): void {
  if (sending?.shorter === undefined) return;
  const { order, shorter } = sending;
  const each = [shorter.order, order].map(({ length }) => length);
  throw new InputError(
    `code blocks of ${name} send ${each.join(" or ")} bits, and the frames of a file have one length: give the blocks of each length a file, with --sent for equal blocks`,
  );
}

/**
 * Rate of a code over the channel: information symbols, without shortened symbols and checksums, over symbols sent on average.
 * @param code its matrix, punctured and shortened symbols.
 * @returns 0 … 1; 0 for a code whose only word is zero.
 * @throws InputError as `codeEncoder`: without structure the true number of information symbols takes an elimination.
 * @example
 * codeRate(code); // → 0.5
 */
export function codeRate(code: Code): number {
  const { k } = codeInformation(code);
  return (k - (code.sending?.checksumBits ?? 0)) / meanSent(code);
}

function withRows({ name, parity }: Code, base: BaseMatrix, rows: number): BaseMatrix {
  // Rows that follow an accumulator carry most of its code (ATSC 3.0, structure A): without them no standard has a code.
  const { coreRows, informationColumns } =
    parity === "dual-diagonal" ? dualDiagonal(base) : { coreRows: base.rows, informationColumns: 0 };
  if (coreRows === base.rows) throw new InputError(`${name} has no extension rows: leave out the number of rows`);
  if (!Number.isInteger(rows) || rows < coreRows || rows > base.rows) {
    throw new InputError(`${rows} rows of ${name}: it must be ${coreRows} … ${base.rows} block rows`);
  }
  const entries = baseEntries(base).filter(([row]) => row < rows);
  return baseMatrix(rows, informationColumns + rows, base.liftingSize, entries);
}

function fillerText(fillers: number): string[] {
  return fillers > 0 ? [`last ${fillers} information bits are fillers`] : [];
}

function shortenedPositions(
  { name, shortened, punctured = NO_POSITIONS }: Code,
  informationBits: number,
  fillers: number,
): Uint32Array {
  if (fillers === 0) return shortened ?? NO_POSITIONS;
  if (shortened !== undefined) throw new InputError(`${name} has ${shortened.length} shortened bits already`);
  const sent = informationBits - punctured.filter((position) => position < informationBits).length;
  if (!Number.isInteger(fillers) || fillers < 0 || fillers >= sent) {
    throw new InputError(`${fillers} filler bits of ${name}: it must be 0 … ${sent - 1}`);
  }
  return Uint32Array.from({ length: fillers }, (_, i) => informationBits - fillers + i);
}

/** Positions that are not sent, of symbols. */
export interface Unsent {
  /** Positions whose symbols are not sent and unknown to the receiver. */
  readonly puncture?: readonly number[];
  /** Positions of information symbols that are zero by agreement. */
  readonly shorten?: readonly number[];
}

/**
 * A code with further symbols that are not sent, besides the symbols that it already omits. Its name includes their number.
 * @throws InputError for a position that is out of range, named twice or not sent already, or if no symbol is left to send.
 */
export function withUnsent(code: Code, { puncture = [], shorten = [] }: Unsent): Code {
  const { punctured = NO_POSITIONS, shortened = NO_POSITIONS, name, matrix } = code;
  if (puncture.length + shorten.length === 0) return code;
  if (code.sending !== undefined) {
    throw new InputError(`${name} has transmissions of its own: leave --puncture and --shorten out`);
  }
  const reasons = new Map<number, string>([
    ...[...punctured].map((position) => [position, "punctured by the code already"] as const),
    ...[...shortened].map((position) => [position, "shortened by the code already"] as const),
  ]);
  for (const [option, positions] of [
    ["puncture", puncture],
    ["shorten", shorten],
  ] as const) {
    positions.forEach((position, index) => {
      const fault = (message: string) =>
        new InputError(`--${option} ${position}: ${message}`, positionLocation(positions, index));
      if (!Number.isInteger(position) || position < 0 || position >= matrix.columns) {
        throw fault(`positions of ${name} are 0 … ${matrix.columns - 1}; leave this one out`);
      }
      const reason = reasons.get(position);
      if (reason !== undefined) throw fault(`this position is ${reason}; leave it out`);
      reasons.set(position, `named by --${option} already`);
      if (reasons.size === matrix.columns) throw fault(`no symbol of ${name} is left to send; leave this one out`);
    });
  }
  return {
    ...code,
    name: [
      name,
      ...(puncture.length === 0 ? [] : [`punctured${puncture.length}`]),
      ...(shorten.length === 0 ? [] : [`shortened${shorten.length}`]),
    ].join("-"),
    ...(punctured.length + puncture.length === 0 ? {} : { punctured: merged(punctured, puncture) }),
    ...(shortened.length + shorten.length === 0 ? {} : { shortened: merged(shortened, shorten) }),
  };
}

/** Positions of a code and of a list, ascending. Positions of the list keep their file and line for later messages. */
function merged(before: Uint32Array, more: readonly number[]): Uint32Array {
  const all = Uint32Array.from([...before, ...more]).sort();
  return locatedPositions(all, (index) => {
    const place = more.indexOf(all[index]);
    return place < 0 ? {} : positionLocation(more, place);
  });
}
