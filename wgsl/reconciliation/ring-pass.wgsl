// reconciliation/ring-pass: a radix-3 pass of a transform of COUNT = 3^k elements of R = GF(2)[x]/(x^2L + x^L + 1), in which
// x^(3L/COUNT) is a root of unity: all products with its powers are rotations (A. Schönhage, Acta Informatica 7, 395, 1977).
// Element i of a group of GROUP and its third a = e_i, b = e_(i + GROUP/3), c = e_(i + 2·GROUP/3) become, r = 0, 1, 2,
//   forward  (a + ζ^r·b + ζ^2r·c)·ω^(r·i)                      decimation in frequency
//   INVERSE  a + ζ^-r·ω^-i·b + ζ^-2r·ω^-2i·c                   decimation in time
// with ζ = x^L and ω = x^(3L/GROUP). Coefficients are words: of GF(2)[x] with x^32, or of 32 polynomials at once.
// in   source [frame][element][STRIDE][LANES]: L coefficients of an element, or 2·L (BOTH), or 4·L (WIDE); PACKED: words of packed bits, bit t
//      coefficient t
// out  result [frame][element][2·L][LANES]
// map  one invocation per coefficient of a half, and lane, of three elements; workgroup y = frame
// bound by the loads, which are consecutive but for the ends of a rotation
// exact: exclusive or
#import common/run
#import common/workgroup-slot
#import reconciliation/packed-bits

@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<u32>;

fn given(at: u32) -> u32 {
#if PACKED
  return in_order(source[at]);
#else
  return source[at];
#end
}

// Coefficients w and w + L of an element at `base`. x^2L is x^L + 1, and x^3L is 1.
fn low(base: u32, w: u32) -> u32 {
  var value = given(base + w * LANES);
#if WIDE
  value ^= given(base + (w + 2u * L) * LANES) ^ given(base + (w + 3u * L) * LANES);
#end
  return value;
}

fn high(base: u32, w: u32) -> u32 {
  var value = 0u;
#if BOTH
  value = given(base + (w + L) * LANES);
#end
#if WIDE
  value ^= given(base + (w + 2u * L) * LANES);
#end
  return value;
}

// The halves of x^shift times an element at coefficients t and t + L come from its coefficients w and w + L, w + turns·L = t − shift modulo
// 3·L, 0 <= w < L: its residues modulo x^3L − 1 are `low`, `high` and 0, turned.
fn turned_low(low: u32, high: u32, turns: u32) -> u32 {
  return select(select(high, low ^ high, turns == 1u), low, turns == 0u);
}

fn turned_high(low: u32, high: u32, turns: u32) -> u32 {
  return select(select(low ^ high, low, turns == 1u), high, turns == 0u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  let lane = id.x % LANES;
  let t = (id.x / LANES) % L;
  let third = id.x / (LANES * L);
  if (third >= COUNT / 3u || slot >= run.frames) { return; }
  let i = third % (GROUP / 3u);
  let first = (third / (GROUP / 3u)) * GROUP + i;
  let element = COUNT * slot + first;
  let turn = 3u * L / GROUP * i;
#for q in 0..3
  let base$q = (element + $qu * (GROUP / 3u)) * STRIDE * LANES + lane;
  let made$q = ((element + $qu * (GROUP / 3u)) * 2u * L + t) * LANES + lane;
#if INVERSE
  let from$q = (t + $qu * turn) % (3u * L);
  let low$q = low(base$q, from$q % L);
  let high$q = high(base$q, from$q % L);
  let a$q = turned_low(low$q, high$q, from$q / L);
  let b$q = turned_high(low$q, high$q, from$q / L);
#end
#end
  // ζ·(a, b) = (b, a + b), and ζ² ·(a, b) = (a + b, a).
#if INVERSE
  result[made0] = a0 ^ a1 ^ a2;
  result[made0 + L * LANES] = b0 ^ b1 ^ b2;
  result[made1] = a0 ^ a1 ^ b1 ^ b2;
  result[made1 + L * LANES] = b0 ^ a1 ^ a2 ^ b2;
  result[made2] = a0 ^ b1 ^ a2 ^ b2;
  result[made2 + L * LANES] = b0 ^ a1 ^ b1 ^ a2;
#else
#for r in 0..3
  let from$r = (t + 9u * L - $ru * turn) % (3u * L);
#for q in 0..3
  let a$r_$q = low(base$q, from$r % L);
  let b$r_$q = high(base$q, from$r % L);
#end
#end
  let low0 = a0_0 ^ a0_1 ^ a0_2;
  let high0 = b0_0 ^ b0_1 ^ b0_2;
  let low1 = a1_0 ^ b1_1 ^ a1_2 ^ b1_2;
  let high1 = b1_0 ^ a1_1 ^ b1_1 ^ a1_2;
  let low2 = a2_0 ^ a2_1 ^ b2_1 ^ b2_2;
  let high2 = b2_0 ^ a2_1 ^ a2_2 ^ b2_2;
#for r in 0..3
  result[made$r] = turned_low(low$r, high$r, from$r / L);
  result[made$r + L * LANES] = turned_high(low$r, high$r, from$r / L);
#end
#end
}
