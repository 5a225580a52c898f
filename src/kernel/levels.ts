/** Integers or thermometers of LEVELS levels in lanes of 32-bit words. Twin of wgsl/shared/levels.wgsl. */
export class LaneVectors {
  readonly #words: Uint32Array;
  readonly #levels: number;
  readonly #framesPerWord: number;
  readonly #q: number;
  readonly #row: number;
  readonly #mask: number;

  /** @param words a buffer [vector][symbol][word of frames] with room for so many frames. */
  constructor(words: Uint32Array, levels: number, q: number, frames: number) {
    this.#words = words;
    this.#levels = levels;
    this.#framesPerWord = 32 / levels;
    this.#q = q;
    this.#row = Math.ceil(frames / this.#framesPerWord);
    this.#mask = 0xffffffff >>> (32 - levels);
  }

  get(vector: number, symbol: number, frame: number): number {
    const lane = frame % this.#framesPerWord;
    return (this.#words[this.#at(vector, symbol, frame)] >>> (lane * this.#levels)) & this.#mask;
  }

  set(vector: number, symbol: number, frame: number, value: number): void {
    const shift = (frame % this.#framesPerWord) * this.#levels;
    const at = this.#at(vector, symbol, frame);
    this.#words[at] = (this.#words[at] & ~(this.#mask << shift)) | ((value & this.#mask) << shift);
  }

  /** The value of a thermometer: bit t says that it is at most t. */
  level(vector: number, symbol: number, frame: number): number {
    let bits = this.get(vector, symbol, frame);
    let value = this.#levels;
    for (; bits !== 0; bits &= bits - 1) value--;
    return value;
  }

  setLevel(vector: number, symbol: number, frame: number, value: number): void {
    this.set(vector, symbol, frame, value >= 32 ? 0 : this.#mask << value);
  }

  #at(vector: number, symbol: number, frame: number): number {
    return (vector * this.#q + symbol) * this.#row + Math.floor(frame / this.#framesPerWord);
  }
}
