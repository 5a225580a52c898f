// reconciliation/ring-pass: a radix-3 pass of a transform of COUNT = 3^k elements of R = GF(2)[x]/(x^2L + x^L + 1), in which
// x^(3L/COUNT) is a root of unity: all products with its powers are rotations (A. Schönhage, Acta Informatica 7, 395, 1977).
// Element i of a group of GROUP and its third a = e_i, b = e_(i + GROUP/3), c = e_(i + 2·GROUP/3) become, r = 0, 1, 2,
//   forward  (a + ζ^r·b + ζ^2r·c)·ω^(r·i)                      decimation in frequency
//   INVERSE  a + ζ^-r·ω^-i·b + ζ^-2r·ω^-2i·c                   decimation in time
// with ζ = x^L and ω = x^(3L/GROUP). Coefficients are words: of GF(2)[x] with x^32, or rows of LANES words with one coefficient of 32 polynomials
// each. A rotation moves whole rows, so that a half of an element is a string of HALF = L·LANES words.
// in   group [1]                       GROUP: a shader serves all passes
//      source [frame][element][STRIDE]: HALF words of an element, or 2·HALF (BOTH), or 4·HALF (WIDE); PACKED: words of packed bits, bit t
//      coefficient t
// out  result [frame][element][2·HALF]
// map  one invocation per word of a half of three elements, CHUNKS workgroups per half; workgroup y = frame
// bound by memory: loads and stores are consecutive but for the ends of a rotation
// exact: exclusive or
#import common/run, common/workgroup-slot, reconciliation/packed-bits

#in group: u32, source: u32
#out result: u32

fn given(at: u32) -> u32 {
#if PACKED: return in_order(source[at]);
#else: return source[at];
}

// Words w and w + HALF of an element at `base`. x^2L is x^L + 1, and x^3L is 1.
fn low(base: u32, w: u32) -> u32 {
  var value = given(base + w);
#if WIDE: value ^= given(base + w + 2u * HALF) ^ given(base + w + 3u * HALF);
  return value;
}

fn high(base: u32, w: u32) -> u32 {
  var value = 0u;
#if BOTH: value = given(base + w + HALF);
#if WIDE: value ^= given(base + w + 2u * HALF);
  return value;
}

// Of a position below 4·HALF: ⌊position/HALF⌋.
fn turns_of(position: u32) -> u32 {
  return u32(position >= HALF) + u32(position >= 2u * HALF) + u32(position >= 3u * HALF);
}

// An element's residues modulo x^3L − 1 are `low`, `high` and 0, which a rotation turns: its halves at word t come from words w,
// w + turns·HALF = t − shift modulo 3·HALF.
fn turned_low(low: u32, high: u32, turns: u32) -> u32 {
  return select(select(high, low ^ high, turns == 1u), low, turns % 3u == 0u);
}

fn turned_high(low: u32, high: u32, turns: u32) -> u32 {
  return select(select(low ^ high, low, turns == 1u), high, turns % 3u == 0u);
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  let third = workgroup.x / CHUNKS;
  let t = workgroup.x % CHUNKS * WORKGROUP_SIZE + invocation;
  if (t >= HALF || slot >= run.frames) { return; }
  let apart = group[0] / 3u;
  let i = third % apart;
  let element = COUNT * slot + third / apart * group[0] + i;
  let turn = HALF / apart * i;
#for q in 0..3
  let base$q = (element + $qu * apart) * STRIDE;
  let made$q = (element + $qu * apart) * 2u * HALF;
#end
#if INVERSE
#for q in 0..3
  let from$q = t + $qu * turn % (3u * HALF);
  let turns$q = turns_of(from$q);
  let w$q = from$q - turns$q * HALF;
  let low$q = low(base$q, w$q);
  let high$q = high(base$q, w$q);
  let a$q = turned_low(low$q, high$q, turns$q);
  let b$q = turned_high(low$q, high$q, turns$q);
#end
#else
#for q in 0..3
  let a$q = low(base$q, t);
  let b$q = high(base$q, t);
#end
#end
  // ζ·(a, b) = (b, a + b), and ζ²·(a, b) = (a + b, a): for r = 0, 1, 2 in the INVERSE, else 0, 2, 1.
  let low_sum0 = a0 ^ a1 ^ a2;
  let high_sum0 = b0 ^ b1 ^ b2;
  let low_sum1 = a0 ^ a1 ^ b1 ^ b2;
  let high_sum1 = b0 ^ a1 ^ a2 ^ b2;
  let low_sum2 = a0 ^ b1 ^ a2 ^ b2;
  let high_sum2 = b0 ^ a1 ^ b1 ^ a2;
#if INVERSE
#for r in 0..3
  result[made$r + t] = low_sum$r;
  result[made$r + t + HALF] = high_sum$r;
#end
#else
  // Word t goes to place t + shift modulo 3·HALF, which is w + (3 − turns)·HALF.
  result[made0 + t] = low_sum0;
  result[made0 + t + HALF] = high_sum0;
#for r in 1..3
  let to$r = t + $ru * turn % (3u * HALF);
  let passed$r = turns_of(to$r);
  let w$r = made$r + to$r - passed$r * HALF;
  let turns$r = (3u - passed$r) % 3u;
#end
  result[w1] = turned_low(low_sum2, high_sum2, turns1);
  result[w1 + HALF] = turned_high(low_sum2, high_sum2, turns1);
  result[w2] = turned_low(low_sum1, high_sum1, turns2);
  result[w2 + HALF] = turned_high(low_sum1, high_sum1, turns2);
#end
}
