// nonbinary/rules/min-max-sliced: Min-Max check nodes by the forward-backward algorithm on integers of BITS bits, bit-sliced
// (nonbinary/formats/sliced): a pair of a trellis step is 4·BITS logic operations for 32 frames. Flooding.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients: not read, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words [edge][word of slots before][plane][symbol x], normalised
//      check_to_variable [edge][word of slots][plane][symbol x]
// map  one workgroup per check (x) and WORDS_PER_WORKGROUP words of slots (y), BLOCKS invocations per word, four symbols each. A step's
//      vectors go through workgroup memory.
// private bytes: 16·BITS·degree of forward metrics, which devices keep in their caches
// exact: integers
const WORKGROUP_SIZE: u32 = max(32u, Q / 4u);
#import common/run, nonbinary/formats/sliced, common/workgroup-slot

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: vec4u, check_to_variable: vec4u

#import common/active-frames/slots, nonbinary/formats/sliced-vectors

alias Vector = Numbers;

// This invocation's check, words and symbols.
var<private> first_edge: u32;
var<private> words: u32;
var<private> word: u32;
var<private> word_before: u32;
var<private> is_there: bool;
var<private> block: u32;
var<private> shift: Symbols;
// F_0 … F_{degree − 3}.
var<private> forward: array<Vector, DEGREE>;

// C(c) = min_x max(A(x), B(c ⊕ x)).
fn step(left: ptr<function, Vector>, right: ptr<function, Vector>, to: ptr<function, Vector>) {
#for p in 0..BITS
  exchanged[0][$p][invocation] = (*left)[$p];
  exchanged[1][$p][invocation] = (*right)[$p];
#end
  workgroupBarrier();
  var least: Numbers;
#for p in 0..BITS: least[$p] = ONES;
  for (var other = 0u; other < BLOCKS; other++) {
    var a: Numbers;
    var b: Numbers;
#for p in 0..BITS
    a[$p] = exchanged[0][$p][invocation - block + other];
    b[$p] = exchanged[1][$p][invocation - block + (other ^ block)];
#end
#for k in 0..4
    {
      var greater: Numbers;
      var partner: Numbers;
#for p in 0..BITS
      greater[$p] = vec4u(a[$p][$k]);
      partner[$p] = swapped(b[$p], $ku);
#end
      let is_less = less(&greater, &partner);
#for p in 0..BITS: greater[$p] = merged(greater[$p], partner[$p], is_less);
      let closer = less(&greater, &least);
#for p in 0..BITS: least[$p] = merged(least[$p], greater[$p], closer);
    }
#end
  }
  *to = least;
  workgroupBarrier();
}

// The message of a check of degree 1: its variable is the symbol 0 of the first edge's order.
fn force(vector: ptr<function, Vector>) {
#for p in 0..BITS: (*vector)[$p] = select(ONES, vec4u(0u, ONES.yzw), block == 0u);
}

fn load_forward(i: u32, to: ptr<function, Vector>) {
#for p in 0..BITS: (*to)[$p] = forward[i][$p];
}

fn store_forward(i: u32, values: ptr<function, Vector>) {
#for p in 0..BITS: forward[i][$p] = (*values)[$p];
}

// The first edge's symbols in the order x ⊕ s.
fn permute_first(i: u32, vector: ptr<function, Vector>) {
  if (SYNDROME == 1u && i == 0u) {
    var permutation = shift;
    permute_by(vector, &permutation);
    workgroupBarrier();
  }
}

fn load_input(i: u32, to: ptr<function, Vector>) {
  let at = ((first_edge + i) * words + word_before) * BITS;
#for p in 0..BITS: (*to)[$p] = variable_words[(at + $pu) * BLOCKS + block];
  permute_first(i, to);
}

fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  permute_first(i, values);
  let at = ((first_edge + i) * words + word) * BITS;
  if (is_there) {
#for p in 0..BITS: check_to_variable[(at + $pu) * BLOCKS + block] = (*values)[$p];
  }
}

#import nonbinary/check-node/forward-backward

#main workgroup: workgroup_id, index: local_invocation_index {
  invocation = index;
  words = message_slots();
  let active_words = (active_frames() + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let begin = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP;
  if (begin >= active_words) { return; }
  // Invocations without a word repeat the last word and write nothing.
  is_there = begin + invocation / BLOCKS < active_words;
  word = min(begin + invocation / BLOCKS, active_words - 1u);
  word_before = slot_before(word * SLICED_FRAMES) / SLICED_FRAMES;
  block = invocation % BLOCKS;
  let m = checks[workgroup.x];
  let first = check_start[m];
  first_edge = first;
  if (SYNDROME == 1u) { shift = syndrome_planes(entry_slot(entry_at(word)), m); }
  forward_backward(check_start[m + 1u] - first);
}
