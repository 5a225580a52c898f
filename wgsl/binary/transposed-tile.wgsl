// Transposes the words of WORKGROUP_SIZE or more frames and 32 variables or checks between [frame][x] and [x][word]:
// both sides read and write neighbours.
const TILE: u32 = 32u;
const PITCH: u32 = WORKGROUP_SIZE + 1u;

var<workgroup> tile: array<u32, TILE * PITCH>;
