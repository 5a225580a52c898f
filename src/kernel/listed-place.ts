/** Frames of a place of which an entry of the lists says which are done. */
const ENTRY_FRAMES = 4;
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

/** Rows of each of the two lists: entries, places before, and which frames are done where an entry has no room for that. */
export function listRows(placeFrames: number): number {
  return placeFrames > ENTRY_FRAMES ? 3 : 2;
}
