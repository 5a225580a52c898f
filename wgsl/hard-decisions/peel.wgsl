// hard-decisions/peel: an erased bit is what a check says of it whose other bits are known.
// in   variable_start [N + 1], variable_checks [k], failed (hard-decisions/check with ERASURES), progress: the list of active words
// i/o  erased [variable][word], posteriors [variable][word]: bits, 0 where they are erased
// map  hard-decisions/place over variables
// exact: logic
#import common/run
#import hard-decisions/place

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_checks: array<u32>;
@group(0) @binding(3) var<storage, read> failed: array<u32>;
@group(0) @binding(4) var<storage, read> progress: array<u32>;
@group(0) @binding(5) var<storage, read_write> erased: array<u32>;
@group(0) @binding(6) var<storage, read_write> posteriors: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  for (var n = first_node(id); n < end_node(id, N); n++) {
    let at = n * words + word;
    // Done frames have no erased bits. Of checks that contradict each other the first one counts.
    var open = erased[at];
    var bits = posteriors[at];
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let m = variable_checks[k];
      let resolves = open & failed[(M + m) * words + word];
      bits |= resolves & failed[m * words + word];
      open &= ~resolves;
    }
    erased[at] = open;
    posteriors[at] = bits;
  }
}
