// nonbinary/unpack: decisions frame by frame.
// in   symbols [variable][frame]
// out  decision [frame][N]
// map  one workgroup per 32 variables (x) and WORKGROUP_SIZE frames (y), which transposes a tile in workgroup memory; DIRECT: one workgroup
//      per variable, whose invocations each move a symbol, which costs a CPU less
#import common/run

#in symbols: u32
#out decision: u32

#if !DIRECT
const TILE: u32 = 32u;
const PITCH: u32 = WORKGROUP_SIZE + 1u;

var<workgroup> tile: array<u32, TILE * PITCH>;
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let first = workgroup.y * WORKGROUP_SIZE;
#if DIRECT
  let n = workgroup.x;
  let frame = first + invocation;
  if (frame >= run.frames) { return; }
  decision[frame * N + n] = symbols[n * run.frames + frame];
#else
  let n = workgroup.x * TILE;
  for (var i = 0u; i < TILE; i++) {
    tile[i * PITCH + invocation] = symbols[min(n + i, N - 1u) * run.frames + min(first + invocation, run.frames - 1u)];
  }
  workgroupBarrier();
  for (var i = invocation; i < TILE * WORKGROUP_SIZE; i += WORKGROUP_SIZE) {
    let frame = first + i / TILE;
    if (n + i % TILE < N && frame < run.frames) {
      decision[frame * N + n + i % TILE] = tile[(i % TILE) * PITCH + i / TILE];
    }
  }
#end
}
