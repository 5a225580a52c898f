// Numbers of a message, BITS planes, which the invocations of a word share. The kernel imports
// nonbinary/formats/sliced. SLOTS is even and at least 2·BITS.
alias Numbers = array<vec4u, BITS>;
alias Symbols = array<u32, P>;

const ONES = vec4u(0xffffffffu);

// Values that the invocations of a word exchange, in two halves alternately, so that one barrier per exchange is
// enough. Half and row are dimensions of their own, because devices check each index that is not constant.
const ROWS: u32 = SLOTS / 2u;
var<workgroup> exchanged: array<array<array<vec4u, WORKGROUP_SIZE>, ROWS>, 2>;
var<private> half: u32;
var<private> invocation: u32;

fn less(a: ptr<function, Numbers>, b: ptr<function, Numbers>) -> vec4u {
  var result = vec4u(0u);
#for p in 0..BITS: result = less_bit((*a)[$p], (*b)[$p], result);
  return result;
}

// Symbol x becomes the former symbol x ⊕ permutation, with a permutation for each frame.
fn permute_by(values: ptr<function, Numbers>, permutation: ptr<function, Symbols>) {
#for p in 0..BITS
  (*values)[$p] = merged((*values)[$p], swapped((*values)[$p], 1u), vec4u((*permutation)[0]));
  (*values)[$p] = merged((*values)[$p], swapped((*values)[$p], 2u), vec4u((*permutation)[1]));
#end
  // A loop, not unrolled: software devices take long to compile each barrier.
  for (var s = 2u; s < P; s++) {
    let other = invocation ^ (1u << (s - 2u));
    var permuted = 0u;
#for b in 2..P: permuted = select(permuted, (*permutation)[$b], s == $bu);
#for p in 0..BITS: exchanged[half][$p][invocation] = (*values)[$p];
    workgroupBarrier();
#for p in 0..BITS: (*values)[$p] = merged((*values)[$p], exchanged[half][$p][other], vec4u(permuted));
    half ^= 1u;
  }
}

// The bits of the syndromes of check m for a word's frames.
fn syndrome_planes(own_word: u32, m: u32) -> Symbols {
  var planes: Symbols;
  for (var lane = 0u; lane < SLICED_FRAMES; lane++) {
    // A lane without a frame repeats another lane.
    let s = syndrome[min(own_word * SLICED_FRAMES + lane, run.frames - 1u) * M + m];
#for b in 0..P: planes[$b] |= ((s >> $bu) & 1u) << lane;
  }
  return planes;
}
