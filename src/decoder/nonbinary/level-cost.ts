/**
 * Cost of levels relative to the two operations for a pair: as thermometer codes one logic operation for 32/L frames at
 * once, as binary numbers 4·log2(L) operations for 32 frames, whichever is less.
 */
export function shareOfLevels(messages: string | number | undefined): number {
  const levels = levelsOf(messages);
  return levels === undefined ? 1 : Math.min(levels, 4 * Math.log2(levels)) / 64;
}

/** Cost of bit-sliced levels: a comparison and a selection for each minimum or maximum, bit by bit, of 32 frames. */
export function shareOfSlices(messages: string | number | undefined): number {
  const levels = levelsOf(messages);
  return levels === undefined ? 1 : Math.log2(levels) / 16;
}

function levelsOf(messages: string | number | undefined): number | undefined {
  const [, levels] = /^levels(\d+)$/.exec(String(messages)) ?? [];
  return levels === undefined ? undefined : Number(levels);
}
