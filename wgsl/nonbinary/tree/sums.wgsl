// For each edge of a check its variable's message, and the variable's decision, of one frame. Messages to variables lie
// in the order of their symbols, [frame][half][edge and one of zeros][symbol a]: an iteration reads one half and writes
// the other, so that all its checks can run at once. A check itself adds the messages to the variables of its edges,
// which saves a dispatch for variables. `edges` has for each edge its variable, h and the VARIABLE_DEGREE edges of the
// variable in their order; a variable of lower degree has the vector of zeros in the remaining places. The sums equal
// the sums of nonbinary/variable bit for bit, because no message is below 0. The kernel declares check_start and edges,
// multiples [2][h][q] = h·a and x/h, channel_llr and messages. With LEVELS above 0 all values are whole numbers of steps, as in
// nonbinary/variable-levels, and messages are below LEVELS.
#import common/bound
const EDGE_WORDS: u32 = 2u + VARIABLE_DEGREE;
const GROUPS: u32 = 1u << (P / 2u);  // of symbols, of which a least value is found in two steps
const GROUP: u32 = Q / GROUPS;

const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

fn channel_value(llr: f32) -> f32 {
  if (LEVELS == 0u) { return llr; }
  let received = floor(clamp(llr * STEPS_PER_LLR + 0.5, 0.0, f32(RECEIVED_MAX)));
  return select(received, f32(CHANNEL_MAX), llr >= LLR_BOUND);
}

fn product_of(h: u32, a: u32) -> u32 { return multiples[h * Q + a]; }
fn quotient_of(h: u32, x: u32) -> u32 { return multiples[(Q + h) * Q + x]; }

// Where the messages of an iteration begin.
fn messages_of(slot: u32, iteration: u32) -> u32 { return (2u * slot + (iteration & 1u)) * (EDGES + 1u) * Q; }

// The message of an edge's variable about a symbol to the check, and its posterior. @param heard place of the messages
// that the variable received.
fn sums_of(e: u32, a: u32, slot: u32, knows: bool, heard: u32) -> vec2f {
  var sums = vec2f(channel_value(channel_llr[(slot * N + edges[e * EDGE_WORDS]) * Q + a]));
  if (knows) {
#for k in 0..VARIABLE_DEGREE
    let edge_$k = edges[e * EDGE_WORDS + 2u + $ku];
    let message_$k = messages[heard + edge_$k * Q + a];
#end
#for k in 0..VARIABLE_DEGREE: sums += vec2f(select(message_$k, 0.0, edge_$k == e), message_$k);
  }
  return sums;
}

// Decisions: totals [row][a] of the ROWS edges at hand, the likeliest symbol of each group, and the sum of h·c over the edges.
var<workgroup> totals: array<f32, ROWS * Q>;
var<workgroup> likeliest: array<u32, ROWS * GROUPS>;
var<workgroup> sum_of_products: atomic<u32>;

// The lowest symbol of equals.
fn find_likeliest(row: u32, group: u32) {
  var best = group * GROUP;
  for (var j = 1u; j < GROUP; j++) {
    if (totals[row * Q + group * GROUP + j] < totals[row * Q + best]) { best = group * GROUP + j; }
  }
  likeliest[row * GROUPS + group] = best;
}
fn decision_of(row: u32) -> u32 {
  var best = likeliest[row * GROUPS];
  for (var group = 1u; group < GROUPS; group++) {
    let other = likeliest[row * GROUPS + group];
    if (totals[row * Q + other] < totals[row * Q + best]) { best = other; }
  }
  return best;
}
