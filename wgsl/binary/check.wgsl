// binary/check: updates a run of checks: a layer (LAYERED, which updates posteriors at once), or all of them
// (flooding). Rule and number format are the variant's.
// in   groups [group], graph (binary/check-node/groups), layer (first check, checks), or with ORDERS for each
//      iteration in turn, channel [word][N], check_signs [word][check]
//      sign bits of the syndrome (SYNDROME only), progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED:
//      the list of active words (common/active-frames/words)
// i/o  posteriors [word][N], messages [word][message]; FRAME_INTERLEAVED: all these with the word last
// map  one invocation per check and WORDS_PER_INVOCATION words, which share the look-up of its variables; workgroup y = words.
//      FRAME_INTERLEAVED: one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE slots of words (y)
// exact: with min-sum rules
#import common/run
#import common/workgroup-slot
#import <lanes>
#import <rule>
#import <edge>

@group(0) @binding(1) var<storage, read> check_groups: array<PackedCheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> layer: array<u32>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_signs: array<u32>;
@group(0) @binding(6) var<storage, read> progress: array<u32>;
@group(0) @binding(7) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(8) var<storage, read_write> messages: array<u32>;

#import common/word-index
#import binary/check-node/groups
#import binary/check-node/edges
#import binary/check-node/update

fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_index(word, variable, N)]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posteriors[word_index(word, variable, N)] = value; }

#if ORDERS
fn first_check() -> u32 { return layer[2u * (run.iteration % ORDERS)]; }
fn check_count() -> u32 { return layer[2u * (run.iteration % ORDERS) + 1u]; }
#end
#if !ORDERS
fn first_check() -> u32 { return layer[0]; }
fn check_count() -> u32 { return layer[1]; }
#end

#if <weights>
fn weights_iteration() -> u32 { return run.iteration; }
#end
fn degree_one_is_read() -> bool { return STOP == 1u || run.iteration + 1u == ITERATIONS; }

#if FRAME_INTERLEAVED
#import common/active-frames/words

var<private> done: u32;
fn done_of(word: u32) -> u32 { return done; }

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = id.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  done = active_done(slot);
  let last = min((id.x + 1u) * CHECKS_PER_WORKGROUP, check_count());
#if SERIAL
  let end = first_check() + last;
  for (var check = first_check() + id.x * CHECKS_PER_WORKGROUP; check < end; check = min(end_of_group(check), end)) {
    let group = group_of(check);
    let last_t = min(end_of_group(check), end) - group.check;
    update_checks(group, check - group.check, last_t, word, word + 1u, run.iteration == 0u);
  }
#end
#if !SERIAL
  for (var c = id.x * CHECKS_PER_WORKGROUP; c < last; c++) {
    let check = first_check() + c;
    let group = group_of(check);
    update_check(group, check - group.check, word, word + 1u, run.iteration == 0u);
  }
#end
}
#end
#if !FRAME_INTERLEAVED
#import common/active-frames/done-lanes

fn done_of(word: u32) -> u32 { return done_lanes(word); }

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= check_count()) { return; }
  let check = first_check() + id.x;
  let group = group_of(check);
  let first_word = workgroup_slot(id) * WORDS_PER_INVOCATION;
  let last_word = min(first_word + WORDS_PER_INVOCATION, word_count());
  update_check(group, check - group.check, first_word, last_word, run.iteration == 0u);
}
#end
