export function twelveBits(value: number): number {
  if (value === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(value)) - 11);
  return Math.floor(value / unit) * unit;
}

export function nearestOfTwelveBits(value: number): number {
  const unit = 2 ** (Math.floor(Math.log2(value)) - 11);
  return Math.round(value / unit) * unit;
}
