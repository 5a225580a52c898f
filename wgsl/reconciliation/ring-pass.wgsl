// reconciliation/ring-pass: a radix-3 pass of a transform of COUNT = 3^k elements of R = GF(2)[x]/(x^2L + x^L + 1), in which
// x^(3L/COUNT) is a root of unity: all products with its powers are rotations (A. Schönhage, Acta Informatica 7, 395, 1977).
// Element i of a group of GROUP and its third a = e_i, b = e_(i + GROUP/3), c = e_(i + 2·GROUP/3) become, r = 0, 1, 2,
//   forward  (a + ζ^r·b + ζ^2r·c)·ω^(r·i)                      decimation in frequency
//   INVERSE  a + ζ^-r·ω^-i·b + ζ^-2r·ω^-2i·c                   decimation in time
// with ζ = x^L and ω = x^(3L/GROUP). Coefficients are words: of GF(2)[x] with x^32, or of 32 polynomials at once.
// in   source [frame][element][STRIDE][LANES]   LIVE coefficients of an element, 4·L at most; those from LIVE on are zeros
// out  result [frame][element][2·L][LANES]
// map  one invocation per coefficient and lane of three elements; workgroup y = frame
// bound by the loads, which are consecutive but for the ends of a rotation
// exact: exclusive or
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<u32>;

// Coefficient u of 0 … 3·L − 1 of an element at `base`, before the reduction of those from 2·L on.
fn coefficient(base: u32, u: u32) -> u32 {
  var value = 0u;
  if (u < LIVE) { value = source[base + u * LANES]; }
#if WIDE
  if (u + 3u * L < LIVE) { value ^= source[base + (u + 3u * L) * LANES]; }
#end
  return value;
}

// Coefficient t of x^shift times an element, 0 <= shift < 3·L.
fn rotated(base: u32, t: u32, shift: u32) -> u32 {
  let folded = select(t + L, t + 2u * L, t < L);
  let u = select(t + 3u * L, t, t >= shift) - shift;
  let w = select(folded + 3u * L, folded, folded >= shift) - shift;
  return coefficient(base, u) ^ coefficient(base, w);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  let lane = id.x % LANES;
  let t = (id.x / LANES) % (2u * L);
  let third = id.x / (LANES * 2u * L);
  if (third >= COUNT / 3u || slot >= run.frames) { return; }
  let i = third % (GROUP / 3u);
  let first = (third / (GROUP / 3u)) * GROUP + i;
  let element = COUNT * slot + first;
  let turn = 3u * L / GROUP * i;
#for r in 0..3
  var sum$r = 0u;
#for q in 0..3
#if INVERSE
  sum$r ^= rotated((element + $qu * (GROUP / 3u)) * STRIDE * LANES + lane, t, (9u * L - $qu * turn - $ru * $qu * L) % (3u * L));
#end
#if !INVERSE
  sum$r ^= rotated((element + $qu * (GROUP / 3u)) * STRIDE * LANES + lane, t, ($ru * turn + $ru * $qu * L) % (3u * L));
#end
#end
  result[((element + $ru * (GROUP / 3u)) * 2u * L + t) * LANES + lane] = sum$r;
#end
}
