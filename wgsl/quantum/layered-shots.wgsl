// quantum/layered-shots: samples shots of an error model, decodes them layer by layer and counts wrong observables: the counts of the kernels
// around a decoder of codes (binary/check and its chain), with the same arithmetic, without posteriors and messages of frames that are done.
// in   tables: [4][check] of each check its first edge; 2·degree + 1 if it has a variable of degree 1 (degree without it) and, from bit KIND_BITS
//      on, the distance of its edges: those of neighbouring checks are neighbours; that variable; and its place in the syndrome, or NO_PLACE;
//      variables of the edges; tested checks; of each layer its first check and its end; layers in the order of a member's iterations
//      [member][iteration][place]; of each pass its iterations, and the members that decode each shot; mechanisms' starts, then their places in the syndrome and
//      PLACES + k for observable k; starts and observables of variables
//      mechanisms [2][place in a block][block]: as quantum/sample, blocks side by side; priors [variable] ln((1 − p)/p)
// i/o  queue: shots taken by each pass, then shots that each pass has left, with those in lists [pass][shot][2 + OBSERVABLE_WORDS]: number, the first
//      member that explains the shot, and the observables that the first of all leaves wrong. Counters as statistics/tally
// work posteriors [workgroup][variable], those of the same readers side by side: sectors of device memory bound the speed;
//      states [workgroup][4][check]: least and second magnitude of a check's messages; signs from edge 26 on; signs of the first 26 edges and,
//      from bit 26 on, the edge of the least magnitude
// map  a workgroup has one shot, an invocation every WORKGROUP_SIZE-th check of a layer. A pass (run.iteration) ends early; it leaves the shots that
//      take longer to the next, which begins them anew. In the last but one pass of an ensemble all members decode the shots that are left, side by
//      side if they are few; a member ends as soon as one before it has explained the shot. The last pass repeats the first member that did.
// exact: as binary/check with min-sum rules. A message has one of two magnitudes, so that a check's state has all messages.
const WORKGROUP_SIZE: u32 = INVOCATIONS;
#import common/run, <random>, <lanes>, <rule>

#in tables: u32, mechanisms: u32, priors: f32
#out posteriors: u32, states: u32, queue: atomic<u32>, lists: atomic<u32>, counters: atomic<u32>

#import statistics/chunk-counters, quantum/noise, quantum/count-shot

const PASSES_MOST: u32 = 8u;
const NO_PLACE: u32 = 0xffffffffu;
const NO_MEMBER: u32 = 0xffffffffu;
const ENTRY: u32 = 2u + OBSERVABLE_WORDS;
// Edges whose signs share a word with the place of the least magnitude.
const FIRST_EDGES: u32 = 26u;
const KIND_MASK: u32 = (1u << KIND_BITS) - 1u;

// A bit for each check that is a detector.
var<workgroup> syndrome: array<atomic<u32>, SYNDROME_WORDS>;
// Observables that mechanisms flip, then those that the correction leaves flipped.
var<workgroup> wrong: array<atomic<u32>, OBSERVABLE_WORDS>;
// Whether a check fails.
var<workgroup> failing: atomic<u32>;
var<workgroup> box: u32;

fn variable_of(edge: u32) -> u32 { return tables[EDGES_AT + edge]; }

fn prior(variable: u32) -> u32 { return lane_of(priors[variable], 0u); }

fn syndrome_sign(place: u32) -> u32 {
  if (place == NO_PLACE) { return 0u; }
  return (atomicLoad(&syndrome[place >> 5u]) >> (place & 31u)) << 31u;
}

// A check's messages before an update.
struct Before {
  least: u32,
  second: u32,
  signs: u32,
  later: u32,
}

fn state_before(state: u32, degree: u32, is_first: bool) -> Before {
  if (is_first) { return Before(0u, 0u, 0u, 0u); }
  var later = 0u;
  if (degree > FIRST_EDGES) { later = states[state + 2u * CHECKS]; }
  return Before(states[state], states[state + CHECKS], states[state + 3u * CHECKS], later);
}

