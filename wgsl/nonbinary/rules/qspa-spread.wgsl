// nonbinary/rules/qspa-spread: the check nodes of nonbinary/rules/qspa for a vector over q / PART invocations. A transform runs its low
// levels on PART consecutive symbols, exchanges the vector once through workgroup memory, and runs its high levels. Spectra stay in the
// second order, in which they are multiplied, and the inverse transform runs in reverse. The edges' spectra form a ring of registers, so
// that the code has two transforms (the reason is in nonbinary/check-node/forward-backward.wgsl). A syndrome s multiplies the product of
// spectra at k by (−1)^(s·k), which shifts the message by s. Flooding or layered (messages); PAIRED: flooding, two frames to a word, both in
// one invocation.
// ON_GRID: the exact operations of nonbinary/rules/qspa-grid in its order but for powers of two, flooding; invocations tell each other the
// greatest values of their parts. With PAIRED the variables have normalised the inputs (nonbinary/variable-grid).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  NEIGHBOURS workgroups per check (x) and as many times SLOTS slots (y), so that workgroups that follow each other read a row of
//      memory; q / PART invocations per slot, slots next to each other
// range, not exact but ON_GRID: as nonbinary/rules/qspa
#import common/run, common/workgroup-slot, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

#if ON_GRID
#import nonbinary/check-node/grid-numbers
#else
const FLOOR: f32 = bitcast<f32>(FLOOR_BITS);
const UNIT: f32 = 1.0 / f32(Q);
#end
const GROUPS: u32 = Q / PART;          // invocations of a vector
const LOW: u32 = PART / GROUPS;        // neighbours among them that an invocation has in the second order

#if PAIRED
alias Numbers = vec2f;
alias Bits = vec2u;
alias Choices = vec2<bool>;
#else
alias Numbers = f32;
alias Bits = u32;
alias Choices = bool;
#end
alias Part = array<Numbers, PART>;
// Spectra, and before them messages as memory has them: their words need not be normal numbers, and WGSL lets a device change others.
alias Ring = array<array<Bits, PART>, RING>;

// Symbols by their place in a group, their group and slot. PAD: neighbouring groups use different banks. Transforms alternate between two
// buffers, so that one barrier for each is enough. The places are dimensions of their own, because devices check each index.
var<workgroup> exchanged: array<array<array<array<Bits, SLOTS>, LOW * GROUPS + PAD>, GROUPS>, 2>;
// Σ of each edge's message, by which its spectrum is divided.
var<workgroup> sums: array<array<Numbers, SLOTS>, RING>;
#if ON_GRID
// Of each edge, the greatest value of each group's part; between the transforms its product at 0.
var<workgroup> greatest: array<array<array<Numbers, SLOTS>, GROUPS>, RING>;
#end

// This invocation's check, and its slot and group in the workgroup.
var<private> lane: u32;
var<private> group: u32;
var<private> first_edge: u32;
var<private> slot: u32;
var<private> before: u32;

fn as_numbers(bits: Bits) -> Numbers { return bitcast<Numbers>(bits); }
fn as_bits(numbers: Numbers) -> Bits { return bitcast<Bits>(numbers); }

// The symbol at place j of this invocation in the first order and in the second.
fn symbol_in_first(j: u32) -> u32 { return group * PART + j; }
fn symbol_in_second(j: u32) -> u32 { return (j / LOW) * PART + group * LOW + j % LOW; }
// In memory, where a vector's symbols follow each other, invocations that do so have the second order.
fn symbol_in_memory(j: u32) -> u32 { return select(symbol_in_first(j), symbol_in_second(j), CONTIGUOUS == 1u); }

// A symbol of an edge as memory has it.
fn read_symbol(i: u32, x: u32) -> Bits {
  let e = first_edge + i;
  let edge = check_edges[e];
  let a = quotient(edge.y, x);
#if PAIRED: return Bits(raw_word(e, edge, a, x, before));
#else: return as_bits(raw_value(e, edge, a, x, slot, before));
}

fn numbers_in(symbol: Bits) -> Numbers {
#if PAIRED: return symbol_value(symbol.x, 0u);
#else: return as_numbers(symbol);
}

// Writes and reads this invocation's places of the first order (0) and of the second (1). Each reads no others than it writes.
fn write_0(buffer: u32, t: ptr<function, Part>) {
#for j in 0..PART: exchanged[buffer][$ju / LOW][$ju % LOW * GROUPS + group][lane] = as_bits((*t)[$j]);
}
fn read_0(buffer: u32, t: ptr<function, Part>) {
#for j in 0..PART: (*t)[$j] = as_numbers(exchanged[buffer][$ju / LOW][$ju % LOW * GROUPS + group][lane]);
}
fn write_1(buffer: u32, t: ptr<function, Part>) {
#for j in 0..PART: exchanged[buffer][group][$ju % LOW * GROUPS + $ju / LOW][lane] = as_bits((*t)[$j]);
}
fn read_1(buffer: u32, t: ptr<function, Part>) {
#for j in 0..PART: (*t)[$j] = as_numbers(exchanged[buffer][group][$ju % LOW * GROUPS + $ju / LOW][lane]);
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
#if CONTIGUOUS
  write_1(buffer, t);
  workgroupBarrier();
  read_0(buffer, t);
#end
  levels_0(t);
  write_0(buffer, t);
  workgroupBarrier();
  read_1(buffer, t);
  levels_1(t);
  if (SUMS == 1u && group == 0u) { sums[i][lane] = (*t)[0]; }
}

