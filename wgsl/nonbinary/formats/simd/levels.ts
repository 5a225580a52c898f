import type { I32, V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";
import { i32 } from "../../../../src/wasm/i32.ts";
import { binary, constant, shift, splat, unary } from "../../../../src/wasm/simd.ts";
import { levelPacking } from "../levels.ts";

export const VECTOR = 16;

/** Bits of a lane, equal to the number of levels. */
export type LaneBits = 8 | 16 | 32;

const SHAPES = { 8: "i8x16", 16: "i16x8", 32: "i32x4" } as const;
/** Lane width of shifts. Processors shift no lanes of 8 bits, so bits from a neighbour are masked. */
const SHIFTED = { 8: "i16x8", 16: "i16x8", 32: "i32x4" } as const;

/** Whether lanes may have this width. */
export function isLaneBits(bits: number): bits is LaneBits {
  return bits in SHAPES;
}

/** Unsigned integers in lanes of `bits` bits: the operations of ../levels.wgsl on one frame. */
export function levelLanes(bits: LaneBits) {
  const shape = SHAPES[bits];
  return {
    add: (a: V128, b: V128) => binary(`${shape}.add`, a, b),
    subtract: (a: V128, b: V128) => binary(`${shape}.sub`, a, b),
    least: (a: V128, b: V128) => binary(`${shape}.min_u`, a, b),
    isLess: (a: V128, b: V128) => binary(`${shape}.lt_u`, a, b),
    equal: (value: number) => equalLanes(bits, value),
    splat: (value: I32) => splat(`${shape}.splat`, value),
    /** Shifts lanes to the left. No bit may leave its lane. */
    up: (a: V128, distance: number) => (distance === 0 ? a : shift(`${SHIFTED[bits]}.shl`, a, i32(distance))),
    /** `count` bits of each lane from `first` on. */
    bitsFrom(a: V128, first: number, count: number): V128 {
      const down = first === 0 ? a : shift(`${SHIFTED[bits]}.shr_u`, a, i32(first));
      return binary("v128.and", down, equalLanes(bits, 2 ** count - 1));
    },
  };
}

function equalLanes(bits: LaneBits, value: number): V128 {
  const lanes = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array }[bits];
  return constant(new Uint8Array(new lanes(128 / bits).fill(value).buffer));
}

/** Lanes of bits / 8 vectors with numbers below 128, as bytes of one vector. */
export function asBytes(vectors: readonly V128[]): V128 {
  const halves = (name: "i16x8.narrow_i32x4_s" | "i8x16.narrow_i16x8_s", all: readonly V128[]) =>
    all.flatMap((vector, i) => (i % 2 === 0 ? [binary(name, vector, all[i + 1])] : []));
  if (vectors.length === 1) return vectors[0];
  return halves("i8x16.narrow_i16x8_s", vectors.length === 2 ? vectors : halves("i16x8.narrow_i32x4_s", vectors))[0];
}

/** Bytes of one vector as lanes of `bits` bits. */
export function fromBytes(f: FunctionBuilder, bits: LaneBits, bytes: V128): V128[] {
  if (bits === 8) return [bytes];
  const own = f.vector(bytes);
  const wide = [unary("i16x8.extend_low_i8x16_u", own), unary("i16x8.extend_high_i8x16_u", own)];
  if (bits === 16) return wide;
  return wide.flatMap((half) => {
    const both = f.vector(half);
    return [unary("i32x4.extend_low_i16x8_u", both), unary("i32x4.extend_high_i16x8_u", both)];
  });
}

/** Rows of a message in memory. Each row has several vectors. */
interface MessageRows {
  readonly levels: LaneBits;
  readonly q: number;
  /** Address of the first row. At the end it is the address after the last row. */
  readonly row: Local<"i32">;
  readonly rowBytes: I32;
  /** Vectors of a row that a function processes. */
  readonly vectors: number;
}

/** Symbol `within` of the block whose first symbol has the offset `at` in vectors. */
type OfSymbol<T> = (at: Local<"i32">, within: number) => T;

/** A loop over the numbers of a message, symbol after symbol. */
export function unpackMessage(
  f: FunctionBuilder,
  { levels, q, row, rowBytes, vectors }: MessageRows,
  load: (into: Local<"v128">, row: I32, vector: number) => void,
  each: OfSymbol<(numbers: readonly V128[]) => void>,
): void {
  const { bits } = levelPacking(levels, q);
  const { bitsFrom } = levelLanes(levels);
  const own = Array.from({ length: vectors }, () => f.local("v128"));
  forBlocks(f, levels, q, (at, places) => {
    for (const { place, within, isLastOfRow } of places) {
      if (place === 0) for (const [j, vector] of own.entries()) load(vector, row, j);
      each(at, within)(own.map((vector) => bitsFrom(vector, place * bits, bits)));
      if (isLastOfRow) f.advance(row, rowBytes);
    }
  });
}

/** A loop that stores a message. */
export function packMessage(
  f: FunctionBuilder,
  { levels, q, row, rowBytes, vectors }: MessageRows,
  numbers: OfSymbol<readonly V128[]>,
  store: (row: I32, value: V128, vector: number) => void,
): void {
  const { bits } = levelPacking(levels, q);
  const { up } = levelLanes(levels);
  const own = Array.from({ length: vectors }, () => f.local("v128"));
  forBlocks(f, levels, q, (at, places) => {
    for (const { place, within, isLastOfRow } of places) {
      const above = numbers(at, within);
      for (const [j, vector] of own.entries()) {
        const moved = up(above[j], place * bits);
        f.set(vector, place === 0 ? moved : binary("v128.or", vector, moved));
      }
      if (!isLastOfRow) continue;
      for (const [j, vector] of own.entries()) store(row, vector, j);
      f.advance(row, rowBytes);
    }
  });
}

/** Position of a block's symbol in the lanes of a row. */
interface SymbolPlace {
  readonly within: number;
  readonly place: number;
  readonly isLastOfRow: boolean;
}

function forBlocks(
  f: FunctionBuilder,
  levels: LaneBits,
  q: number,
  body: (at: Local<"i32">, places: readonly SymbolPlace[]) => void,
): void {
  const { perLane, blockSymbols } = levelPacking(levels, q);
  const places = Array.from({ length: blockSymbols }, (_, within) => ({
    within,
    place: within % perLane,
    isLastOfRow: within % perLane === perLane - 1 || within === blockSymbols - 1,
  }));
  const at = f.integer(i32(0));
  f.count(at, i32(q * VECTOR), blockSymbols * VECTOR, () => body(at, places));
}