fn message_before(before: Before, k: u32) -> u32 {
  let magnitude = select(before.least, before.second, (before.signs >> FIRST_EDGES) == k);
  let negative = select(before.later >> (k - min(k, FIRST_EDGES)), before.signs >> min(k, FIRST_EDGES), k < FIRST_EDGES);
  return magnitude | (negative << 31u);
}

// Adds the sign and, if it has the least magnitude, the place of edge k.
fn add_edge(after: ptr<function, Before>, k: u32, message: u32, is_least: bool) {
  let negative = message >> 31u;
  if (k < FIRST_EDGES) { (*after).signs |= negative << min(k, 31u); } else { (*after).later |= negative << (k - min(k, FIRST_EDGES)); }
  if (is_least) { (*after).signs = ((*after).signs & ((1u << FIRST_EDGES) - 1u)) | (k << FIRST_EDGES); }
}

fn store_state(state: u32, degree: u32, after: Before) {
  states[state] = after.least;
  states[state + CHECKS] = after.second;
  if (degree > FIRST_EDGES) { states[state + 2u * CHECKS] = after.later; }
  states[state + 3u * CHECKS] = after.signs;
}

const NOWHERE: u32 = 63u << FIRST_EDGES;

#for l in 0..2
#for d in DEGREES$l
fn update_$d_$l(check: vec4u, base: u32, state: u32, is_first: bool) {
  let stride = check.y >> KIND_BITS;
  let before = state_before(state, $du, is_first);
#for k in 0..$d: let at$k = base + variable_of(check.x + $ku * stride);
#for k in 0..$d: let p$k = posteriors[at$k];
#for k in 0..$d: let t$k = difference(p$k, message_before(before, $ku));
#for x in 0..$l: let t$d = unpack(prior(check.z));
  var update = check_init(signs_from(syndrome_sign(check.w)));
#for k in 0..$d: let term$k = check_accumulate(&update, t$k);
#for x in 0..$l: let term$d = check_accumulate(&update, t$d);
  check_finish(&update);
  var after = Before(pack(update.least_out), pack(update.second_out), NOWHERE, 0u);
#for k in 0..$d
  let extrinsic$k = check_extrinsic(&update, t$k, term$k);
  posteriors[at$k] = extrinsic$k.posterior;
  add_edge(&after, $ku, extrinsic$k.message, term$k == update.least);
#end
#for x in 0..$l: posteriors[base + check.z] = check_extrinsic(&update, t$d, term$d).posterior;
  store_state(state, $du, after);
}
#end

// Of any degree: AT_ONCE edges at a time, and a second time for their posteriors, so that few registers leave room for more workgroups.
fn update_long_$l(check: vec4u, base: u32, state: u32, is_first: bool) {
  let degree = (check.y & KIND_MASK) >> 1u;
  let stride = check.y >> KIND_BITS;
  let before = state_before(state, degree, is_first);
  var update = check_init(signs_from(syndrome_sign(check.w)));
  for (var first = 0u; first < degree; first += AT_ONCE) {
#for k in 0..AT_ONCE: let at$k = base + variable_of(check.x + min(first + $ku, degree - 1u) * stride);
#for k in 0..AT_ONCE: let p$k = posteriors[at$k];
#for k in 0..AT_ONCE
    if (first + $ku < degree) { _ = check_accumulate(&update, difference(p$k, message_before(before, first + $ku))); }
#end
  }
#for x in 0..$l
  let t_own = unpack(prior(check.z));
  let term_own = check_accumulate(&update, t_own);
#end
  check_finish(&update);
  var after = Before(pack(update.least_out), pack(update.second_out), NOWHERE, 0u);
  for (var first = 0u; first < degree; first += AT_ONCE) {
#for k in 0..AT_ONCE: let at$k = base + variable_of(check.x + min(first + $ku, degree - 1u) * stride);
#for k in 0..AT_ONCE: let p$k = posteriors[at$k];
#for k in 0..AT_ONCE
    if (first + $ku < degree) {
      let t$k = difference(p$k, message_before(before, first + $ku));
      let extrinsic$k = check_extrinsic(&update, t$k, absolute(t$k));
      posteriors[at$k] = extrinsic$k.posterior;
      add_edge(&after, first + $ku, extrinsic$k.message, absolute(t$k) == update.least);
    }
#end
  }
#for x in 0..$l: posteriors[base + check.z] = check_extrinsic(&update, t_own, term_own).posterior;
  store_state(state, degree, after);
}
#end