// The message whose spectrum is a product of spectra, as memory has its symbols.
fn inverse(buffer: u32, t: ptr<function, Part>) {
  levels_1(t);
  write_1(buffer, t);
  workgroupBarrier();
  read_0(buffer, t);
  levels_0(t);
#if CONTIGUOUS
  write_0(buffer, t);
  workgroupBarrier();
  read_1(buffer, t);
#end
}

// −1 where the syndrome's shift changes the sign of the spectrum at place j.
fn sign_at(j: u32, shift: Bits) -> Numbers {
  return select(Numbers(1.0), Numbers(-1.0), (countOneBits(Bits(symbol_in_second(j)) & shift) & Bits(1u)) == Bits(1u));
}

#if ON_GRID
// To the nearest numbers of 12 significant bits, halves away from 0.
fn all_12(x: Numbers) -> Numbers { return as_numbers((as_bits(x) + Bits(0x800u)) & Bits(0xfffff000u)); }
// A product of spectra. SCALES: what is below 2^-60 becomes 0, as it does on the grid for checks of fewer than 40 edges. Spectra are 0 or from
// 2^-18 to 256, so products of five are normal numbers on every device.
fn shortened(x: Numbers) -> Numbers { return select(all_12(x), Numbers(0.0), Choices(SCALES == 1u) & (abs(x) < Numbers(0x1p-60))); }
fn all_to_half(x: Numbers) -> Numbers { return as_numbers((Bits(253u) - (as_bits(x) >> Bits(23u))) << Bits(23u)); }

fn tell_greatest(i: u32, t: ptr<function, Part>) {
  var own = Numbers(0.0);
#for j in 0..PART: own = max(own, (*t)[$j]);
  greatest[i][group][lane] = own;
}

fn greatest_of_all(i: u32) -> Numbers {
  var all = Numbers(0.0);
  for (var g = 0u; g < GROUPS; g++) { all = max(all, greatest[i][g][lane]); }
  return all;
}
#end

fn put_part(i: u32, t: ptr<function, Part>) {
#if ON_GRID
  // The greatest number becomes ½ … 1, and all at least a step: by their exponents, with half of the last bit that stays.
  let exponents = as_bits(greatest_of_all(i)) & Bits(0x7f800000u);
  let lift = Bits((126u << 23u) + 0x800u) - exponents;
  let least = as_numbers(exponents - Bits((GRID_BITS - 1u) << 23u));
#for j in 0..PART: (*t)[$j] = as_numbers((as_bits(max((*t)[$j], least)) + lift) & Bits(0xfffff000u));
#else
#for j in 0..PART: (*t)[$j] = max((*t)[$j], Numbers(FLOOR));
#end
  let e = first_edge + i;
#if PAIRED
#for j in 0..PART: check_to_variable[place(e, symbol_in_memory($ju), message_slots(), slot)] = word_of((*t)[$j]);
#else
  let edge = check_edges[e];
  let scale = 1.0 / sums[i][lane];
#for k in 0..PART_QUADS
  {
    let x = group * PART + QUAD * $ku;
    var four: vec4f;
    var had: vec4f;
#for u in 0..QUAD
    four[$u] = (*t)[QUAD * $ku + $uu];
    if (LAYERED == 1u) { had[$u] = as_numbers(read_symbol(i, x + $uu)) * scale; }
#end
    put(e, edge, x, 0u, four, had, slot);
  }
#end
#end
}

// Spectra of the edges, and ones.
fn find_spectra(degree: u32, ring: ptr<function, Ring>) {
  // The loads of all messages are issued together, so that they overlap. A check with fewer edges than others of the dispatch loads its
  // last edge again.
#for k in 0..RING: #for j in 0..PART: (*ring)[$k][$j] = read_symbol(min($ku, degree - 1u), symbol_in_memory($ju));
#if NORMALISES
#for k in 0..RING
  {
    var t: Part;
#for j in 0..PART: t[$j] = as_numbers((*ring)[$k][$j]);
    tell_greatest($ku, &t);
  }
#end
  workgroupBarrier();
#for k in 0..RING
  {
    let scale = all_to_half(greatest_of_all($ku));
#for j in 0..PART: (*ring)[$k][$j] = as_bits(input_on_grid(as_numbers((*ring)[$k][$j]) * scale));
  }
#end
#end
  // The messages at the ring's first two positions are transformed. The ring then rotates by two.
  for (var i = 0u; i < RING; i += 2u) {
#for u in 0..2
    var t_$u: Part;
    if (i + $uu < degree) {
#for j in 0..PART: t_$u[$j] = numbers_in((*ring)[$u][$j]);
      transform($uu, i + $uu, &t_$u);
    } else {
#for j in 0..PART: t_$u[$j] = Numbers(1.0);
    }
#end
#for k in 2..RING: #for j in 0..PART: (*ring)[$k - 2][$j] = (*ring)[$k][$j];
#for u in 0..2: #for j in 0..PART: (*ring)[RING - 2u + $uu][$j] = as_bits(t_$u[$j]);
  }
#if SUMS: workgroupBarrier();
}

