type Numbers = Uint8Array | Uint32Array | Int32Array | Float32Array;

/**
 * One typed array with the elements of all parts.
 * @example
 * joined(Uint32Array, [[1, 2], [3]]); // → 1, 2, 3
 */
export function joined<T extends Numbers>(Kind: new (length: number) => T, parts: readonly ArrayLike<number>[]): T {
  const all = new Kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
