// Arithmetic on the two 16-bit integers of a word, in two's complement. A CPU has an instruction of eight such integers for each
// function (shorts.ts).
fn low_short(x: u32) -> i32 { return i32(x << 16u) >> 16u; }
fn high_short(x: u32) -> i32 { return i32(x) >> 16u; }
fn shorts_of(low: i32, high: i32) -> u32 { return (u32(low) & 0xffffu) | (u32(high) << 16u); }

fn shorts_sum(a: u32, b: u32) -> u32 { return shorts_of(low_short(a) + low_short(b), high_short(a) + high_short(b)); }
fn shorts_difference(a: u32, b: u32) -> u32 { return shorts_of(low_short(a) - low_short(b), high_short(a) - high_short(b)); }
fn shorts_least(a: u32, b: u32) -> u32 { return shorts_of(min(low_short(a), low_short(b)), min(high_short(a), high_short(b))); }
fn shorts_greatest(a: u32, b: u32) -> u32 { return shorts_of(max(low_short(a), low_short(b)), max(high_short(a), high_short(b))); }
fn shorts_magnitude(x: u32) -> u32 { return shorts_of(abs(low_short(x)), abs(high_short(x))); }

// max(a − b, 0) of numbers without a sign.
fn shorts_reduced(a: u32, b: u32) -> u32 {
  return (max(a & 0xffffu, b & 0xffffu) - (b & 0xffffu)) | ((max(a >> 16u, b >> 16u) - (b >> 16u)) << 16u);
}
fn shorts_product(a: u32, b: u32) -> u32 { return shorts_of(low_short(a) * low_short(b), high_short(a) * high_short(b)); }

// All ones in the halves where the comparison holds.
fn shorts_less(a: u32, b: u32) -> u32 {
  return select(0u, 0xffffu, low_short(a) < low_short(b)) | select(0u, 0xffff0000u, high_short(a) < high_short(b));
}
fn shorts_equal(a: u32, b: u32) -> u32 {
  let difference = a ^ b;
  return select(0u, 0xffffu, (difference & 0xffffu) == 0u) | select(0u, 0xffff0000u, difference < 0x10000u);
}

// ⌊x/4⌋ and ⌊x/16⌋
fn shorts_quarter(x: u32) -> u32 { return shorts_of(low_short(x) >> 2u, high_short(x) >> 2u); }
fn shorts_sixteenth(x: u32) -> u32 { return shorts_of(low_short(x) >> 4u, high_short(x) >> 4u); }

// yes where the mask is set, else no.
fn shorts_choose(no: u32, yes: u32, mask: u32) -> u32 { return (yes & mask) | (no & ~mask); }

// All ones in the halves whose highest bit is set.
fn shorts_mask(x: u32) -> u32 { return shorts_of(low_short(x) >> 15u, high_short(x) >> 15u); }

// yes where a and b are equal, else no.
fn shorts_choose_if_equal(a: u32, b: u32, yes: u32, no: u32) -> u32 {
  return shorts_choose(no, yes, shorts_equal(a, b));
}

// ⌊m·scale/256 + 1/2⌋. The upper and the lower half of `scale` are the scale, at most 255.
fn shorts_scaled(m: u32, scale: u32) -> u32 {
  let factor = i32(scale & 0xffffu);
  return shorts_of((low_short(m) * factor + 128) >> 8u, (high_short(m) * factor + 128) >> 8u);
}