#if ON_GRID
// Replaces each spectrum by the product of all others in steps of the grid, the one at 0 in ½ … 1. The syndrome's signs belong to the first edge.
fn multiply(degree: u32, shift: Bits, ring: ptr<function, Ring>) {
#if SCALES: #for k in 0..RING: let scale_$k = select(Numbers(1.0), all_to_half(sums[min($ku, degree - 1u)][lane]), $ku < degree);
#for j in 0..PART
  {
    var own: array<Numbers, RING>;
#for k in 0..RING
#if SCALES: own[$k] = all_12(as_numbers((*ring)[$k][$j]) * scale_$k);
#else: own[$k] = all_12(as_numbers((*ring)[$k][$j]));
#end
    if (SYNDROME == 1u) { own[0] *= sign_at($ju, shift); }
    var product = own[0];
#for k in 1..RING
    (*ring)[$k][$j] = as_bits(product);
    product = shortened(product * own[$k]);
#end
    product = own[RING - 1u];
#for k in LAST..1
    (*ring)[$k][$j] = as_bits(shortened(as_numbers((*ring)[$k][$j]) * product));
    product = shortened(product * own[$k]);
#end
    (*ring)[0][$j] = as_bits(product);
  }
#end
  if (group == 0u) {
#for k in 0..RING: greatest[$k][0][lane] = as_numbers((*ring)[$k][0]);
  }
  workgroupBarrier();
#for k in 0..RING
  {
    let scale = all_to_half(greatest[$k][0][lane]) * GRID;
#for j in 0..PART: (*ring)[$k][$j] = as_bits(floor(as_numbers((*ring)[$k][$j]) * scale + 0.5));
  }
#end
  if (SYNDROME == 1u) {
#for j in 0..PART: (*ring)[0][$j] = as_bits(as_numbers((*ring)[0][$j]) * sign_at($ju, shift));
  }
}
#else
// Replaces each spectrum by the product of all others, scaled, and divided by q as the inverse transform wants.
fn multiply(degree: u32, shift: Bits, ring: ptr<function, Ring>) {
#for k in 0..RING: let scale_$k = select(Numbers(1.0), 1.0 / sums[min($ku, degree - 1u)][lane], $ku < degree);
#for j in 0..PART
  {
    var product = Numbers(UNIT);
    if (SYNDROME == 1u) { product *= sign_at($ju, shift); }
    var scaled: array<Numbers, RING>;
#for k in 0..RING
    scaled[$k] = as_numbers((*ring)[$k][$j]) * scale_$k;
    (*ring)[$k][$j] = as_bits(product);
    product *= scaled[$k];
#end
    product = Numbers(1.0);
#for k in RING..0
    (*ring)[$k][$j] = as_bits(as_numbers((*ring)[$k][$j]) * product);
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
#for j in 0..PART: t[$j] = as_numbers((*ring)[$u][$j]);
      inverse($uu, &t);
#if ON_GRID
      tell_greatest(i + $uu, &t);
      workgroupBarrier();
#end
      if (exists) { put_part(i + $uu, &t); }
    }
#end
#for k in 2..RING: #for j in 0..PART: (*ring)[$k - 2][$j] = (*ring)[$k][$j];
  }
}

@compute @workgroup_size(GROUPS * SLOTS)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = slots_of(active_frames());
  let begin = (workgroup_slot(workgroup) * NEIGHBOURS + workgroup.x % NEIGHBOURS) * SLOTS;
  if (begin >= end) { return; }
  lane = invocation % SLOTS;
  group = invocation / SLOTS;
  // Invocations without a slot repeat the last one's and store nothing, because all invocations must meet every barrier.
  slot = min(begin + lane, end - 1u);
  let exists = begin + lane < end;
  let own = entry_slot(entry_at(slot));
#import nonbinary/check-node/this-check
  before = slot_before(slot * SLOT_FRAMES) / SLOT_FRAMES;
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  first_edge = first;
  var shift = Bits(0u);
  if (SYNDROME == 1u) {
    // The last word may have an unused frame, which gets another frame's syndrome.
#if PAIRED: shift = vec2u(syndrome[2u * own * M + m], syndrome[min(2u * own + 1u, run.frames - 1u) * M + m]);
#else: shift = syndrome[own * M + m];
  }

  var ring: Ring;
  find_spectra(degree, &ring);
  multiply(degree, shift, &ring);
  send_products(degree, exists, &ring);
}
