// binary/syndrome: marks the frames with a failed check: the sum of the check's decisions (sign bits of the posteriors)
// is not its bit of the syndrome.
// in   groups [group], graph (binary/check-node/groups), asked (first check, checks), posteriors [word][N],
//      check_signs [word][check] (SYNDROME only); FRAME_INTERLEAVED: both with the word last, progress: the list of active words
//      (common/active-frames/words)
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  one invocation per check and WORDS_PER_INVOCATION words, which share the look-up of its variables; workgroup y = words.
//      FRAME_INTERLEAVED: one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE slots of words (y); an invocation tests no more checks
//      when all frames of its word have failed
#import common/run
#import common/workgroup-slot
#import <lanes>

@group(0) @binding(1) var<storage, read> check_groups: array<PackedCheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> tested_checks: array<u32>;
@group(0) @binding(4) var<storage, read> check_signs: array<u32>;
@group(0) @binding(5) var<storage, read> posteriors: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsatisfied: array<atomic<u32>>;

@group(0) @binding(7) var<storage, read> progress: array<u32>;

#import common/lane-bits
#import common/word-index
#import binary/check-node/groups
#import binary/check-node/edges
#import binary/check-node/parity

fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_index(word, variable, N)]; }

fn mark(frame: u32) { atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u); }

#if FRAME_INTERLEAVED
#import common/active-frames/words

// Sign bits of the lanes that failed a check.
var<private> failed: u32;

// Bits of the lanes that are tested.
var<private> wanted: u32;

#if SERIAL
#import common/any-lane
fn needs_test() -> bool { return any_lane(wanted & ~failed) != 0u; }
#end
#if !SERIAL
fn needs_test() -> bool { return (wanted & ~failed) != 0u; }
#end
fn passes(word: u32) -> bool { return false; }
fn report(word: u32, odd: u32) { failed |= odd; }

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = id.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  wanted = SIGN_BITS & ~active_done(slot);
  let last = min((id.x + 1u) * CHECKS_PER_WORKGROUP, tested_checks[1]);
#if SERIAL
  let end = tested_checks[0] + last;
  for (var check = tested_checks[0] + id.x * CHECKS_PER_WORKGROUP; check < end && needs_test(); check = min(end_of_group(check), end)) {
    let group = group_of(check);
    test_checks(group, check - group.check, min(end_of_group(check), end) - group.check, word, word + 1u);
  }
#end
#if !SERIAL
  for (var c = id.x * CHECKS_PER_WORKGROUP; c < last && needs_test(); c++) {
    let check = tested_checks[0] + c;
    let group = group_of(check);
    test_check(group, check - group.check, word, word + 1u);
  }
#end
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if ((failed & wanted & (LANE << (lane * LANE_BITS))) != 0u && frame < run.frames) { mark(frame); }
  }
}
#end
#if !FRAME_INTERLEAVED
#import common/active-frames/done-atomic

// Whether all frames of a word are done: their posteriors have not changed, so their checks are still satisfied.
fn passes(word: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    if (is_active(word * INTERLEAVE + lane)) { return false; }
  }
  return true;
}

fn is_active(frame: u32) -> bool { return frame < run.frames && !frame_done(min(frame, run.frames - 1u)); }

fn report(word: u32, odd: u32) {
  if (odd == 0u) { return; }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let fails = (odd & (LANE << (lane * LANE_BITS))) != 0u;
    if (fails && is_active(frame)) { mark(frame); }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tested_checks[1]) { return; }
  let check = tested_checks[0] + id.x;
  let group = group_of(check);
  let first_word = workgroup_slot(id) * WORDS_PER_INVOCATION;
  test_check(group, check - group.check, first_word, min(first_word + WORDS_PER_INVOCATION, word_count()));
}
#end
