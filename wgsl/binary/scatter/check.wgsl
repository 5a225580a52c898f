// binary/scatter/check: an iteration of flooding min-sum in one dispatch, for few frames: each check computes its
// messages from the posteriors of its variables and adds them to the variables' sums, which the next iteration reads.
// Magnitudes are scaled by 3/4 and clipped at MESSAGE_CLIP.
// in   llr_bytes [frame][N] int8 in steps, entries [block row][edge][part] (wgsl/binary/scatter/sums)
// i/o  sums [frame][section][word][N]; check_state [frame][part][2][check]: the two magnitudes and the edge of the least of a check, and
//      signs of the messages of a part of its edges; outcome [frame][BIT_WORDS, iterations]: 1 for an iteration whose decision fails a check,
//      which the next iteration determines
// map  PARTS invocations per check; workgroup y = frame
// exact: integers
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot

#in llr_bytes: u32, entries: vec2u
#out sums: atomic<u32>, check_state: u32, outcome: atomic<u32>

#import binary/scatter/sums

const THREADS: u32 = ((CHECKS + CHECKS_TOGETHER - 1u) / CHECKS_TOGETHER) * WORKGROUP_SIZE;

// Minima of some edges of a check in a word: the two least magnitudes, which are at most 254, and the edge of the least; whether the signs, and
// the signs of posteriors, have an odd number of minuses.
const ODD_SIGNS: u32 = 1u << 30u;
const ODD_POSTERIORS: u32 = 1u << 31u;
fn least_of(word: u32) -> u32 { return word & 0xffu; }
fn next_of(word: u32) -> u32 { return (word >> 8u) & 0xffu; }
fn edge_of(word: u32) -> u32 { return (word >> 16u) & 0x1fu; }
fn minima(least: u32, next: u32, edge: u32) -> u32 { return least | (next << 8u) | (edge << 16u); }

// The same of the edges of both words.
fn joined(a: u32, b: u32) -> u32 {
  let edge = select(edge_of(a), edge_of(b), least_of(b) < least_of(a));
  let next = min(max(least_of(a), least_of(b)), min(next_of(a), next_of(b)));
  return minima(min(least_of(a), least_of(b)), next, edge) | ((a ^ b) & (ODD_SIGNS | ODD_POSTERIORS));
}

#if SPREAD
var<workgroup> of_parts: array<u32, WORKGROUP_SIZE>;
fn of_all_parts(own: u32, invocation: u32) -> u32 {
  of_parts[invocation] = own;
  workgroupBarrier();
  var all = of_parts[invocation % CHECKS_TOGETHER];
#for p in 1..PARTS: all = joined(all, of_parts[$pu * CHECKS_TOGETHER + invocation % CHECKS_TOGETHER]);
  return all;
}
#else
fn of_all_parts(own: u32, _invocation: u32) -> u32 { return own; }
#end

fn damped(least: u32) -> u32 { return min((min(least, 170u) * 3u) / 4u, u32(MESSAGE_CLIP)); }

// The message of edge i of a part.
fn message(all: u32, signs: u32, part: u32, i: u32) -> i32 {
  let magnitude = i32(select(least_of(all), next_of(all), i * PARTS + part == edge_of(all)));
  return select(magnitude, -magnitude, ((signs >> i) & 1u) == 1u);
}

// Found in the first edges of a part: the two least magnitudes, the edge of the least, the signs and the number of posteriors below zero.
struct Found { least: u32, next: u32, edge: u32, signs: u32, minuses: u32 }

// The same with edge i of the part, whose variable has the posterior `total`.
fn with_edge(found: Found, total: i32, old: i32, part: u32, i: u32) -> Found {
  let t = total - old;
  let magnitude = u32(abs(t));
  return Found(
    min(found.least, magnitude),
    min(found.next, max(magnitude, found.least)),
    select(found.edge, i * PARTS + part, magnitude < found.least),
    found.signs | (u32(t < 0) << i),
    found.minuses + u32(total < 0),
  );
}

// The posterior before an iteration; before the first it is the channel's LLR.
fn total(frame: u32, at: u32, n: u32, begins: bool) -> i32 {
  if (begins) { return channel_llr(frame, n); }
  return posterior(frame, at, n);
}

