// Words of GROUP frames (or more, where a word holds several) and 32 variables or checks, turned around between [frame][x] and
// [x][word]: both sides read and write neighbours.
const TILE: u32 = 32u;
const PITCH: u32 = GROUP + 1u;

var<workgroup> tile: array<u32, TILE * PITCH>;
