// binary/chip/iterations: all iterations of a layered decoder of a quasi-cyclic code in one dispatch, posteriors in workgroup memory and messages in
// registers. An invocation has check z of every block row, all rows are unrolled with their shifts as constants, and each
// edge's message is a variable of its own. A check joins the magnitudes of the other edges of each edge from both ends (forward and backward). A workgroup ends when its frames have ended. Rule and number format are the variant's.
// PRIORS: a rule changes the priors of variables at the start of an iteration. <edge>: a rule of edges, whose states are in registers too.
// Block columns whose circulants all have shift 0 are private: variable z is read by check z alone, and its posterior is in a register.
// in   channel [word][N], check_signs [word][check] sign bits of the syndrome (SYNDROME only), turns [word][z] bits of the visits of
//      parts of block rows in which check z is updated, then from VALUES_AT on a value of each variable for its rule, plane_edges (SLICED only) for each block row that is tested by planes the places
//      of its first four edges and of the end, then four edges: for each its shift and 65536 times the place of its plane
// i/o  unsatisfied [iteration][frame]
// out  posteriors [word][N]; PACKED: only their signs, INTERLEAVE bits for each block column, the first in the lowest bits (common/decided)
// map  one workgroup per WORDS words of frames (workgroup y), LIFTING_SIZE invocations for each word
// exact: the results of binary/resident and binary/check
// Directives decide what constants decide for each edge: a driver takes twice the time to compile functions of an edge with constant branches.
const WORKGROUP_SIZE: u32 = LIFTING_SIZE * WORDS;
#import common/run, common/workgroup-slot, <lanes>, <units>, <rule>, <messages>
#if <edge>
// The message from a variable to a check as the check reads it, and the state of its edge.
struct Edge {
  t: Lanes,
  state: u32,
}
#import <edge>
#end

#in channel: u32, check_signs: u32
#out unsatisfied: u32, posteriors: u32
#in turns: u32, plane_edges: vec4u

#import common/lane-bits

var<workgroup> posterior: array<u32, WORDS * CORE>;
#for c in SHARED..COLUMNS: var<private> private_posterior_$c: u32;
// Sign bits of the posteriors of variables of degree 1, moved right by OWN_PLACE_r for block row r.
#for w in 0..OWN_SIGN_WORDS: var<private> own_signs_$w: u32;
fn with_own_sign(signs: u32, posterior_in_units: u32, place: u32) -> u32 {
  let there = SIGN_BITS >> place;
  return (signs & ~there) | ((signs_of_units(posterior_in_units) >> place) & there);
}
// Sign bits of the lanes of each word that fail a check, all bits of its done lanes, and whether a lane of any word is
// neither.
var<workgroup> failing: array<atomic<u32>, WORDS>;
var<workgroup> done_lanes: array<u32, WORDS>;
var<workgroup> undecided: u32;

#import common/word-index, binary/check-node/edges

#import common/whole-lanes

// Whether a lane of any word has neither failed nor is done. All invocations of the workgroup call it.
fn any_undecided(invocation: u32) -> bool {
  if (invocation == 0u) {
    var rest = 0u;
    for (var place = 0u; place < WORDS; place++) { rest |= ~(atomicLoad(&failing[place]) | done_lanes[place]); }
    undecided = rest & SIGN_BITS;
  }
  return workgroupUniformLoad(&undecided) != 0u;
}

#if LACKS_EDGE
// Whether check z has an edge of a circulant, which check `absent` lacks; 0xffffffff: no check lacks it. The difference of an edge, or a
// neutral one.
fn is_there(absent: u32, z: u32) -> bool { return absent == 0xffffffffu || z != absent; }
fn if_there(t: Lanes, absent: u32, z: u32) -> Lanes {
  if (is_there(absent, z)) { return t; }
  return NEUTRAL;
}
fn sign_if_there(signs: u32, absent: u32, z: u32) -> u32 { return select(0u, signs, is_there(absent, z)); }
#else
fn if_there(t: Lanes, _absent: u32, _z: u32) -> Lanes { return t; }
fn sign_if_there(signs: u32, _absent: u32, _z: u32) -> u32 { return signs; }
#end

#import binary/chip/core

