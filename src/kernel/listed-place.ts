const PLACE_BITS = 28;

/** An entry of the lists of kernel `list-frames`: a place, and a bit for each of its frames, at most 4, that is done. */
export function listEntry(place: number, done: number): number {
  return (place | (done << PLACE_BITS)) >>> 0;
}

export function listedPlace(entry: number): number {
  return entry & ((1 << PLACE_BITS) - 1);
}

export function listedDone(entry: number): number {
  return entry >>> PLACE_BITS;
}
