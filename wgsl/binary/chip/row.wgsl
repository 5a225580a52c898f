// Statements of binary/chip/iterations: the update of check z of block row r, unrolled. The least magnitude of the other edges of an edge is that
// of the edges before and after it. It begins with the own magnitude of the row's variable of degree 1, or with the first edge; the bounds of two
// edges then bound all minima.
#for k in STRAIGHT_$r
let at_$k = core + FIRST_$r_$k + z;
#end
#for k in SHIFTED_$r
let at_$k = core + FIRST_$r_$k + min(z + SHIFT_$r_$k, z + SHIFT_$r_$k - LIFTING_SIZE);
#end
var messages = 0u;
#for k in 0..DEGREE_$r
#for x in 0..BEGINS_$k
messages = messages_$r_$k;
#end
#for p in PLACE_$k
let raised_$k = difference(posterior[at_$k], message_$p(messages, low_bytes));
#end
let t_$k = lowered(raised_$k);
#end
#for k in 0..BOUNDED_$r
let magnitude_$k = min(magnitude(t_$k), LARGEST);
#end
#for k in BOUNDED_$r..DEGREE_$r
let magnitude_$k = magnitude(t_$k);
#end
var signs = signs_from(check_sign(word, CHECK_$r + z));
var before = LARGEST;
#for x in 0..DEGREE_ONE_$r
let own = unpack(own_in_units(own_$r));
signs ^= signs_of(own);
before = min(before, magnitude(own));
#end
#for k in 0..DEGREE_$r
signs ^= signs_of(t_$k);
#end
#for k in 0..START_$r
before = magnitude_$k;
#end
#for k in START_$r..DEGREE_$r
let before_$k = before;
before = min(before, magnitude_$k);
#end
#for k in LAST_$r..DEGREE_$r
let least_$k = before_$k;
var after = magnitude_$k;
#end
#for k in LAST_$r..START_$r
let least_$k = min(before_$k, after);
after = min(after, magnitude_$k);
#end
#for k in 0..START_$r
let least_$k = after;
#end
#for k in 0..DEGREE_$r
let edge_$k = updated(outgoing(least_$k), signs, t_$k, raised_$k);
posterior[at_$k] = edge_$k.posterior;
#end
#for k in DEGREE_$r..0
#for p in PLACE_$k
messages = with_message_$p(messages, edge_$k.message, low_bytes);
#end
#for x in 0..BEGINS_$k
messages_$r_$k = messages;
#end
#end
#for x in 0..DEGREE_ONE_$r
let value = in_steps(updated(outgoing(min(after, LARGEST)), signs, own, raised(own)).posterior);
if (STOP == 1u || iteration + 1u == iterations) { store(word, OWN_$r + z, value, ~done); }
#end
