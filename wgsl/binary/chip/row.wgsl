// Statements of binary/chip/iterations: the update of check z of block row r, unrolled. The others of an edge are the edges before it and the edges
// after it, the last of which is the row's variable of degree 1 if there is one: with it, or with the first two edges, the bounds of all are
// bounded. Steps are taken for the edges of a batch together: with all edges in one NVIDIA's compiler spills fewer of many
// registers, with an edge in each its code is faster if registers are few.
#for k in STRAIGHT_$r: let at_$k = core + FIRST_$r_$k + z;
#for k in SHIFTED_$r: let at_$k = core + FIRST_$r_$k + min(z + SHIFT_$r_$k, z + SHIFT_$r_$k - LIFTING_SIZE);
#for b in 0..BATCHES_$r
#for k in BATCH_$r_$b: #for c in SHARED_COLUMN_$r_$k: let old_$k = posterior[at_$k];
#for k in BATCH_$r_$b: #for c in PRIVATE_COLUMN_$r_$k: let old_$k = private_posterior_$c;
#for k in BATCH_$r_$b
#for w in WORD_$r_$k: #for q in PLACE_$r_$k: let raised_$k = difference(old_$k, message_$q(messages_$w, low_bytes));
#if <edge>
// The rule reads steps. The posterior keeps the difference that it had of them.
let read_$k = edge_updated(lowered(raised_$k) * Lanes(Number(UNIT)), state_$r_$k, iteration == 0u);
state_$r_$k = read_$k.state;
let t_$k = if_there(read_$k.t * Lanes(Number(1.0 / UNIT)), ABSENT_$r_$k, z);
#else
let t_$k = if_there(lowered(raised_$k), ABSENT_$r_$k, z);
#end
#end
#end
#for k in 0..BOUNDED_$r: let magnitude_$k = bounded(magnitude(t_$k));
#for k in BOUNDED_$r..DEGREE_$r: let magnitude_$k = magnitude(t_$k);
var signs = signs_from(check_sign(word, CHECK_$r + z));
#for x in 0..DEGREE_ONE_$r
let own = unpack(own_in_units(own_of_$v));
signs ^= signs_of(own);
var after = bounded(magnitude(own));
#end
#for k in 0..DEGREE_$r: signs ^= signs_of(t_$k);
var before = OF_NO_EDGE;
#for k in 0..START_$r: before = magnitude_$k;
#for k in START_$r..DEGREE_$r
let before_$k = before;
before = joined(before, magnitude_$k);
#end
#for k in AFTER_$r..DEGREE_$r
let others_$k = before_$k;
var after = magnitude_$k;
#end
#for k in AFTER_$r..START_$r
let others_$k = joined(before_$k, after);
after = joined(after, magnitude_$k);
#end
#for k in 0..START_$r: let others_$k = after;
#for b in 0..BATCHES_$r
#for k in BATCH_$r_$b: let edge_$k = updated(outgoing(others_$k), signs, t_$k, raised_$k);
#for k in BATCH_$r_$b
#for c in SHARED_COLUMN_$r_$k
#if LACKS_EDGE: if (is_there(ABSENT_$r_$k, z)) { posterior[at_$k] = edge_$k.posterior; }
#else: posterior[at_$k] = edge_$k.posterior;
#end
#end
#for k in BATCH_$r_$b
#for c in PRIVATE_COLUMN_$r_$k
#if LACKS_EDGE: if (is_there(ABSENT_$r_$k, z)) { private_posterior_$c = edge_$k.posterior; }
#else: private_posterior_$c = edge_$k.posterior;
#end
#end
#end
#for b in BATCHES_$r..0
#for k in BATCH_$r_$b
#for w in WORD_$r_$k: #for j in SECOND_$r_$k: messages_$w = paired(edge_$k.message, edge_$j.message, low_bytes);
#end
#for k in BATCH_$r_$b
#for w in WORD_$r_$k: #for q in SINGLE_$r_$k: messages_$w = with_message_$q(messages_$w, edge_$k.message, low_bytes);
#end
#end
#for x in 0..DEGREE_ONE_$r
let own_posterior = updated(outgoing(bounded(before)), signs, own, raised(own)).posterior;
#if !PACKED
if (STOP == 1u || iteration + 1u == iterations) { store(word, OWN_$r + z, in_steps(own_posterior), ~done); }
#end
#end
#for w in OWN_SIGN_WORD_$r
#if OWN_SIGNS_LAST
if (iteration + 1u == iterations) { own_signs_$w = with_own_sign(own_signs_$w, own_posterior, OWN_PLACE_$r); }
#else
own_signs_$w = with_own_sign(own_signs_$w, own_posterior, OWN_PLACE_$r);
#end
#end
