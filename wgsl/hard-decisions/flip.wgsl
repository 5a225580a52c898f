// hard-decisions/flip: flips decisions by a rule, `flips_of` of a part in hard-decisions/flips.
// in   variable_start [N + 1], then the probabilities of hard-decisions/flips/chances, variable_checks [k], channel, failed [row][word],
//      progress: the list of active words
// i/o  posteriors [variable][word]: decisions; levels and masks of the rule
// map  hard-decisions/place over variables
// exact: whole numbers
#import common/run
#import hard-decisions/place

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_checks: array<u32>;
@group(0) @binding(3) var<storage, read> channel: array<u32>;
@group(0) @binding(4) var<storage, read> failed: array<u32>;
@group(0) @binding(5) var<storage, read> progress: array<u32>;
@group(0) @binding(6) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(7) var<storage, read_write> levels: array<u32>;
@group(0) @binding(8) var<storage, read_write> masks: array<u32>;

#import hard-decisions/energy
#import <flips>

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let done = active_done(slot);
  var frames = frames_of(word, id.x == 0u);
  for (var n = first_node(id); n < end_node(id, N); n++) {
    let flips = flips_of(&frames, n, word);
    posteriors[n * word_count() + word] ^= flips & ~done;
  }
}
