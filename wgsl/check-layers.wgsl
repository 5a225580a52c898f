// check-layers: all iterations of a decoder in one dispatch, the posteriors of a word's frames in workgroup memory. Layer after
// layer (LAYERED), or flooding: all checks, then all variables. A workgroup is done when its frames are, so a batch runs near
// its average number of iterations. Rule and number format are the variant's.
// in   groups [group], graph (shared/check-groups), channel [word][N], check_signs [word][check] sign bits of the
//      syndrome (SYNDROME only)
// i/o  unsatisfied [iteration][frame]
// out  posteriors [word][N]
// tmp  messages [word][message]
// map  one workgroup of WORK_ITEMS per word (workgroup y); its work items share the checks of a layer, or all checks
// workgroup bytes: 4·(CORE + 2)
// exact: with min-sum rules
#import shared/run
#import shared/workgroup-slot
#import <lanes>
#import <rule>

@group(0) @binding(1) var<storage, read> groups: array<CheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> channel: array<u32>;
@group(0) @binding(4) var<storage, read> check_signs: array<u32>;
@group(0) @binding(5) var<storage, read_write> unsatisfied: array<u32>;
@group(0) @binding(6) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(7) var<storage, read_write> messages: array<u32>;

var<workgroup> posterior: array<u32, CORE>;
var<workgroup> failing: atomic<u32>;
var<workgroup> failed_lanes: u32;

#import shared/check-groups
#import shared/word-places
#import shared/check-edges
#import shared/check-parity
#import shared/check-update

#import shared/lane-bits

// Lanes that stay as they are: `done` of main, for the update. (The end of the loop must not hang on a private variable:
// barriers need control flow that is the same in all work items beyond doubt.)
var<private> kept_lanes: u32;
// Sign bits of the lanes that failed a check of this work item.
var<private> odd_lanes: u32;

fn passes(word: u32) -> bool { return false; }
fn report(word: u32, odd: u32) { odd_lanes |= odd; }
fn leaves_count() -> bool { return true; }
fn done_of(word: u32) -> u32 { return kept_lanes; }
fn load_posterior(word: u32, variable: u32) -> u32 { return posterior[variable]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posterior[variable] = value; }

// Work is done and asked in groups of checks that must not be updated together, or check by check.
#if LAYERED
const UNITS: u32 = CHECK_GROUPS;

fn ask_units(item: u32, word: u32, first: u32, end: u32) {
  for (var g = first; g < end; g++) {
    let group = groups[g];
    for (var t = item; t < group.count; t += GROUP) { ask_check(group, t, word, word + 1u); }
  }
}

fn iterate(item: u32, word: u32, first: bool) {
  for (var g = 0u; g < CHECK_GROUPS; g++) {
    let group = groups[g];
    if ((group.flags & NEW_LAYER) != 0u) { workgroupBarrier(); }
    for (var t = item; t < group.count; t += GROUP) { update_check(group, t, word, word + 1u, first); }
  }
}
#end
#if !LAYERED
#import shared/variable-sum

const UNITS: u32 = CHECKS;

fn list_start(i: u32) -> u32 { return graph[LISTS_AT + i]; }
fn list_edge(k: u32) -> vec2u { return vec2u(graph[LIST_EDGES_AT + 2u * k], graph[LIST_EDGES_AT + 2u * k + 1u]); }

fn ask_units(item: u32, word: u32, first: u32, end: u32) {
  for (var check = first + item; check < end; check += GROUP) {
    let group = groups[graph[CHECK_GROUP_AT + check]];
    ask_check(group, check - group.check, word, word + 1u);
  }
}

fn iterate(item: u32, word: u32, first: bool) {
  workgroupBarrier();
  for (var check = item; check < CHECKS; check += GROUP) {
    let group = groups[graph[CHECK_GROUP_AT + check]];
    update_check(group, check - group.check, word, word + 1u, first);
  }
  storageBarrier();
  workgroupBarrier();
  for (var n = item; n < CORE; n += GROUP) {
    posterior[n] = keep(posterior[n], variable_sum(word, n), kept_lanes);
  }
}
#end

// Sign bits of the lanes that fail a check of the units first … end − 1. All work items of the workgroup call it.
fn failing_lanes(item: u32, word: u32, first: u32, end: u32) -> u32 {
  workgroupBarrier();
  if (item == 0u) { atomicStore(&failing, 0u); }
  workgroupBarrier();
  odd_lanes = 0u;
  ask_units(item, word, first, end);
  if (odd_lanes != 0u) { atomicOr(&failing, odd_lanes); }
  workgroupBarrier();
  if (item == 0u) { failed_lanes = atomicLoad(&failing); }
  return workgroupUniformLoad(&failed_lanes);
}

// All bits of the lanes of which the sign bit is set.
fn whole_lanes(signs: u32) -> u32 {
  var lanes = 0u;
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let mask = LANE << (lane * LANE_BITS);
    if ((signs & mask) != 0u) { lanes |= mask; }
  }
  return lanes;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let word = workgroup_slot(id);
  if (word >= word_count()) { return; }
  var done = 0u;
  for (var n = item; n < CORE; n += GROUP) { posterior[n] = channel[word * N + n]; }
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    if (word * FRAMES_PER_WORD + lane >= run.frames) { done |= LANE << (lane * LANE_BITS); }
  }
  for (var iteration = 0u; iteration < ITERATIONS; iteration++) {
    kept_lanes = select(0u, done, STOP == 1u);
    iterate(item, word, iteration == 0u);
    if (STOP == 1u || iteration + 1u == ITERATIONS) {
      // A frame that is far from done fails one of the first checks: the others are asked only for the sake of lanes that
      // pass these.
      var failed = 0u;
      var asked = 0u;
      while (asked < UNITS && (whole_lanes(failed) | done) != 0xffffffffu) {
        let end = select(UNITS, FIRST_ASKED, asked == 0u);
        failed |= failing_lanes(item, word, asked, end);
        asked = end;
      }
      if (item < FRAMES_PER_WORD) {
        let frame = word * FRAMES_PER_WORD + item;
        let lane = LANE << (item * LANE_BITS);
        if ((failed & lane) != 0u && (done & lane) == 0u) { unsatisfied[iteration * run.frames + frame] = 1u; }
      }
      done |= ~whole_lanes(failed);
      if (STOP == 1u && done == 0xffffffffu) { break; }
    }
  }
  workgroupBarrier();
  for (var n = item; n < CORE; n += GROUP) { posteriors[word * N + n] = posterior[n]; }
}
