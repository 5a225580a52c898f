// nonbinary/rules/qspa-spread: the check nodes of nonbinary/rules/qspa for a vector over q / PART invocations. A transform runs its low
// levels on PART consecutive symbols, exchanges the vector once through workgroup memory, and runs its high levels. Spectra stay in the
// second order, in which they are multiplied, and the inverse transform runs in reverse. The edges' spectra form a ring of registers, so
// that the code has two transforms (the reason is in nonbinary/check-node/forward-backward.wgsl). A syndrome s multiplies the product of
// spectra at k by (−1)^(s·k), which shifts the message by s. Flooding or layered (messages); PAIRED: flooding, two frames to a word.
// ON_GRID: the exact operations of nonbinary/rules/qspa-grid in its order, flooding; invocations tell each other the greatest values of their parts.
// With PAIRED the variables have normalised the inputs (nonbinary/variable-grid); else NORMALISES.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  NEIGHBOURS workgroups per check (x) and as many times FRAMES frames (y), so that workgroups that follow each other read a row of
//      memory; q / PART invocations per frame, frames next to each other
// range, not exact: as nonbinary/rules/qspa
#import common/run, common/workgroup-slot, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

#if ON_GRID
#import nonbinary/check-node/grid-numbers
#else
const FLOOR: f32 = bitcast<f32>(FLOOR_BITS);
// A bfloat16 number, to the nearest, halves up, in the upper 16 bits of a word.
fn upper_half(value: f32) -> u32 { return bitcast<u32>(value) + 0x8000u; }
fn from_upper_half(word: u32) -> f32 { return bitcast<f32>(word & 0xffff0000u); }
#end
const UNIT: f32 = 1.0 / f32(Q);
const GROUPS: u32 = Q / PART;          // invocations of a vector
const LOW: u32 = PART / GROUPS;        // neighbours among them that an invocation has in the second order
alias Part = array<f32, PART>;

// Symbols by their place in a group, their group and frame. PAD: neighbouring groups write to different banks. Transforms alternate
// between two buffers, so that one barrier for each is enough. The places are dimensions of their own, because devices check each index.
var<workgroup> exchanged: array<array<array<array<f32, FRAMES>, GROUPS + PAD>, PART>, 2>;
// Σ of each edge's message, by which its spectrum is divided.
var<workgroup> sums: array<array<f32, FRAMES>, RING>;
#if ON_GRID
// Of each edge, the greatest value of each group's part; between the transforms its product at 0.
var<workgroup> greatest: array<array<array<f32, FRAMES>, GROUPS>, RING>;
#end

// This invocation's check, and its frame and group in the workgroup.
var<private> lane: u32;
var<private> group: u32;
var<private> first_edge: u32;
var<private> slot: u32;
var<private> before: u32;

// A symbol of an edge as memory has it: a number, or a word that number_in takes apart.
fn read_symbol(i: u32, x: u32) -> f32 {
  let e = first_edge + i;
  let edge = check_edges[e];
  let a = quotient(edge.y, x);
#if PAIRED: return bitcast<f32>(raw_word(e, edge, a, x, before));
#else: return raw_value(e, edge, a, x, slot, before);
}

#if CONTIGUOUS
// Invocations that follow each other read and write words that do.
fn word_of_lanes(k: u32) -> u32 { return k * (GROUPS * FRAMES) + group * FRAMES + lane; }

fn read_part(i: u32, to: ptr<function, Part>) {
#for k in 0..PART_PAIRS: (*to)[$k] = read_symbol(i, word_of_lanes($ku));
}

// Exchanges words that were read for the numbers of this invocation's frame and group.
fn distribute(buffer: u32, words: ptr<function, Part>, t: ptr<function, Part>) {
#for k in 0..PART_PAIRS: exchanged[buffer][word_of_lanes($ku) % PART][word_of_lanes($ku) / PART][0] = (*words)[$k];
  workgroupBarrier();
#for j in 0..PART: (*t)[$j] = number_in(exchanged[buffer][$j][group][0]);
  workgroupBarrier();
}
#else
fn read_part(i: u32, to: ptr<function, Part>) {
#for j in 0..PART: (*to)[$j] = read_symbol(i, group * PART + $ju);
}
#end

fn number_in(symbol: f32) -> f32 {
#if PAIRED: return from_upper_half(bitcast<u32>(symbol) << (16u - lane % 2u * 16u));
#else: return symbol;
}

// The levels of a transform whose bits the invocation's symbols have, in the first order and in the second.
#for o in 0..2
fn levels_$o(t: ptr<function, Part>) {
#for l in LENGTHS_$o
#for k in 0..PART
  if (($ku & $lu) == 0u) {
    let sum = (*t)[$k] + (*t)[$ku | $lu];
    (*t)[$ku | $lu] = (*t)[$k] - (*t)[$ku | $lu];
    (*t)[$k] = sum;
  }
#end
#end
}
#end

