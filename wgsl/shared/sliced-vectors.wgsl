// Numbers of a message, BITS planes, that the work items of a word have together. The kernel imports shared/sliced. SLOTS is at
// least 2·BITS.
alias Numbers = array<vec4u, BITS>;
alias Symbols = array<u32, P>;

const ONES = vec4u(0xffffffffu);

// What work items of a word say to each other: two halves in turn, so that one barrier an exchange is enough.
var<workgroup> exchanged: array<vec4u, SLOTS * GROUP>;
var<private> half: u32;
var<private> item: u32;

fn less(a: ptr<function, Numbers>, b: ptr<function, Numbers>) -> vec4u {
  var result = vec4u(0u);
#for p in 0..BITS
  result = less_bit((*a)[$p], (*b)[$p], result);
#end
  return result;
}

// Symbol x becomes what symbol x ⊕ turn was, each frame's its own.
fn turn_by(values: ptr<function, Numbers>, turn: ptr<function, Symbols>) {
#for p in 0..BITS
  (*values)[$p] = merged((*values)[$p], swapped((*values)[$p], 1u), vec4u((*turn)[0]));
  (*values)[$p] = merged((*values)[$p], swapped((*values)[$p], 2u), vec4u((*turn)[1]));
#end
  // A loop, not unrolled: software devices take long to compile each barrier.
  for (var s = 2u; s < P; s++) {
    let other = item ^ (1u << (s - 2u));
    var turned = 0u;
#for b in 2..P
    turned = select(turned, (*turn)[$b], s == $bu);
#end
#for p in 0..BITS
    exchanged[(half * BITS + $pu) * GROUP + item] = (*values)[$p];
#end
    workgroupBarrier();
#for p in 0..BITS
    (*values)[$p] = merged((*values)[$p], exchanged[(half * BITS + $pu) * GROUP + other], vec4u(turned));
#end
    half ^= 1u;
  }
}

// The bits of the syndromes of check m, those of a word's frames.
fn syndrome_planes(own_word: u32, m: u32) -> Symbols {
  var planes: Symbols;
  for (var lane = 0u; lane < SLICED_FRAMES; lane++) {
    // A lane without a frame does as another.
    let s = syndrome[min(own_word * SLICED_FRAMES + lane, run.frames - 1u) * M + m];
#for b in 0..P
    planes[$b] |= ((s >> $bu) & 1u) << lane;
#end
  }
  return planes;
}
