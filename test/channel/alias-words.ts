/** Number of the 2^32 random words that lead to each of the 4096 outcomes of an alias table. */
export function wordsByCell(table: Uint32Array): number[] {
  const words = new Array<number>(4096).fill(0);
  table.forEach((entry, cell) => {
    const stay = Math.floor(entry / 4096);
    words[cell] += stay;
    words[entry % 4096] += 2 ** 20 - stay;
  });
  return words;
}