#if PRIORS
#import <variable>, binary/posterior/new-prior

fn variable_value(n: u32) -> u32 { return turns[VALUES_AT + n]; }

#for c in 0..COLUMNS
var<private> prior_$c: u32;
var<private> next_$c: u32;
#end
fn change_priors(word: u32, core: u32, z: u32, iteration: u32) {
#for c in 0..COLUMNS: let own_$c = channel[word * N + $cu * LIFTING_SIZE + z];
#for c in 0..SHARED: let old_$c = posterior[core + $cu * LIFTING_SIZE + z];
#for c in SHARED..COLUMNS: let old_$c = private_posterior_$c;
#for c in 0..COLUMNS
  let changed_$c = changed_priors(own_$c, in_steps(old_$c), prior_$c, next_$c, iteration, $cu * LIFTING_SIZE + z);
  prior_$c = changed_$c.prior;
  next_$c = changed_$c.next;
#end
#for c in 0..SHARED: posterior[core + $cu * LIFTING_SIZE + z] = in_units(changed_$c.posterior);
#for c in SHARED..COLUMNS: private_posterior_$c = in_units(changed_$c.posterior);
}
#end

// All bits of the lanes of a word that no frame has.
fn lanes_without_frame(word: u32) -> u32 {
  var lanes = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    if (word * INTERLEAVE + lane >= run.frames) { lanes |= LANE << (lane * LANE_BITS); }
  }
  return lanes;
}

// Sign bits of the lanes that fail check z of one of the block rows TESTED$s.
#for s in 0..UNROLLED_TESTS
fn odd_lanes_$s(word: u32, core: u32, _place: u32, z: u32) -> u32 {
  var odd = 0u;
#for r in TESTED$s
  var signs_$r = check_sign(word, CHECK_$r + z);
#for k in STRAIGHT_$r: signs_$r ^= sign_if_there(signs_of_units(posterior[core + FIRST_$r_$k + z]), ABSENT_$r_$k, z);
#for k in SHIFTED_$r
  let at_$r_$k = core + FIRST_$r_$k + min(z + SHIFT_$r_$k, z + SHIFT_$r_$k - LIFTING_SIZE);
  signs_$r ^= sign_if_there(signs_of_units(posterior[at_$r_$k]), ABSENT_$r_$k, z);
#end
#for k in PRIVATE_$r
#for c in PRIVATE_COLUMN_$r_$k: signs_$r ^= sign_if_there(signs_of_units(private_posterior_$c), ABSENT_$r_$k, z);
#end
#for x in OWN_SIGN_WORD_$r: signs_$r ^= own_signs_$x << OWN_PLACE_$r;
  odd |= signs_$r;
#end
  return odd & SIGN_BITS;
}
#end
#if SLICED: #import binary/chip/planes

// Adds lanes that fail a check. Returns whether a lane of any word has neither failed nor is done.
fn add_failing(odd: u32, place: u32, invocation: u32) -> bool {
  if (odd != 0u) { atomicOr(&failing[place], odd); }
  workgroupBarrier();
  return any_undecided(invocation);
}

// Whether a lane of any word that is not done passes the first checks. A frame that is far from done fails one of them.
fn any_begins_to_pass(word: u32, core: u32, place: u32, z: u32, invocation: u32) -> bool {
  if (z == 0u) { atomicStore(&failing[place], 0u); }
  workgroupBarrier();
  return add_failing(odd_lanes_0(word, core, place, z), place, invocation);
}

// Whether a lane of any word that is not done passes all checks, if one begins to.
fn some_pass_all(some_begin: bool, word: u32, core: u32, place: u32, z: u32, invocation: u32) -> bool {
  var some_pass = some_begin;
  if (some_begin) { some_pass = add_failing(odd_lanes_1(word, core, place, z), place, invocation); }
  return some_pass;
}