// The unscaled spectrum of edge i in the second order.
fn transform(buffer: u32, i: u32, t: ptr<function, Part>) {
  levels_0(t);
#for j in 0..PART: exchanged[buffer][$j][group][lane] = (*t)[$j];
  workgroupBarrier();
#for j in 0..PART: (*t)[$j] = exchanged[buffer][group * LOW + $ju % LOW][$ju / LOW][lane];
  levels_1(t);
  if (group == 0u) { sums[i][lane] = (*t)[0]; }
}

// The vector whose spectrum is a product of spectra, in the first order.
fn inverse(buffer: u32, t: ptr<function, Part>) {
  levels_1(t);
#for j in 0..PART: exchanged[buffer][group * LOW + $ju % LOW][$ju / LOW][lane] = (*t)[$j];
  workgroupBarrier();
#for j in 0..PART: (*t)[$j] = exchanged[buffer][$j][group][lane];
  levels_0(t);
}

#if ON_GRID
fn outgoing(value: f32) -> f32 { return value; }

fn tell_greatest(i: u32, t: ptr<function, Part>) {
  var own = 0.0;
#for j in 0..PART: own = max(own, (*t)[$j]);
  greatest[i][group][lane] = own;
}

fn scale_of_all(i: u32) -> f32 {
  var all = 0.0;
  for (var g = 0u; g < GROUPS; g++) { all = max(all, greatest[i][g][lane]); }
  return to_half(all);
}
#else
fn outgoing(value: f32) -> f32 { return max(value, FLOOR); }
#end

#if PAIRED
// Neighbouring invocations have the frames of a word. Each takes half of the symbols of both. Two symbols of a frame lie where only this
// invocation has read since the barrier.
fn put_part(buffer: u32, i: u32, t: ptr<function, Part>, exists: bool) {
#for k in 0..PART_PAIRS
  exchanged[buffer][$k][group][lane] = bitcast<f32>(
    (upper_half(outgoing((*t)[2 * $k])) >> 16u) | (upper_half(outgoing((*t)[2 * $k + 1])) & 0xffff0000u),
  );
#end
  workgroupBarrier();
#if CONTIGUOUS
  let upper = lane % 2u * 16u;
#for k in 0..PART_PAIRS
  {
    let x = word_of_lanes($ku);
    let first = bitcast<u32>(exchanged[buffer][x % PART / 2u][x / PART][0]);
    let second = bitcast<u32>(exchanged[buffer][x % PART / 2u][x / PART][1]);
    check_to_variable[place(first_edge + i, x, message_slots(), slot)] = ((first >> upper) & 0xffffu) | ((second >> upper) << 16u);
  }
#end
#else
  let even = lane & ~1u;
  let half = lane % 2u * PART_QUADS;
  let words = message_slots();
  let at = ((first_edge + i) * Q + group * PART + 2u * half) * words + slot;
#for k in 0..PART_QUADS
  {
    let pair = half + $ku;
    let first = bitcast<u32>(exchanged[buffer][pair][group][even]);
    let second = bitcast<u32>(exchanged[buffer][pair][group][even + 1u]);
    if (exists) {
      check_to_variable[at + 2u * $ku * words] = (first & 0xffffu) | (second << 16u);
      check_to_variable[at + (2u * $ku + 1u) * words] = (first >> 16u) | (second & 0xffff0000u);
    }
  }
#end
#end
}
#else
fn put_part(buffer: u32, i: u32, t: ptr<function, Part>, exists: bool) {
  if (!exists) { return; }
  let e = first_edge + i;
  let edge = check_edges[e];
  let scale = 1.0 / sums[i][lane];
#for k in 0..PART_QUADS
  {
    let x = group * PART + QUAD * $ku;
    var four: vec4f;
    var had: vec4f;
#for u in 0..QUAD
    four[$u] = outgoing((*t)[QUAD * $ku + $uu]);
    if (LAYERED == 1u) { had[$u] = read_symbol(i, x + $uu) * scale; }
#end
    put(e, edge, x, 0u, four, had, slot);
  }
#end
}
#end

// Spectra of the edges, and ones.
alias Ring = array<Part, RING>;
fn find_spectra(degree: u32, ring: ptr<function, Ring>) {
  // The loads of all messages are issued together, so that they overlap. A check with fewer edges than others of the dispatch loads its
  // last edge again.
#for k in 0..RING: read_part(min($ku, degree - 1u), &(*ring)[$k]);
#if NORMALISES
#for k in 0..RING: tell_greatest($ku, &(*ring)[$k]);
  workgroupBarrier();
#for k in 0..RING
  {
    let scale = scale_of_all($ku);
#for j in 0..PART: (*ring)[$k][$j] = input_on_grid((*ring)[$k][$j] * scale);
  }
#end
#end
  // The messages at the ring's first two positions are transformed. The ring then rotates by two.
  for (var i = 0u; i < RING; i += 2u) {
#for u in 0..2
    var t_$u: Part;
    if (i + $uu < degree) {
#if CONTIGUOUS: distribute($uu, &(*ring)[$u], &t_$u);
#else: #for j in 0..PART: t_$u[$j] = number_in((*ring)[$u][$j]);
      transform($uu, i + $uu, &t_$u);
    } else {
#for j in 0..PART: t_$u[$j] = 1.0;
    }
#end
#for k in 2..RING: #for j in 0..PART: (*ring)[$k - 2][$j] = (*ring)[$k][$j];
#for u in 0..2: #for j in 0..PART: (*ring)[RING - 2u + $uu][$j] = t_$u[$j];
  }
  workgroupBarrier();
}

