// binary/syndrome: marks the frames with a failed check: the sum of the check's decisions (sign bits of the posteriors)
// is not its bit of the syndrome.
// in   groups [group], graph (binary/check-node/groups), asked (first check, checks), posteriors [word][N],
//      check_signs [word][check] (SYNDROME only); FRAME_INTERLEAVED: both with the word last, progress: the list of active words
//      (common/active-frames/words)
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  binary/check-node/each-check; an invocation tests no more checks when all frames of its word have failed
#import common/run, <lanes>

#in check_groups: PackedCheckGroup, graph: u32, tested_checks: u32, check_signs: u32, posteriors: u32
#out unsatisfied: atomic<u32>

#in progress: u32

#import common/lane-bits, binary/check-node/each-check, binary/check-node/edges, binary/check-node/parity

fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_index(word, variable, N)]; }

// Bits of the lanes that are tested.
var<private> wanted: u32;

fn begin(done: u32) { wanted = SIGN_BITS & ~done; }
fn process(group: PackedCheckGroup, first_t: u32, last_t: u32, word: u32) { test_checks(group, first_t, last_t, word); }
#if SERIAL
#import common/any-lane
fn needs_more() -> bool { return any_lane(wanted & ~odd_lanes) != 0u; }
#else
fn needs_more() -> bool { return (wanted & ~odd_lanes) != 0u; }
#end
fn finish(word: u32) {
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if ((odd_lanes & wanted & (LANE << (lane * LANE_BITS))) != 0u && frame < run.frames) {
      atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u);
    }
  }
}

#if !FRAME_INTERLEAVED
#import common/active-frames/done-atomic

// Frames that are done have kept their posteriors, so their checks are still satisfied.
fn done_lanes(word: u32) -> u32 {
  var done = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if (frame >= run.frames || frame_done(min(frame, run.frames - 1u))) { done |= LANE << (lane * LANE_BITS); }
  }
  return done;
}
#end

#main id: workgroup_id, invocation: local_invocation_index {
  let place = place_of(id, invocation);
  if (place >= place_count(tested_checks[1])) { return; }
  each_check(id, place, tested_checks[0], tested_checks[1]);
}
