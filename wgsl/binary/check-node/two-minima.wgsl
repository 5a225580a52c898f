// The part that min-sum check nodes share: the least and the second magnitude, and the product of signs. The file that
// imports this one declares `outgoing`, which converts the least magnitude of the other edges into the message's
// magnitude; with weights of edges `bounded` does so as far as it is the same for all edges, and `outgoing` does the rest.
//
// Every check-node file declares check_init; check_accumulate for each edge in order; check_finish; and check_extrinsic
// for each edge in the reverse order, with the result of its check_accumulate.
#import binary/check-node/extrinsic

struct Check {
  least: Lanes,
  second: Lanes,
  signs: Signs,
  least_out: Lanes,
  second_out: Lanes,
#if <weights>
  weight: vec2u, // of the edge: the second argument of outgoing
#end
}
alias EdgeTerm = Lanes; // |t|

#if <weights>
fn check_init(signs: Signs) -> Check { return Check(NEUTRAL, NEUTRAL, signs, Lanes(), Lanes(), vec2u()); }
#else
fn check_init(signs: Signs) -> Check { return Check(NEUTRAL, NEUTRAL, signs, Lanes(), Lanes()); }
#end

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let magnitude = absolute(t);
  (*check).second = least_of((*check).second, greatest_of((*check).least, magnitude));
  (*check).least = least_of((*check).least, magnitude);
  (*check).signs ^= signs_of(t);
  return magnitude;
}

#if <weights>
fn check_finish(check: ptr<function, Check>) {
  (*check).least_out = bounded((*check).least);
  (*check).second_out = bounded((*check).second);
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, magnitude: EdgeTerm) -> Extrinsic {
  let least = choose_if_equal(magnitude, (*check).least, (*check).second_out, (*check).least_out);
  return extrinsic(t, with_signs(outgoing(least, (*check).weight), (*check).signs ^ signs_of(t)));
}
#else
fn check_finish(check: ptr<function, Check>) {
  (*check).least_out = outgoing((*check).least);
  (*check).second_out = outgoing((*check).second);
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, magnitude: EdgeTerm) -> Extrinsic {
  let out = choose_if_equal(magnitude, (*check).least, (*check).second_out, (*check).least_out);
  return extrinsic(t, with_signs(out, (*check).signs ^ signs_of(t)));
}
#end

// For binary/check-node/compressed: the magnitude of the messages to all edges but the least, and to the least. A magnitude may have a sign of its own, which is in the sign of each message.
fn check_minima(check: ptr<function, Check>) -> vec2u { return vec2u(pack((*check).least_out) & ~SIGN_BITS, pack((*check).second_out) & ~SIGN_BITS); }
fn check_distance(check: ptr<function, Check>, _t: Lanes, magnitude: EdgeTerm) -> u32 { return pack(magnitude) ^ pack((*check).least); }
