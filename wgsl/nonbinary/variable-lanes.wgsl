// nonbinary/variable-lanes: the variables of nonbinary/variable with probabilities, and JOINT those of a pair of codes with the priors of
// nonbinary/nodes/joint, flooding and bit for bit, for a CPU whose vectors have GROUPS words (nonbinary/check-node/lanes).
// Messages are permuted in workgroup memory, both ways by loads: a CPU has no fast store of lanes to places of their own.
// in   variable_start [N + 1], JOINT: as nonbinary/nodes/joint, variable_edges [edge] (edge, h) in variable-major order, lists
//      products [h][q] = h·a, quotients [h][q] = x/h
//      channel [variable][word of frames][word of symbols a], JOINT the coupling of nonbinary/nodes/joint; check_to_variable [edge][slot][word of symbols x = h·a]
// out  variable_to_check [edge][slot][word of symbols x], but after the last iteration; START: the first messages, of the channel alone
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
//      REGULAR: each variable has UNROLLED_DEGREE edges, so no condition divides the code
// map  one workgroup per variable, JOINT per variable of the first half with that of the second half (x), and slot (y, z); GROUPS invocations
#import common/run, common/workgroup-slot, <storage>, <domain>

#in variable_start: u32, variable_edges: vec2u, products: u32, quotients: u32, channel: u32, check_to_variable: u32, active_list: u32
#out variable_to_check: u32, symbols: u32

#import common/active-frames/slots, nonbinary/place, nonbinary/check-node/lanes

const PRIOR_LEAST: f32 = 8.756e-27; // e^-60

var<workgroup> numbers: array<array<f32, GROUPS>, PART>;
var<workgroup> likeliest: array<u32, GROUPS>;

// Symbol x of the message whose words were put here. IN_WORDS: words in the place of numbers are half as many for 16-bit messages, and a
// CPU that permutes 128 words in registers has them at once.
#if IN_WORDS
var<workgroup> words: array<u32, PART_WORDS * GROUPS>;
fn put_here(w: u32, group: u32, word: u32) { words[w * GROUPS + group] = word; }
fn put_part_here(group: u32, t: ptr<function, Part>) {
#for w in 0..PART_WORDS: words[$wu * GROUPS + group] = word_of_part(t, $wu);
}
fn number_of(x: u32) -> f32 {
  let word = words[x / PER_WORD];
  return select(symbol_value(word, 0u), symbol_value(word, PER_WORD - 1u), x % PER_WORD > 0u);
}
#else
fn put_here(w: u32, group: u32, word: u32) {
#for b in 0..SYMBOLS_OF_WORD: numbers[w * PER_WORD + $bu][group] = symbol_value(word, $bu);
}
fn put_part_here(group: u32, t: ptr<function, Part>) {
#for j in 0..PART: numbers[$j][group] = (*t)[$j];
}
fn number_of(x: u32) -> f32 {
  let at = place_in_lanes(x);
  return numbers[at / GROUPS][at % GROUPS];
}
#end

#if JOINT
// Symbols are numbered by the errors of their qubits.
fn symbol_at(errors: u32, side: u32) -> u32 { return select(errors, variable_start[ELEMENTS_AT + errors], side == 1u); }
fn errors_of(a: u32, side: u32) -> u32 { return select(a, variable_start[ELEMENTS_AT + Q + a], side == 1u); }

fn mixed(p: f32, u: f32, r: f32, v: f32) -> f32 { return max(p * u + r * v, 1.0e-36); }

// The greatest number of a vector.
fn greatest(group: u32, t: ptr<function, Part>) -> f32 {
  var most = (*t)[0];
#for j in 1..PART: most = max(most, (*t)[$j]);
#for l in LANE_LENGTHS
  numbers[0][group] = most;
  workgroupBarrier();
  most = max(most, numbers[0][group ^ $lu]);
  workgroupBarrier();
#end
  return most;
}

// The priors of the other side's errors by what is known of this side's, as nonbinary/nodes/joint computes them.
fn couple(group: u32, t: ptr<function, Part>, side: u32) {
  // Of a qubit: no error, the own error, the other one, both.
  let p = vec4f(coupling(0u), coupling(1u + side), coupling(2u - side), coupling(3u));
  let scale = 1.0 / greatest(group, t);
#for j in 0..PART: (*t)[$j] *= scale;
#for l in WORD_LENGTHS: couple_registers_$l(t, p);
#for l in LANE_LENGTHS
  {
    let is_upper = (group & $lu) != 0u;
    let of_own = select(p[0], p[3], is_upper);
    let of_other = select(p[1], p[2], is_upper);
#for j in 0..PART: numbers[$j][group] = (*t)[$j];
    workgroupBarrier();
#for j in 0..PART: (*t)[$j] = mixed(of_own, (*t)[$j], of_other, numbers[$j][group ^ $lu]);
    workgroupBarrier();
  }
#end
#for l in REGISTER_LENGTHS: couple_registers_$l(t, p);
  let to_prior = 1.0 / greatest(group, t);
#for j in 0..PART: (*t)[$j] = rounded(max((*t)[$j] * to_prior, PRIOR_LEAST));
}

fn coupling(errors: u32) -> f32 { return bitcast<f32>(channel[errors]); }

