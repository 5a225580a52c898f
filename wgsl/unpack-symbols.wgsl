// unpack-symbols: decisions frame by frame.
// in   symbols [variable][frame]
// out  decision [frame][N]
// map  one workgroup per 32 variables (x) and GROUP frames (y), which turns a tile around in workgroup memory
// workgroup bytes: 4·32·(GROUP + 1)
#import shared/run

@group(0) @binding(1) var<storage, read> symbols: array<u32>;
@group(0) @binding(2) var<storage, read_write> decision: array<u32>;

const TILE: u32 = 32u;
const PITCH: u32 = GROUP + 1u;

var<workgroup> tile: array<u32, TILE * PITCH>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let n = group.x * TILE;
  let first = group.y * GROUP;
  for (var i = 0u; i < TILE; i++) {
    tile[i * PITCH + item] = symbols[min(n + i, N - 1u) * run.frames + min(first + item, run.frames - 1u)];
  }
  workgroupBarrier();
  for (var i = item; i < TILE * GROUP; i += GROUP) {
    let frame = first + i / TILE;
    if (n + i % TILE < N && frame < run.frames) {
      decision[frame * N + n + i % TILE] = tile[(i % TILE) * PITCH + i / TILE];
    }
  }
}
