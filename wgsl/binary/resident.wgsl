// binary/resident: all iterations of a decoder in one dispatch, the posteriors of a word's frames in workgroup memory. Layer after
// layer (LAYERED), or flooding: all checks, then all variables. A workgroup is done when its frames are, so a batch runs near
// its average number of iterations. Rule and number format are the variant's.
// in   groups [group], graph (binary/check-node/groups), channel [word][N], check_signs [word][check] sign bits of the
//      syndrome (SYNDROME only)
// i/o  unsatisfied [iteration][frame]
// out  posteriors [word][N]
// tmp  messages [word][message], then states of edges, then priors of core variables and the next ones (PRIORS only)
// map  one workgroup of INVOCATIONS per word (workgroup y); its invocations share the checks of a layer, or all checks
// exact: with min-sum rules
const WORKGROUP_SIZE: u32 = INVOCATIONS;
#import common/run, common/workgroup-slot, <lanes>, <rule>, <edge>, <variable>

#in check_groups: PackedCheckGroup, graph: u32, channel: u32, check_signs: u32
#out unsatisfied: u32, posteriors: u32, messages: u32

var<workgroup> posterior: array<u32, CORE>;
var<workgroup> failing: atomic<u32>;
var<workgroup> failed_lanes: u32;

#import binary/check-node/groups, common/word-index, binary/check-node/edges, binary/check-node/parity
#import binary/check-node/update

#import common/lane-bits

// Lanes that keep their values: `done` of main, for the update. (The end of the loop must not depend on a private
// variable: barriers need control flow that is provably uniform.)
var<private> frozen_lanes: u32;
fn variable_value(n: u32) -> u32 { return graph[VALUES_AT + n]; }
#if CARRIED: fn first_posterior(word: u32, n: u32) -> u32 { return posteriors[word * N + n]; }
#else: fn first_posterior(word: u32, n: u32) -> u32 { return channel[word * N + n]; }
#if <weights>
var<private> iteration_now: u32;
fn weights_iteration() -> u32 { return iteration_now; }
#end
fn degree_one_is_read() -> bool { return true; }
fn done_of() -> u32 { return frozen_lanes; }
fn load_posterior(word: u32, variable: u32) -> u32 { return posterior[variable]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posterior[variable] = value; }

// Checks are updated and tested in groups that must not be updated together, or check by check.
#if LAYERED
#if PRIORS: #import binary/posterior/new-prior
const UNITS: u32 = CHECK_GROUPS;

fn test_units(invocation: u32, word: u32, first: u32, end: u32) {
  for (var g = first; g < end; g++) {
    let group = check_groups[g];
    for (var t = invocation; t < group.count; t += WORKGROUP_SIZE) { test_checks(group, t, t + 1u, word); }
  }
}

// Number of the group of checks that has a place in an iteration.
#if ORDERS
fn group_at(place: u32, iteration: u32) -> u32 { return graph[ORDERS_AT + (iteration % ORDERS) * CHECK_GROUPS + place]; }
#else
fn group_at(place: u32, _iteration: u32) -> u32 { return place; }
#end

fn iterate(invocation: u32, word: u32, iteration: u32) {
#if PRIORS
  workgroupBarrier();
  if (iteration + CARRIED > 0u) {
    for (var n = invocation; n < CORE; n += WORKGROUP_SIZE) {
      let at = word_index(word, PRIORS_AT + n, MESSAGE_ELEMENTS);
      let changed = changed_priors(channel[word * N + n], posterior[n], messages[at], messages[at + CORE], iteration, n);
      messages[at] = changed.prior;
      messages[at + CORE] = changed.next;
      posterior[n] = keep(posterior[n], changed.posterior, frozen_lanes);
    }
  }
#end
  for (var g = 0u; g < CHECK_GROUPS; g++) {
    let group = check_groups[group_at(g, iteration)];
    if ((group.flags & NEW_LAYER) != 0u) { workgroupBarrier(); }
    for (var t = invocation; t < group.count; t += WORKGROUP_SIZE) { update_checks(group, t, t + 1u, word, iteration == 0u); }
  }
}
#else
#import binary/posterior/variable-sum

const UNITS: u32 = CHECKS;

fn list_start(i: u32) -> u32 { return graph[LISTS_AT + i]; }
fn list_edge(k: u32) -> vec2u { return vec2u(graph[LIST_EDGES_AT + 2u * k], graph[LIST_EDGES_AT + 2u * k + 1u]); }

fn test_units(invocation: u32, word: u32, first: u32, end: u32) {
  for (var check = first + invocation; check < end; check += WORKGROUP_SIZE) {
    let group = group_of(check);
    test_checks(group, check - group.check, check - group.check + 1u, word);
  }
}

fn iterate(invocation: u32, word: u32, iteration: u32) {
  workgroupBarrier();
  for (var check = invocation; check < CHECKS; check += WORKGROUP_SIZE) {
    let group = group_of(check);
    update_checks(group, check - group.check, check - group.check + 1u, word, iteration == 0u);
  }
  storageBarrier();
  workgroupBarrier();
  for (var n = invocation; n < CORE; n += WORKGROUP_SIZE) {
    posterior[n] = keep(posterior[n], variable_sum(word, n), frozen_lanes);
  }
}
#end

// Sign bits of the lanes that fail a check of the units first … end − 1. All invocations of the workgroup call it.
fn failing_lanes(invocation: u32, word: u32, first: u32, end: u32) -> u32 {
  workgroupBarrier();
  if (invocation == 0u) { atomicStore(&failing, 0u); }
  workgroupBarrier();
  odd_lanes = 0u;
  test_units(invocation, word, first, end);
  if (odd_lanes != 0u) { atomicOr(&failing, odd_lanes); }
  workgroupBarrier();
  if (invocation == 0u) { failed_lanes = atomicLoad(&failing); }
  return workgroupUniformLoad(&failed_lanes);
}

#import common/whole-lanes

#main id: workgroup_id, invocation: local_invocation_index {
  let word = workgroup_slot(id);
  if (word >= word_count()) { return; }
  var done = 0u;
  for (var n = invocation; n < CORE; n += WORKGROUP_SIZE) { posterior[n] = first_posterior(word, n); }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    if (word * INTERLEAVE + lane >= run.frames) { done |= LANE << (lane * LANE_BITS); }
  }
  for (var iteration = 0u; iteration < ITERATIONS; iteration++) {
    frozen_lanes = select(0u, done, STOP == 1u);
#if <weights>: iteration_now = iteration;
    iterate(invocation, word, iteration);
    if (STOP == 1u || iteration + 1u == ITERATIONS) {
      // A frame that is far from done fails one of the first checks: the other checks are tested only for lanes that
      // pass the first.
      var failed = 0u;
      var tested = 0u;
      while (tested < UNITS && (whole_lanes(failed) | done) != 0xffffffffu) {
        let end = select(UNITS, FIRST_TESTED, tested == 0u);
        failed |= failing_lanes(invocation, word, tested, end);
        tested = end;
      }
      if (invocation < INTERLEAVE) {
        let frame = word * INTERLEAVE + invocation;
        let lane = LANE << (invocation * LANE_BITS);
        if ((failed & lane) != 0u && (done & lane) == 0u) { unsatisfied[iteration * run.frames + frame] = 1u; }
      }
      done |= ~whole_lanes(failed);
      if (STOP == 1u && done == 0xffffffffu) { break; }
    }
  }
  workgroupBarrier();
  for (var n = invocation; n < CORE; n += WORKGROUP_SIZE) { posteriors[word * N + n] = posterior[n]; }
}
