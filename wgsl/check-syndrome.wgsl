// check-syndrome: marks the frames of which a check fails: the sum of its decisions (sign bits of the posteriors) is not the
// check's bit of the syndrome.
// in   groups [group], graph (shared/check-groups), asked (first check, checks), posteriors [word][N],
//      check_signs [word][check] (SYNDROME only); FRAMES_FASTEST: both with the word last, progress: the list of open words
//      (shared/open-words)
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  one work item per check and WORDS_PER_ITEM words, which share the look-up of its variables; workgroup y = words.
//      FRAMES_FASTEST: one workgroup per CHECKS_PER_GROUP checks (x) and GROUP places of words (y); a work item asks no more
//      when all frames of its word have failed
#import shared/run
#import shared/workgroup-slot
#import <lanes>

@group(0) @binding(1) var<storage, read> groups: array<CheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> asked: array<u32>;
@group(0) @binding(4) var<storage, read> check_signs: array<u32>;
@group(0) @binding(5) var<storage, read> posteriors: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsatisfied: array<atomic<u32>>;

@group(0) @binding(7) var<storage, read> progress: array<u32>;

#import shared/lane-bits
#import shared/word-places
#import shared/check-groups
#import shared/check-edges
#import shared/check-parity

fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_place(word, variable, N)]; }

fn mark(frame: u32) { atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u); }

#if FRAMES_FASTEST
#import shared/open-words

// Sign bits of the lanes that failed a check, and of those to ask for still.
var<private> failed: u32;

fn passes(word: u32) -> bool { return false; }
fn report(word: u32, odd: u32) { failed |= odd; }

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let place = id.y * GROUP + item;
  if (place >= open_count()) { return; }
  let word = open_word(place);
  let wanted = SIGN_BITS & ~open_done(place);
  let last = min((id.x + 1u) * CHECKS_PER_GROUP, asked[1]);
  for (var c = id.x * CHECKS_PER_GROUP; c < last && (wanted & ~failed) != 0u; c++) {
    let check = asked[0] + c;
    let group = groups[graph[CHECK_GROUP_AT + check]];
    ask_check(group, check - group.check, word, word + 1u);
  }
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    if ((failed & wanted & (LANE << (lane * LANE_BITS))) != 0u && frame < run.frames) { mark(frame); }
  }
}
#end
#if !FRAMES_FASTEST
#import shared/done-atomic

// Whether all frames of a word are done: they were left as they are, so their checks are satisfied still.
fn passes(word: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    if (is_open(word * FRAMES_PER_WORD + lane)) { return false; }
  }
  return true;
}

fn is_open(frame: u32) -> bool { return frame < run.frames && !frame_done(min(frame, run.frames - 1u)); }

fn report(word: u32, odd: u32) {
  if (odd == 0u) { return; }
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    let fails = (odd & (LANE << (lane * LANE_BITS))) != 0u;
    if (fails && is_open(frame)) { mark(frame); }
  }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= asked[1]) { return; }
  let check = asked[0] + id.x;
  let group = groups[graph[CHECK_GROUP_AT + check]];
  let first_word = workgroup_slot(id) * WORDS_PER_ITEM;
  ask_check(group, check - group.check, first_word, min(first_word + WORDS_PER_ITEM, word_count()));
}
#end
