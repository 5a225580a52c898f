import { type TwinVariant, twinOf } from "../../../src/gpu/part.ts";

/**
 * How vectors over GF(q) are stored: symbolsPerWord symbols of one frame to a 32-bit word, or a symbol of `interleave` frames. Symbol a of
 * the vector whose words begin at w, `stride` apart, is element a % symbolsPerWord of word w + floor(a / symbolsPerWord)·stride.
 * Twin of a WGSL file beside this one.
 */
export interface SymbolStorage {
  readonly symbolsPerWord: 1 | 2;
  /** Frames of a word. */
  readonly interleave: 1 | 2;
  /** The words as the elements that `decode` and `encode` are about, symbolsPerWord · interleave to each. */
  view(words: Uint32Array): Uint16Array | Float32Array;
  decode(element: number): number;
  /** The element of a value as `rounded` gives it. */
  encode(value: number): number;
  rounded(value: number): number;
}

/** Vectors of a buffer [vector][word of symbols][slot], in the storage that the variant of a kernel imports. */
export class StoredVectors {
  readonly rounded: (value: number) => number;
  readonly #storage: SymbolStorage;
  readonly #elements: Uint16Array | Float32Array;
  readonly #symbolsPerWord: number;
  readonly #words: number;
  readonly #frames: number;

  /** @param frames places of a row. */
  constructor(words: Uint32Array, storage: SymbolStorage, q: number, frames: number) {
    this.rounded = storage.rounded;
    this.#storage = storage;
    this.#elements = storage.view(words);
    this.#symbolsPerWord = storage.symbolsPerWord;
    this.#words = q / storage.symbolsPerWord;
    this.#frames = storage.interleave * Math.ceil(frames / storage.interleave);
  }

  get(vector: number, symbol: number, slot: number): number {
    return this.#storage.decode(this.#elements[this.#at(vector, symbol, slot)]);
  }

  /** Stores a value, rounded. */
  set(vector: number, symbol: number, slot: number, value: number): void {
    this.#elements[this.#at(vector, symbol, slot)] = this.#storage.encode(this.#storage.rounded(value));
  }

  #at(vector: number, symbol: number, slot: number): number {
    const per = this.#symbolsPerWord;
    const within = symbol % per;
    return ((vector * this.#words + (symbol - within) / per) * this.#frames + slot) * per + within;
  }
}

/** The storage that the variant of a kernel imports. */
export function storageOf(variant: TwinVariant): SymbolStorage {
  return twinOf(variant, "storage");
}