// Writes the posteriors of lanes that pass, and the lanes that fail after each of the iterations `first` to `last`, where no lane
// passes before the last. Returns the done lanes.
fn ended(word: u32, core: u32, place: u32, z: u32, done: u32, without_frame: u32, some_pass: bool, first: u32, last: u32) -> u32 {
  var failed = ~done;
  if (some_pass) {
    failed &= whole_lanes(atomicLoad(&failing[place]));
    workgroupBarrier();
  }
#if STOP
  // The first frames of a word that end write the word whole, which needs no read: the others write it again.
  let ending = select(~(failed | done), ~done, last + 1u == ITERATIONS);
  store_core(word, core, z, select(ending, 0xffffffffu, ending != 0u && done == without_frame));
#end
  for (var lane = z; lane < INTERLEAVE; lane += LIFTING_SIZE) {
    let mask = LANE << (lane * LANE_BITS);
    if ((done & mask) == 0u) {
      let end = last + select(0u, 1u, (failed & mask) != 0u);
      for (var i = first; i < end; i++) { unsatisfied[i * run.frames + word * INTERLEAVE + lane] = 1u; }
    }
  }
  if (z == 0u) {
    done_lanes[place] = ~failed;
    atomicStore(&failing[place], 0u);
  }
  return ~failed;
}

fn all_done(invocation: u32) -> bool {
  workgroupBarrier();
  return !any_undecided(invocation);
}

// Places beyond the last word repeat it, with all lanes done. Compilers do not know the number `iterations`, or they would unroll
// the loop. The inner loop has only the work of every iteration, because the messages take most registers.
#main id: workgroup_id, invocation: local_invocation_index {
  let first_word = workgroup_slot(id) * WORDS;
  if (first_word >= word_count()) { return; }
  let place = invocation / LIFTING_SIZE;
  let z = invocation % LIFTING_SIZE;
  let word = min(first_word + place, word_count() - 1u);
  let core = place * (CORE * min(WORDS - 1u, 1u));
  let without_frame = lanes_without_frame(first_word + place);
  var done = without_frame;
  if (z == 0u) { done_lanes[place] = done; }
  load_core(word, core, z);
#if OWN_IN_REGISTERS
#for r in 0..ROWS: #for x in 0..DEGREE_ONE_$r: var kept_own_$r = channel[word * N + OWN_$r + z];
#end
#for w in 0..MESSAGE_WORDS: var messages_$w = NO_MESSAGES;
#if <edge>
#for r in 0..ROWS: #for k in 0..DEGREE_$r: var state_$r_$k = 0u;
#end
#for w in 0..TURN_WORDS: let turns_$w = turns[$wu * LIFTING_SIZE + z];
  let zero = run.frames >> 31u;
  let iterations = ITERATIONS + zero;
  let low_bytes = low_byte_mask(invocation, zero);
  var first = 0u;
  var iteration = 0u;
  loop {
#if PRIORS
    workgroupBarrier();
    if (iteration > 0u) { change_priors(word, core, z, iteration); }
#end
#for l in 0..LAYERS
#for v in VISITS$l
#for r in ROW_OF_$v
#for x in 0..DEGREE_ONE_$r
#if OWN_IN_REGISTERS
    kept_own_$r ^= zero;
    let own_of_$v = kept_own_$r;
#else
    let own_of_$v = channel[word * N + OWN_$r + z + zero * iteration];
#end
#end
#end
#end
    workgroupBarrier();
#for v in VISITS$l
    var updates_$v = true;
#for w in TURN_WORD_$v: updates_$v = (turns_$w & TURN_$v) != 0u;
#for r in ROW_OF_$v
    if (updates_$v) {
#import binary/chip/row
    }
#end
#end
#end
    iteration++;
    if (STOP == 1u) {
      let some_begin = any_begins_to_pass(word, core, place, z, invocation);
      if (some_begin || iteration == iterations) {
        collect_signs(core, z);
        let some_pass = some_pass_all(some_begin, word, core, place, z, invocation);
        done = ended(word, core, place, z, done, without_frame, some_pass, first, iteration - 1u);
        first = iteration;
        if (some_pass) { if (all_done(invocation)) { break; } }
      }
    }
    if (iteration == iterations) { break; }
  }
  if (STOP != 1u) {
    workgroupBarrier();
    collect_signs(core, z);
    store_core(word, core, z, 0xffffffffu);
    let some_pass = some_pass_all(any_begins_to_pass(word, core, place, z, invocation), word, core, place, z, invocation);
    done = ended(word, core, place, z, done, without_frame, some_pass, iterations - 1u, iterations - 1u);
  }
}
