// Min-sum check node on four bytes at once, as binary/rules/min-sum: magnitudes (m·SCALE + 128) >> 8 and max(m − OFFSET, 0) in
// steps, at most 31.
//
// The sign of an outgoing message times that of the incoming one is the product of all signs, the same for all edges of
// the check. So magnitudes get this product once per check, and each edge adds its incoming sign: the new posterior is
// sign(t)·(|t| ± m) with one sign for all edges, which saturates only upwards.
struct Check {
  least: u32,
  second: u32,
  signs: u32,
  odd: u32,         // all ones where the product of all signs is negative
  least_out: u32,   // outgoing magnitude, negative where odd
  second_out: u32,
  least_minus: u32, // the same with the other sign
  second_minus: u32,
}
alias EdgeTerm = u32; // nothing

struct Extrinsic {
  message: u32,
  posterior: u32,
}

fn check_init(signs: Signs) -> Check { return Check(LOW, LOW, signs, 0u, 0u, 0u, 0u, 0u); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let least = magnitudes_least(t.magnitude, (*check).least);
  let greatest = magnitudes_greatest(t.magnitude, (*check).least, least);
  (*check).second = magnitudes_least(greatest, (*check).second);
  (*check).least = least;
  (*check).signs ^= t.negative;
  return 0u;
}

fn check_finish(check: ptr<function, Check>) {
  let odd = byte_mask((*check).signs);
  let least = outgoing((*check).least);
  let second = outgoing((*check).second);
  (*check).odd = odd;
  (*check).least_out = bytes_negated_where(odd, least);
  (*check).second_out = bytes_negated_where(odd, second);
  (*check).least_minus = bytes_negated_where(~odd, least);
  (*check).second_minus = bytes_negated_where(~odd, second);
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, term: EdgeTerm) -> Extrinsic {
  let change = choose_if_equal(t.magnitude, (*check).least, (*check).second_out, (*check).least_out);
  let minus = choose_if_equal(t.magnitude, (*check).least, (*check).second_minus, (*check).least_minus);
  let sum = magnitude_changed(t.magnitude, change, (*check).odd);
  return Extrinsic(signed(change, minus, t.negative), bytes_negated_where(t.negative, sum));
}

// magnitude + change, −31 … 127; sums above 127 occur where the check is even.
fn magnitude_changed(magnitude: u32, change: u32, odd: u32) -> u32 {
  let sum = (magnitude + (change & LOW)) ^ (change & HIGH);
  let over = sum & HIGH & ~odd;
  return (sum | (over - (over >> 7u))) & ~over;
}

// `minus` where the edge is negative, else `change`: each is the other negated.
fn signed(change: u32, minus: u32, negative: u32) -> u32 { return choose(negative, minus, change); }

fn outgoing(least: u32) -> u32 {
  var magnitude = least;
  if (SCALE != 256u) { magnitude = magnitudes_scaled(magnitude, SCALE * 0x00010001u); }
  if (OFFSET_STEPS != 0u) { magnitude = magnitudes_reduced(magnitude, OFFSET_STEPS * ONES); }
  return bounded(magnitude);
}

// At most 31.
fn bounded(magnitude: u32) -> u32 {
  let over = (magnitude + 0x60606060u) & HIGH; // 32 and above
  return (magnitude | ((over >> 2u) - (over >> 7u))) & 0x1f1f1f1fu;
}

// For binary/check-node/compressed: the magnitude of the messages to all edges but the least, and to the least.
fn check_minima(check: ptr<function, Check>) -> vec2u {
  let odd = (*check).odd;
  return vec2u(choose(odd, (*check).least_minus, (*check).least_out), choose(odd, (*check).second_minus, (*check).second_out));
}
fn check_distance(check: ptr<function, Check>, t: Lanes, _term: EdgeTerm) -> u32 { return t.magnitude ^ (*check).least; }