fn add(at: u32, n: u32, sum: u32, value: i32) {
  atomicAdd(&sums[at + (sum / 2u) * N + n], bitcast<u32>(value) << (16u * (sum % 2u)));
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup_slot(workgroup);
  if (frame >= run.frames) { return; }
  let begins = run.iteration == 0u;
  if (begins && workgroup.x == 0u) {
    for (var i = BIT_WORDS + invocation; i < OUTCOME; i += WORKGROUP_SIZE) { atomicStore(&outcome[frame * OUTCOME + i], 0u); }
  }
  // A decision that satisfied all checks stays: the next iteration changed other sections only, and later iterations
  // change nothing.
  var has_ended = false;
  if (STOP == 1u && run.iteration >= 2u) {
    has_ended = atomicLoad(&outcome[frame * OUTCOME + BIT_WORDS + run.iteration - 2u]) == 0u;
  }
  if (!has_ended) {
    let clear_at = section_at(frame, run.iteration + 2u);
    for (var i = workgroup.x * WORKGROUP_SIZE + invocation; i < WORDS * N; i += THREADS) { atomicStore(&sums[clear_at + i], 0u); }
  }

  let together = invocation % CHECKS_TOGETHER;
  let part = invocation / CHECKS_TOGETHER;
  let place = workgroup.x * CHECKS_TOGETHER + together;
  let check = min(place, CHECKS - 1u);
  let read_at = section_at(frame, run.iteration);
  let state_at = (frame * PARTS + part) * 2u * CHECKS + check;
  // Before the first iteration messages are zero.
  let old = select(check_state[state_at], 0u, begins);
  let old_signs = check_state[state_at + CHECKS];
  var found = Found(255u, 255u, 0u, 0u, 0u);
#if SPREAD
#for i in 0..EDGES
  let entry_$i = entry_of(check, part, $iu);
  let n_$i = variable_of(entry_$i, check);
#end
  // Most parts have one edge or none, and so have all invocations around them: loads for absent edges took a quarter of the time.
  var total_0 = 0;
  if (is_edge(entry_0)) { total_0 = total(frame, read_at, n_0, begins); }
  if (is_edge(entry_1)) {
#for i in 1..EDGES: let total_$i = total(frame, read_at, n_$i, begins);
    found = with_edge(found, total_0, message(old, old_signs, part, 0u), part, 0u);
#for i in 1..EDGES
    if (is_edge(entry_$i)) { found = with_edge(found, total_$i, message(old, old_signs, part, $iu), part, $iu); }
#end
  } else if (is_edge(entry_0)) {
    found = with_edge(found, total_0, message(old, old_signs, part, 0u), part, 0u);
  }
#else
  let degree = degree_of(check);
  for (var first = 0u; first < degree; first += BATCH) {
#for i in 0..BATCH
    let entry_$i = entry_of(check, part, first + $iu);
    let n_$i = variable_of(entry_$i, check);
    let total_$i = select(posterior(frame, read_at, n_$i), channel_llr(frame, n_$i), begins);
#end
#for i in 0..BATCH
    if (is_edge(entry_$i)) { found = with_edge(found, total_$i, message(old, old_signs, part, first + $iu), part, first + $iu); }
#end
  }
#end
  var signs = found.signs;
  let own = minima(found.least, found.next, found.edge) | ((countOneBits(signs) & 1u) << 30u) | (found.minuses << 31u);
  let all = of_all_parts(own, invocation);
  if (has_ended || place >= CHECKS) { return; }

  if (!begins && part == 0u && (all & ODD_POSTERIORS) != 0u) {
    atomicStore(&outcome[frame * OUTCOME + BIT_WORDS + run.iteration - 1u], 1u);
  }
  let sent = minima(damped(least_of(all)), damped(next_of(all)), edge_of(all));
  // The sign of a message is the product of all other edges' signs.
  if ((all & ODD_SIGNS) != 0u) { signs = ~signs; }
  check_state[state_at] = sent;
  check_state[state_at + CHECKS] = signs;
  let add_at = section_at(frame, run.iteration + 1u);
#if SPREAD
#for i in 0..EDGES: if (is_edge(entry_$i)) { add(add_at, n_$i, entry_$i.y >> 16u, message(sent, signs, part, $iu)); }
#else
  for (var i = 0u; i < degree; i++) {
    let entry = entry_of(check, part, i);
    add(add_at, variable_of(entry, check), partial_sum_of(entry), message(sent, signs, part, i));
  }
#end
}