#for l in LENGTHS
fn couple_registers_$l(t: ptr<function, Part>, p: vec4f) {
#for j in 0..PART
  if (($ju & $lu) == 0u) {
    let u = (*t)[$j];
    let v = (*t)[$ju | $lu];
    (*t)[$j] = mixed(p[0], u, p[1], v);
    (*t)[$ju | $lu] = mixed(p[2], u, p[3], v);
  }
#end
}
#end
#else
fn symbol_at(errors: u32, side: u32) -> u32 { return errors; }
fn errors_of(a: u32, side: u32) -> u32 { return a; }
#end

@compute @workgroup_size(GROUPS)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) group: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= active_frames()) { return; }
  let frame = entry_slot(entry_at(slot));
  let last = START == 0u && run.iteration + 1u == ITERATIONS;
#for s in 0..SIDES
  let n_$s = workgroup.x + $su * (N / 2u);
  let first_$s = variable_start[n_$s];
#if REGULAR: const degree_$s = UNROLLED_DEGREE;
#else: let degree_$s = variable_start[n_$s + 1u] - first_$s;
  let a_$s = symbol_at(symbol_of_lane(group), $su);
#for l in LENGTHS: let a_$s_of_$l = symbol_at(symbol_of_register($lu), $su);
#for k in 0..UNROLLED_DEGREE
  let edge_$s_$k = variable_edges[first_$s + min($ku, degree_$s - 1u)];
  let row_$s_$k = edge_$s_$k.y * Q;
  var r_$s_$k: Part;
#for j in 0..PART: r_$s_$k[$j] = NOTHING_KNOWN;
  if (START == 0u && $ku < degree_$s) {
#for w in 0..PART_WORDS: put_here($wu, group, check_to_variable[place(edge_$s_$k.x, $wu * GROUPS + group, message_slots(), slot)]);
    workgroupBarrier();
    // Symbols in the order of the check.
    let x = products[row_$s_$k + a_$s];
#for l in LENGTHS: let x_of_$l = products[row_$s_$k + a_$s_of_$l];
#for j in 0..PART
    var x_$j = x;
#for l in LENGTHS: if (($ju & $lu) != 0u) { x_$j ^= x_of_$l; }
    r_$s_$k[$j] = number_of(x_$j);
#end
    workgroupBarrier();
  }
#end
  var prior_$s: Part;
#if JOINT
  // What the messages say about the other variable's errors.
  var said_$s: Part;
#for j in 0..PART
  said_$s[$j] = NOTHING_KNOWN;
#for k in 0..UNROLLED_DEGREE: said_$s[$j] = together(said_$s[$j], r_$s_$k[$j]);
#end
  couple(group, &said_$s, $su);
#else
#for w in 0..PART_WORDS
  {
    let word = channel[place(n_$s, $wu * GROUPS + group, run_slots(), frame)];
#for b in 0..SYMBOLS_OF_WORD: prior_$s[$wu * PER_WORD + $bu] = symbol_value(word, $bu);
  }
#end
#end
#end
#if JOINT
#for j in 0..PART
  prior_0[$j] = said_1[$j];
  prior_1[$j] = said_0[$j];
#end
#end
#for s in 0..SIDES
  if (!last) {
#for k in 0..UNROLLED_DEGREE
    if ($ku < degree_$s) {
      var sum: Part;
#for j in 0..PART
      sum[$j] = prior_$s[$j];
#for i in 0..UNROLLED_DEGREE: if ($i != $k) { sum[$j] = together(sum[$j], r_$s_$i[$j]); }
#end
      put_part_here(group, &sum);
      workgroupBarrier();
      // Where the symbols of the check's order are.
      let at = errors_of(quotients[row_$s_$k + symbol_of_lane(group)], $su);
#for l in LENGTHS: let at_of_$l = errors_of(quotients[row_$s_$k + symbol_of_register($lu)], $su);
      var sent: Part;
#for j in 0..PART
      var at_$j = at;
#for l in LENGTHS: if (($ju & $lu) != 0u) { at_$j ^= at_of_$l; }
      sent[$j] = number_of(at_$j);
#end
#for w in 0..PART_WORDS: variable_to_check[place(edge_$s_$k.x, $wu * GROUPS + group, message_slots(), slot)] = word_of_part(&sent, $wu);
      workgroupBarrier();
    }
#end
  }
  if (START == 0u && (COMPACTS || last)) {
    var best_value = 0.0;
    var best = 0u;
#for j in 0..PART
    {
      var symbol = 0u;
#for l in LENGTHS: if (($ju & $lu) != 0u) { symbol ^= a_$s_of_$l; }
      symbol ^= a_$s;
      var all = prior_$s[$j];
#for k in 0..UNROLLED_DEGREE: all = together(all, r_$s_$k[$j]);
      let is_better = (all > best_value) | ((all == best_value) & (symbol < best));
      best = select(best, symbol, is_better);
      best_value = select(best_value, all, is_better);
    }
#end
#for l in LANE_LENGTHS
    {
      numbers[0][group] = best_value;
      likeliest[group] = best;
      workgroupBarrier();
      let value = numbers[0][group ^ $lu];
      let symbol = likeliest[group ^ $lu];
      workgroupBarrier();
      let is_better = (value > best_value) | ((value == best_value) & (symbol < best));
      best = select(best, symbol, is_better);
      best_value = select(best_value, value, is_better);
    }
#end
    if (group == 0u && frame < run.frames) { symbols[n_$s * run.frames + frame] = best; }
  }
#end
}
