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
  let least = (*check).least;
  let second = (*check).second;
  let smaller = choose(byte_mask((least | HIGH) - t.magnitude), t.magnitude, least);
  let larger = t.magnitude ^ least ^ smaller;
  (*check).second = choose(byte_mask((second | HIGH) - larger), larger, second);
  (*check).least = smaller;
  (*check).signs ^= t.negative;
  return 0u;
}

fn check_finish(check: ptr<function, Check>) {
  let odd = byte_mask((*check).signs);
  let least = outgoing((*check).least);
  let second = outgoing((*check).second);
  let minus_least = (HIGH - least) ^ HIGH;
  let minus_second = (HIGH - second) ^ HIGH;
  (*check).odd = odd;
  (*check).least_out = choose(odd, minus_least, least);
  (*check).second_out = choose(odd, minus_second, second);
  (*check).least_minus = choose(odd, least, minus_least);
  (*check).second_minus = choose(odd, second, minus_second);
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, term: EdgeTerm) -> Extrinsic {
  let other = byte_mask((t.magnitude ^ (*check).least) + LOW);
  let change = choose(other, (*check).least_out, (*check).second_out);
  let minus = choose(other, (*check).least_minus, (*check).second_minus);
  // |t| + change, −31 … 158; sums above 127 occur where the check is even.
  let sum = (t.magnitude + (change & LOW)) ^ (change & HIGH);
  let over = sum & HIGH & ~(*check).odd;
  let limited = (sum | (over - (over >> 7u))) & ~over;
  let signed = limited ^ t.negative;
  return Extrinsic(
    choose(t.negative, minus, change),
    ((signed & LOW) + (t.negative & ONES)) ^ (signed & HIGH),
  );
}

fn outgoing(least: u32) -> u32 {
  var magnitude = least;
  if (SCALE != 256u) {
    let even = (((magnitude & 0x00ff00ffu) * SCALE + 0x00800080u) >> 8u) & 0x00ff00ffu;
    let odd = ((((magnitude >> 8u) & 0x00ff00ffu) * SCALE + 0x00800080u) >> 8u) & 0x00ff00ffu;
    magnitude = even | (odd << 8u);
  }
  if (OFFSET_STEPS != 0u) {
    let reduced = (magnitude | HIGH) - OFFSET_STEPS * ONES;
    magnitude = reduced & LOW & byte_mask(reduced);
  }
  let over = (magnitude + 0x60606060u) & HIGH; // 32 and above
  return (magnitude | ((over >> 2u) - (over >> 7u))) & 0x1f1f1f1fu;
}
