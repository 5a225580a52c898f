// Words of WORKGROUP_SIZE frames (or more, where a word holds several) and 32 variables or checks, transposed between [frame][x] and
// [x][word]: both sides read and write neighbours.
const TILE: u32 = 32u;
const PITCH: u32 = WORKGROUP_SIZE + 1u;

var<workgroup> tile: array<u32, TILE * PITCH>;
