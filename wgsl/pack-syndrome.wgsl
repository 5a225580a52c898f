// pack-syndrome: the syndromes of a word's frames as sign bits, checks in the decoder's order.
// in   row [check]: row of H, syndrome [frame][M]
// out  check_signs [word][check]
// map  one work item per check; workgroup y = word
#import shared/run
#import <lanes>

@group(0) @binding(1) var<storage, read> row: array<u32>;
@group(0) @binding(2) var<storage, read> syndrome: array<u32>;
@group(0) @binding(3) var<storage, read_write> check_signs: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= CHECKS) { return; }
  var odd = 0u;
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = id.y * FRAMES_PER_WORD + lane;
    if (frame < run.frames && syndrome[min(frame, run.frames - 1u) * CHECKS + row[id.x]] != 0u) {
      odd |= 1u << ((lane + 1u) * (32u / FRAMES_PER_WORD) - 1u);
    }
  }
  check_signs[id.y * CHECKS + id.x] = odd;
}