fn update_check(c: u32, base: u32, states_base: u32, is_first: bool) {
  let check = vec4u(tables[c], tables[CHECKS + c], tables[2u * CHECKS + c], tables[3u * CHECKS + c]);
  let state = states_base + c;
  switch (check.y & KIND_MASK) {
#for l in 0..2: #for d in DEGREES$l: case 2u * $du + $lu: { update_$d_$l(check, base, state, is_first); }
    default: {
      if ((check.y & 1u) == 0u) { update_long_0(check, base, state, is_first); } else { update_long_1(check, base, state, is_first); }
    }
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let pass_number = run.iteration;
  let limit = tables[PASSES_AT + 2u * pass_number];
  let members = tables[PASSES_AT + 2u * pass_number + 1u];
  // The last pass of an ensemble has the shots of the pass before.
  let is_closing = members == 0u;
  let list = pass_number - 1u - u32(is_closing);
  if (invocation == 0u) {
    if (pass_number == 0u) { box = run.frames; } else { box = atomicLoad(&queue[PASSES_MOST + list]); }
  }
  let waiting = workgroupUniformLoad(&box);
  let base = workgroup.x * N;
  let states_base = workgroup.x * CHECKS * 4u;
  loop {
    if (invocation == 0u) { box = atomicAdd(&queue[pass_number], 1u); }
    let turn = workgroupUniformLoad(&box);
    if (turn >= waiting * max(members, 1u)) { break; }
    var member = turn / waiting;
    var shot = turn % waiting;
    var most = limit;
    let entry = ENTRY * (list * run.frames + shot);
    if (pass_number > 0u) {
      shot = atomicLoad(&lists[entry]);
      if (invocation == 0u) { box = atomicLoad(&lists[entry + 1u]); }
      let first = workgroupUniformLoad(&box);
      // Counted already, or decoded by a member before this one.
      if (first < member || (is_closing && first == 0u)) { continue; }
      if (is_closing) { member = first; }
      if (member == NO_MEMBER) { most = 0u; }
    }
    for (var i = invocation; i < SYNDROME_WORDS; i += WORKGROUP_SIZE) { atomicStore(&syndrome[i], 0u); }
    for (var i = invocation; i < OBSERVABLE_WORDS; i += WORKGROUP_SIZE) { atomicStore(&wrong[i], 0u); }
    workgroupBarrier();
    let frame = frame_index(shot);
    for (var block = invocation; block < BLOCKS; block += WORKGROUP_SIZE) {
      let words = random_words(vec4u(frame, block, STREAM_NOISE), run.key);
      for (var j = 0u; j < 16u; j++) {
        let n = 16u * block + j;
        if (((words[j >> 2u] >> (8u * (j & 3u))) & 255u) < mechanisms[j * BLOCKS + block]) {
          if (is_error(frame, n, mechanisms[(16u + j) * BLOCKS + block])) {
            for (var i = tables[FLIPS_AT + n]; i < tables[FLIPS_AT + n + 1u]; i++) {
              let flipped = tables[FLIPS_AT + MECHANISMS + 1u + i];
              if (flipped < PLACES) {
                atomicXor(&syndrome[flipped >> 5u], 1u << (flipped & 31u));
              } else {
                let k = flipped - PLACES;
                atomicXor(&wrong[k >> 5u], 1u << (k & 31u));
              }
            }
          }
        }
      }
    }
    var is_explained = false;
    var iterations = ITERATIONS;
    for (var v = invocation; v < N; v += WORKGROUP_SIZE) { posteriors[base + v] = prior(v); }
    storageBarrier();
    for (var iteration = 0u; iteration < most && !is_explained; iteration++) {
      for (var at = 0u; at < LAYERS; at++) {
        let layer = tables[ORDERS_AT + (member * ORDERS + iteration % ORDERS) * LAYERS + at];
        let end = tables[LAYERS_AT + 2u * layer + 1u];
        for (var c = tables[LAYERS_AT + 2u * layer] + invocation; c < end; c += WORKGROUP_SIZE) {
          update_check(c, base, states_base, iteration == 0u);
        }
        storageBarrier();
      }
      for (var i = invocation; i < TESTED && atomicLoad(&failing) == 0u; i += WORKGROUP_SIZE) {
        let c = tables[TESTED_AT + i];
        let begin = tables[c];
        let kind = tables[CHECKS + c];
        let stride = kind >> KIND_BITS;
        let end = begin + stride * ((kind & KIND_MASK) >> 1u);
        var odd = syndrome_sign(tables[3u * CHECKS + c]);
        for (var edge = begin; edge < end; edge += stride) { odd ^= posteriors[base + variable_of(edge)]; }
        if ((kind & 1u) != 0u) { odd ^= posteriors[base + tables[2u * CHECKS + c]]; }
        if ((odd & SIGN_BITS) != 0u) { atomicStore(&failing, 1u); }
      }
      workgroupBarrier();
      if (invocation == 0u) {
        box = atomicExchange(&failing, 0u);
        if (members > 1u && atomicLoad(&lists[entry + 1u]) < member) { box = 2u; }
      }
      let failed = workgroupUniformLoad(&box);
      if (failed == 2u) { break; }
      is_explained = failed == 0u;
      // A later member's iterations count as all: tallies see the last one alone.
      if (is_explained && member == 0u) { iterations = iteration + 1u; }
    }
    if (is_explained || (member == 0u && limit == ITERATIONS)) {
      for (var i = invocation; i < OBSERVING; i += WORKGROUP_SIZE) {
        let v = tables[OBSERVING_AT + 2u * i];
        if ((posteriors[base + v] & SIGN_BITS) != 0u) {
          for (var j = tables[OBSERVING_AT + 2u * i + 1u]; j < tables[OBSERVING_AT + 2u * i + 3u]; j++) {
            let k = tables[OBSERVED_AT + j];
            atomicXor(&wrong[k >> 5u], 1u << (k & 31u));
          }
        }
      }
    } else if (invocation == 0u && is_closing) {
      // The decision of the first member stays.
      for (var w = 0u; w < OBSERVABLE_WORDS; w++) { atomicStore(&wrong[w], atomicLoad(&lists[entry + 2u + w])); }
    }
    workgroupBarrier();
    if (invocation == 0u) {
      if (members > 1u) {
        if (is_explained) { atomicMin(&lists[entry + 1u], member); }
        for (var w = 0u; w < OBSERVABLE_WORDS && member == 0u; w++) { atomicStore(&lists[entry + 2u + w], atomicLoad(&wrong[w])); }
      }
      if ((is_explained && member == 0u) || pass_number == PASSES - 1u) {
        var errors = 0u;
        for (var w = 0u; w < OBSERVABLE_WORDS; w++) { errors += countOneBits(atomicLoad(&wrong[w])); }
        count_shot(shot, errors, u32(is_explained), iterations);
      } else if (members == 1u) {
        let to = ENTRY * (pass_number * run.frames + atomicAdd(&queue[PASSES_MOST + pass_number], 1u));
        atomicStore(&lists[to], shot);
        atomicStore(&lists[to + 1u], NO_MEMBER);
      }
    }
    workgroupBarrier();
  }
}
