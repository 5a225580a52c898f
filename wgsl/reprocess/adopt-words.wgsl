// reprocess/adopt-words: frames of the round with a found word take it as their decision, and their last iteration
// counts as satisfied. All other frames keep their first decoding.
// in   failed (reprocess/failed-frames), best_cost [frame of the round], best_word [frame of the round][N]
// i/o  decision [frame][N], unsatisfied [iteration][frame]
// map  one invocation per symbol; workgroup y = frame of the round
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> failed: array<u32>;
@group(0) @binding(2) var<storage, read> best_cost: array<f32>;
@group(0) @binding(3) var<storage, read> best_word: array<u32>;
@group(0) @binding(4) var<storage, read_write> decision: array<u32>;
@group(0) @binding(5) var<storage, read_write> unsatisfied: array<u32>;

#import reprocess/failed-frames
#import reprocess/no-word

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let frame = workgroup_slot(id);
  if (id.x >= N || frame >= run.frames || is_missing(frame) || best_cost[frame] == NO_WORD) { return; }
  let slot = slot_of(frame);
  decision[slot * N + id.x] = best_word[frame * N + id.x];
  if (id.x == 0u) { unsatisfied[(ITERATIONS - 1u) * failed[2] + slot] = 0u; }
}
