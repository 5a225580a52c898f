// binary/scatter/check: an iteration of flooding min-sum in one dispatch, for few frames: each check computes its
// messages from the posteriors of its variables and adds them to the variables' sums, which the next iteration reads.
// Magnitudes are scaled by 3/4 and clipped at MESSAGE_CLIP.
// in   llr_bytes [frame][N] int8 in steps, row_start [block row + 1], entries [entry] (wgsl/binary/scatter/sums)
// i/o  sums [frame][section][word][N], check_state [frame][2][check]: the two magnitudes and the place of the least, signs of messages;
//      outcome [frame][BIT_WORDS, iterations]: 1 for an iteration whose decision fails a check, which the next iteration determines
// map  one invocation per check; workgroup y = frame
// exact: integers
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> llr_bytes: array<u32>;
@group(0) @binding(2) var<storage, read> row_start: array<u32>;
@group(0) @binding(3) var<storage, read> entries: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> check_state: array<u32>;
@group(0) @binding(6) var<storage, read_write> outcome: array<atomic<u32>>;

#import binary/scatter/sums

const THREADS: u32 = ((CHECKS + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE) * WORKGROUP_SIZE;

fn damped(least: i32) -> i32 { return min((min(least, 170) * 3) / 4, i32(MESSAGE_CLIP)); }

// The message of edge k, of magnitudes (least, next, place of the least) and the bits of signs.
fn message(magnitudes: vec3u, signs: u32, k: u32) -> i32 {
  let magnitude = i32(select(magnitudes.x, magnitudes.y, k == magnitudes.z));
  return select(magnitude, -magnitude, ((signs >> k) & 1u) == 1u);
}

fn update(frame: u32, check: u32) {
  let row = check / LIFTING_SIZE;
  let z = check % LIFTING_SIZE;
  let first = row_start[row];
  let degree = row_start[row + 1u] - first;
  let read_at = section_at(frame, run.iteration);
  let add_at = section_at(frame, run.iteration + 1u);
  let state_at = frame * 2u * CHECKS + check;
  let begins = run.iteration == 0u;
  // Before the first iteration messages are zero.
  let state = select(check_state[state_at], 0u, begins);
  let old = vec3u(state & 0xffu, (state >> 8u) & 0xffu, state >> 16u);
  let old_signs = check_state[state_at + CHECKS];

  var least = 0x7fffffff;
  var next = 0x7fffffff;
  var place = 0u;
  var signs = 0u;
  var wrong = 0u;
  // Four edges at a time and without branches, so that their loads overlap: they take most of an iteration's time.
  for (var k = 0u; k < degree; k += 4u) {
#for i in 0..4
    let n_$i = edge_of(first + min(k + $iu, degree - 1u), z).x;
    let total_$i = select(posterior(frame, read_at, n_$i), channel_llr(frame, n_$i), begins);
#end
#for i in 0..4
    if (k + $iu < degree) {
      let t = total_$i - message(old, old_signs, k + $iu);
      wrong ^= u32(total_$i < 0);
      signs |= u32(t < 0) << (k + $iu);
      let magnitude = abs(t);
      place = select(place, k + $iu, magnitude < least);
      next = min(next, max(magnitude, least));
      least = min(least, magnitude);
    }
#end
  }
  if (!begins && wrong == 1u) { atomicStore(&outcome[frame * OUTCOME + BIT_WORDS + run.iteration - 1u], 1u); }

  let magnitudes = vec3u(u32(damped(least)), u32(damped(next)), place);
  // The sign of a message is the product of all other edges' signs.
  if ((countOneBits(signs) & 1u) == 1u) { signs = ~signs; }
  for (var k = 0u; k < degree; k++) {
    let edge = edge_of(first + k, z);
    let value = bitcast<u32>(message(magnitudes, signs, k)) << (16u * (edge.y % 2u));
    atomicAdd(&sums[add_at + (edge.y / 2u) * N + edge.x], value);
  }
  check_state[state_at] = magnitudes.x | (magnitudes.y << 8u) | (magnitudes.z << 16u);
  check_state[state_at + CHECKS] = signs;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  // A decision that satisfied all checks stays: the next iteration changed other sections only, and later iterations
  // change nothing.
  if (STOP == 1u && run.iteration >= 2u) {
    if (atomicLoad(&outcome[frame * OUTCOME + BIT_WORDS + run.iteration - 2u]) == 0u) { return; }
  }
  let clear_at = section_at(frame, run.iteration + 2u);
  for (var i = id.x; i < WORDS * N; i += THREADS) { atomicStore(&sums[clear_at + i], 0u); }
  if (id.x < CHECKS) { update(frame, id.x); }
}