#if ON_GRID
// Replaces each spectrum by the product of all others on the grid, scaled by its value at 0. The syndrome's signs belong to the first edge.
fn multiply(degree: u32, shift: u32, ring: ptr<function, Ring>) {
#for k in 0..RING: let scale_$k = select(1.0, to_half(sums[min($ku, degree - 1u)][lane]), $ku < degree);
#for j in 0..PART
  {
    var own: array<f32, RING>;
    var product = 1.0;
#for k in 0..RING: own[$k] = bits_12((*ring)[$k][$j] * scale_$k);
    own[0] *= sign_at($ju, shift);
#for k in 0..RING
    (*ring)[$k][$j] = product;
    if ($ku == 0u) { product = own[0]; } else { product = shortened(product * own[$k]); }
#end
#for k in RING..0
    if ($ku + 1u == RING) { product = own[$k]; } else {
      (*ring)[$k][$j] = shortened((*ring)[$k][$j] * product);
      product = shortened(product * own[$k]);
    }
#end
  }
#end
  if (group == 0u) {
#for k in 0..RING: greatest[$k][0][lane] = (*ring)[$k][0];
  }
  workgroupBarrier();
#for k in 0..RING
  {
    let scale = to_half(greatest[$k][0][lane]);
#for j in 0..PART: (*ring)[$k][$j] = on_grid((*ring)[$k][$j] * scale);
  }
#end
#for j in 0..PART: (*ring)[0][$j] *= sign_at($ju, shift);
}

fn sign_at(j: u32, shift: u32) -> f32 {
  if (SYNDROME == 0u) { return 1.0; }
  let place = (j / LOW) * PART + group * LOW + j % LOW;
  return select(1.0, -1.0, (countOneBits(place & shift) & 1u) == 1u);
}
#else
// Replaces each spectrum by the product of all others, scaled, and divided by q as the inverse transform wants.
fn multiply(degree: u32, shift: u32, ring: ptr<function, Ring>) {
#for k in 0..RING: let scale_$k = select(1.0, 1.0 / sums[min($ku, degree - 1u)][lane], $ku < degree);
#for j in 0..PART
  {
    var product = UNIT;
    if (SYNDROME == 1u) {
      let place = ($ju / LOW) * PART + group * LOW + $ju % LOW;
      product = select(UNIT, -UNIT, (countOneBits(place & shift) & 1u) == 1u);
    }
    var scaled: array<f32, RING>;
#for k in 0..RING
    scaled[$k] = (*ring)[$k][$j] * scale_$k;
    (*ring)[$k][$j] = product;
    product *= scaled[$k];
#end
    product = 1.0;
#for k in RING..0
    (*ring)[$k][$j] *= product;
    product *= scaled[$k];
#end
  }
#end
}
#end

// Sends each edge the inverse transform of its product. The products at the ring's first two positions are next.
fn send_products(degree: u32, exists: bool, ring: ptr<function, Ring>) {
  for (var i = 0u; i < RING; i += 2u) {
#for u in 0..2
    if (i + $uu < degree) {
      var t: Part;
#for j in 0..PART: t[$j] = (*ring)[$u][$j];
      inverse($uu, &t);
#if ON_GRID
      tell_greatest(i + $uu, &t);
      workgroupBarrier();
      let scale = scale_of_all(i + $uu);
#for j in 0..PART: t[$j] = max(bits_12(t[$j] * scale), STEP);
#end
      put_part($uu, i + $uu, &t, exists);
    }
#end
#for k in 2..RING: #for j in 0..PART: (*ring)[$k - 2][$j] = (*ring)[$k][$j];
  }
}

@compute @workgroup_size(GROUPS * FRAMES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = (active_frames() + SLOT_FRAMES - 1u) / SLOT_FRAMES;
  let begin = (workgroup_slot(workgroup) * NEIGHBOURS + workgroup.x % NEIGHBOURS) * (FRAMES / SLOT_FRAMES);
  if (begin >= end) { return; }
  lane = invocation % FRAMES;
  group = invocation / FRAMES;
  // Invocations without a frame repeat the last word's and store nothing, because all invocations must meet every barrier.
  let at = min(begin + lane / SLOT_FRAMES, end - 1u);
  let exists = begin + lane / SLOT_FRAMES < end;
  let own = entry_slot(entry_at(at));
#import nonbinary/check-node/this-check
  slot = at;
  before = slot_before(at * SLOT_FRAMES) / SLOT_FRAMES;
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  first_edge = first;
  var shift = 0u;
  // The last word may have an unused frame, which gets another frame's syndrome.
  if (SYNDROME == 1u) { shift = syndrome[min(own * SLOT_FRAMES + lane % SLOT_FRAMES, run.frames - 1u) * M + m]; }

  var ring: Ring;
  find_spectra(degree, &ring);
  multiply(degree, shift, &ring);
  send_products(degree, exists, &ring);
}
