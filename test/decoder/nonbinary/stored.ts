import type { Engine } from "../../../src/engine/engine.ts";

/** Storage format of a buffer with frame interleaving: the format of messages, or integers in lanes of a number of bits. */
export type Format =
  | "f32"
  | "f16"
  | "bf16"
  | "bf16Pairs"
  | "gridPairs"
  | `int${number}`
  | "shorts"
  | `sliced${8 | 16 | 32}`
  | `levels${8 | 16 | 32}`
  | `lanes${8 | 16 | 32}`;

/** The storage format on an engine: a CPU has whole numbers, other than sliced ones, as 16-bit integers. */
export function formatOn({ info }: Engine, format: Format): Format {
  return info.engine === "cpu" && /^(int|levels|lanes)/.test(format) ? "shorts" : format;
}

/**
 * The values of a buffer. Its layout is [vector][word of symbols][frame]; in lanes [vector][symbol][word of frames]; in levels
 * [vector][word of symbols][word of frames]; with whole steps, in 1/2048 of the values or as integers (shorts), and bf16Pairs and gridPairs
 * [vector][symbol][word of two frames]; sliced
 * [vector][word of frames][plane][symbol].
 * @returns [vector][frame][symbol].
 */
export function storedValues(
  words: Uint32Array,
  format: Format,
  { vectors, q, frames }: { readonly vectors: number; readonly q: number; readonly frames: number },
): number[][][] {
  const levels = Number(/\d+$/.exec(format)?.[0]);
  const laneOf = (row: number, frame: number): number => {
    const rowWords = Math.ceil((frames * levels) / 32);
    const word = words[row * rowWords + Math.floor((frame * levels) / 32)];
    return Math.floor(word / 2 ** ((frame * levels) % 32)) % 2 ** levels;
  };
  const value = (vector: number, frame: number, symbol: number): number => {
    if (format.startsWith("sliced")) {
      const bits = Math.log2(levels);
      const word = vector * Math.ceil(frames / 32) + Math.floor(frame / 32);
      const planes = Array.from({ length: bits }, (_, plane) => words[(word * bits + plane) * q + symbol]);
      return planes.reduce((sum, plane, bit) => sum + (Math.floor(plane / 2 ** (frame % 32)) % 2) * 2 ** bit, 0);
    }
    if (format.startsWith("lanes")) return laneOf(vector * q + symbol, frame);
    if (format.startsWith("levels")) {
      // A lane has 2 numbers of 4 bits, 3 of 5 bits or 5 of 6 bits, which have one bit more than a message. Every 8 symbols begin a new
      // word.
      const [perLane, bits] = ({ 8: [2, 4], 16: [3, 5], 32: [5, 6] } as Record<number, [number, number]>)[levels];
      const blockWords = Math.ceil(Math.min(q, 8) / perLane);
      const row = Math.floor(symbol / 8) * blockWords + Math.floor((symbol % 8) / perLane);
      const lane = laneOf(vector * Math.ceil(q / 8) * blockWords + row, frame);
      return (Math.floor(lane / 2 ** (bits * ((symbol % 8) % perLane))) % 2 ** bits) - 1;
    }
    if (format.startsWith("int") || format === "shorts" || format.endsWith("Pairs")) {
      const word = words[(vector * q + symbol) * Math.ceil(frames / 2) + Math.floor(frame / 2)];
      const half = frame % 2 === 1 ? word >>> 16 : word & 0xffff;
      if (format === "bf16Pairs") return f32Of(half * 2 ** 16);
      // 5 bits of the exponent and 11 of the mantissa.
      if (format === "gridPairs") return (1 + (half % 2 ** 11) / 2 ** 11) * 2 ** (Math.floor(half / 2 ** 11) - 31);
      return format === "shorts" ? (half << 16) >> 16 : 2048 * halfOf(half);
    }
    const perWord = format === "f32" ? 1 : 2;
    const word = words[(vector * (q / perWord) + Math.floor(symbol / perWord)) * frames + frame];
    if (format === "f32") return f32Of(word);
    const element = symbol % 2 === 1 ? word >>> 16 : word & 0xffff;
    return format === "bf16" ? f32Of(element * 2 ** 16) : halfOf(element);
  };
  return Array.from({ length: vectors }, (_, vector) =>
    Array.from({ length: frames }, (_, frame) =>
      Array.from({ length: q }, (_, symbol) => value(vector, frame, symbol)),
    ),
  );
}

function f32Of(bits: number): number {
  return new Float32Array(Uint32Array.of(bits).buffer)[0];
}

/** @throws Error for subnormal numbers, infinity and NaN, which decoders never store. */
function halfOf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const sign = bits >> 15 === 1 ? -1 : 1;
  if ((bits & 0x7fff) === 0) return 0;
  if (exponent === 0 || exponent === 31) throw new Error(`half ${bits.toString(16)} is none that decoders store`);
  return sign * (1 + (bits & 1023) / 1024) * 2 ** (exponent - 15);
}
