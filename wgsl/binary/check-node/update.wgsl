// The update of one check: for each edge t = posterior − message, the check-node rule, new messages and, in a layered
// schedule, new posteriors t + message at once (CV-QKD paper, eqs. 4 to 11; EQML paper, eqs. 7 to 14, for flooding). One
// function for each degree, all edges in registers.
//
// The kernel declares DEGREES0 and DEGREES1 (degrees without and with a degree-1 variable), LAYERED, the functions
// load_posterior, store_posterior, done_of (lanes that must not change) and degree_one_is_read (whether a
// kernel reads the posteriors of degree-1 variables of this iteration), and the buffers channel, posteriors,
// messages; it imports <edge>, a rule of an edge's message, and binary/check-node/edges. COMPRESSED: messages of a check are in fewer words than one an edge,
// and a missing edge has bits there, too. SERIAL: a processor runs workgroups one after the other, so that a workgroup has all checks,
// group by group, and words come in whole strips, even words without an active lane. SYNDROME_IN_CHANNEL: channel LLRs of degree-1
// variables have the signs of their checks' syndromes (binary/sign-channel). EDGE_WORDS: element MESSAGES + e of a word of messages is the state of
// edge e, what its rule returned in the iteration before. CARRIED: posteriors are of an earlier decoding; flooding, the first iteration
// reads the channel, layered, priors are made of them before.
#import common/lane-bits
#if COMPRESSED: #import binary/check-node/compressed
#if <weights>
// check_extrinsic reads the weight of its edge in `check`.
#import <weights>
#end

// The message from a variable to a check as the check reads it, and the state of its edge.
struct Edge {
  t: Lanes,
  state: u32,
}

#for l in 0..2
#for d in DEGREES$l
fn update_checks_$d_$l(group: PackedCheckGroup, first_t: u32, last_t: u32, word: u32, first: bool, lacks: bool) {
  let done = done_of();
#if SERIAL: for (var t = first_t; t < last_t; t++) {
#else: { let t = first_t;
  let base = group.message + t;
  let i = block_row(group, t);
#for k in 0..$d
  let edge$k = base + $ku * group.count;
  let variable$k = edge_variable(group, $ku, t, i);
#end
#for k in 0..$d
#if CARRIED
  let posterior$k = select(load_posterior(word, variable$k), channel[word_index(word, variable$k, N)], first && LAYERED == 0u);
#else
  let posterior$k = load_posterior(word, variable$k);
#end
#end
#if COMPRESSED
  let places = places_of(word, group, t);
  var stored = stored_messages(places, $du, first);
#for k in 0..$d: let message$k = message_at(&stored, places, $ku, $du, first);
#else
#for k in 0..$d: let message$k = select(messages[word_index(word, edge$k, MESSAGE_ELEMENTS)], 0u, first);
#end
#if !EDGE_WORDS
#for k in 0..$d: let t$k = if_exists(difference(posterior$k, message$k), exists(edge$k, lacks));
#else
#for k in 0..$d
  let state$k = word_index(word, MESSAGES + edge$k, MESSAGE_ELEMENTS);
  let unread$k = if_exists(difference(posterior$k, message$k), exists(edge$k, lacks));
  let read$k = edge_updated(unread$k, messages[state$k], first);
  messages[state$k] = keep(messages[state$k], read$k.state, done);
  let t$k = read$k.t;
#end
#end
#for x in 0..$l
  let degree_one = word_index(word, group.degree_one + t, N);
  let t$d = unpack(channel[degree_one]);
#end
  var check = check_init(signs_from(sign_beside_channel(word, group.check + t, $lu)));
#for k in 0..$d: let term$k = check_accumulate(&check, t$k);
#for x in 0..$l: let term$d = check_accumulate(&check, t$d);
  check_finish(&check);
#if COMPRESSED: begin_messages(&stored, places, $du, &check);
#for x in 0..$l
#if <weights>: check.weight = degree_one_weight(group.check + t);
  let degree_one_extrinsic = check_extrinsic(&check, t$d, term$d);
  if (degree_one_is_read()) {
#if SYNDROME_IN_CHANNEL
    let syndrome_sign = check_sign(word, group.check + t);
    let degree_one_posterior = total(unpack(channel[degree_one] ^ syndrome_sign), degree_one_extrinsic.message ^ syndrome_sign);
#else
    let degree_one_posterior = degree_one_extrinsic.posterior;
#end
    posteriors[degree_one] = select(degree_one_posterior, keep(posteriors[degree_one], degree_one_posterior, done), done != 0u);
  }
#end
#for k in $d..0
#if <weights>: check.weight = weight_of(group.entry + $ku, edge$k);
  let extrinsic$k = check_extrinsic(&check, t$k, term$k);
#if COMPRESSED: store_message(&stored, places, $ku, $du, extrinsic$k.message, &check, t$k, term$k);
#if SERIAL
  // A processor stores what was there, and a message that nobody reads, sooner than it branches on a missing edge.
  {
#else
  if (exists(edge$k, lacks)) {
#end
#if !COMPRESSED: messages[word_index(word, edge$k, MESSAGE_ELEMENTS)] = extrinsic$k.message;
    if (LAYERED == 1u) {
#if EDGE_WORDS
      // What the rule of edges takes from the check stays in the posterior, else it would be lost to all other checks.
      let after$k = keep(posterior$k, total(unread$k, extrinsic$k.message), done);
#else
      let after$k = keep(posterior$k, extrinsic$k.posterior, done);
#end
      store_posterior(word, variable$k, select(posterior$k, after$k, SERIAL == 0u || exists(edge$k, lacks)));
    }
  }
#end
  }
}
#end
#end

// Updates the checks first_t … last_t − 1 of a group, without SERIAL only the first.
fn update_checks(group: PackedCheckGroup, first_t: u32, last_t: u32, word: u32, first: bool) {
  switch (2u * group.degree + (group.flags & HAS_DEGREE_ONE)) {
#for l in 0..2
#for d in DEGREES$l
    case 2u * $du + $lu: {
#if SERIAL: if (lacks_edge(group, first_t, $du)) { update_checks_$d_$l(group, first_t, last_t, word, first, true); } else
      { update_checks_$d_$l(group, first_t, last_t, word, first, SERIAL == 0u); }
    }
#end
#end
    default: {}
  }
}

// Sign bits of the syndrome that the channel LLR of a check's degree-1 variable does not have.
fn sign_beside_channel(word: u32, check: u32, degree_ones: u32) -> u32 {
  if (SYNDROME_IN_CHANNEL * degree_ones == 1u) { return 0u; }
  return check_sign(word, check);
}

fn if_exists(t: Lanes, there: bool) -> Lanes {
  if (there) { return t; }
  return NEUTRAL;
}

// Lanes of done frames keep their values.
fn keep(before: u32, after: u32, done: u32) -> u32 {
  if (STOP == 0u || (INTERLEAVE == 1u && SERIAL == 0u)) { return after; }
  return (before & done) | (after & ~done);
}
