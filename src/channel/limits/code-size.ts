/** The properties of a code that determine its limits. */
export interface CodeSize {
  /** Size of the field. */
  readonly q: number;
  /** Symbols sent. */
  readonly n: number;
  /** Information symbols. */
  readonly k: number;
}

/** Bits of information of a frame. */
export function bitsOf({ q, k }: CodeSize): number {
  return k * Math.log2(q);
}

/** Bits sent of a frame. */
export function sentBitsOf({ q, n }: CodeSize): number {
  return n * Math.log2(q);
}
