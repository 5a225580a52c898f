// nonbinary/rules/qspa-lanes: the check nodes of nonbinary/rules/qspa, flooding and bit for bit, for a CPU whose vectors have GROUPS words: an
// invocation has every GROUPS-th word of a message, so that a workgroup is one vector, loads and stores are consecutive, and a single frame fills
// all lanes. Messages have the order x of the check in both directions (nonbinary/variable-lanes). A syndrome s multiplies the first edge's
// spectrum at k by (−1)^(s·k), which shifts its message by s.
// in   checks [check], check_start [M + 1], syndrome [frame][M] (SYNDROME only), lists, variable_words [edge][slot of the iteration before][word of symbols x]
// out  check_to_variable [edge][slot][word of symbols x]
// map  one workgroup per check (x) and slot (y, z); GROUPS invocations
// range: as nonbinary/rules/qspa
#import common/run, common/workgroup-slot, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, nonbinary/place, nonbinary/check-node/lanes

const FLOOR: f32 = bitcast<f32>(FLOOR_BITS);

// Messages, then their spectra, then the products of the others' spectra.
var<workgroup> vectors: array<array<array<f32, GROUPS>, PART>, DEGREE>;

fn transform(i: u32, group: u32, t: ptr<function, Part>) {
#for l in WORD_LENGTHS: butterflies_$l(t);
#for l in LANE_LENGTHS
#for j in 0..PART: vectors[i][$j][group] = (*t)[$j];
  workgroupBarrier();
#for j in 0..PART
  {
    let other = vectors[i][$j][group ^ $lu];
    (*t)[$j] = select((*t)[$j] + other, other - (*t)[$j], (group & $lu) != 0u);
  }
#end
  workgroupBarrier();
#end
#for l in REGISTER_LENGTHS: butterflies_$l(t);
}

#for l in LENGTHS
fn butterflies_$l(t: ptr<function, Part>) {
#for j in 0..PART
  if (($ju & $lu) == 0u) {
    let sum = (*t)[$j] + (*t)[$ju | $lu];
    (*t)[$ju | $lu] = (*t)[$j] - (*t)[$ju | $lu];
    (*t)[$j] = sum;
  }
#end
}
#end

// (−1)^(s·k)
fn sign_of(k: u32, s: u32) -> f32 { return select(1.0, -1.0, (countOneBits(k & s) & 1u) == 1u); }

@compute @workgroup_size(GROUPS)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) group: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= active_frames()) { return; }
  let before = slot_before(slot);
  let m = checks[workgroup.x];
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  var shift = 0u;
  if (SYNDROME == 1u) { shift = syndrome[frame_at(slot) * M + m]; }

  for (var i = 0u; i < degree; i++) {
#for w in 0..PART_WORDS
    {
      let word = variable_words[place(first + i, $wu * GROUPS + group, message_slots(), before)];
#for b in 0..SYMBOLS_OF_WORD: vectors[i][$wu * PER_WORD + $bu][group] = symbol_value(word, $bu);
    }
#end
  }
  workgroupBarrier();
  // In the order of nonbinary/check-node/edge-vectors; the edges' sums overlap.
#for i in 0..DEGREE: var sum_$i = 0.0;
  for (var x = 0u; x < Q; x++) {
    let shifted = place_in_lanes(x ^ shift);
    let at = place_in_lanes(x);
    sum_0 += vectors[0][shifted / GROUPS][shifted % GROUPS];
#for i in 1..DEGREE: sum_$i += vectors[$i][at / GROUPS][at % GROUPS];
  }
  var scales: array<f32, DEGREE>;
#for i in 0..DEGREE: scales[$i] = 1.0 / sum_$i;
  for (var i = 0u; i < degree; i++) {
    var t: Part;
#for j in 0..PART: t[$j] = vectors[i][$j][group] * scales[i];
    transform(i, group, &t);
#for j in 0..PART: vectors[i][$j][group] = t[$j];
  }
  let sign_of_lane = sign_of(symbol_of_lane(group), shift);
#for j in 0..PART
  {
    let sign = sign_of_lane * sign_of(symbol_of_register($ju), shift);
    var own: array<f32, DEGREE>;
    var products: array<f32, DEGREE>;
    var product = 1.0;
#for i in 0..DEGREE
    // Absent edges are neutral.
    own[$i] = select(1.0, vectors[$i][$j][group], $iu < degree);
    if (SYNDROME == 1u && $i == 0) { own[$i] *= sign; }
    products[$i] = product;
    product *= own[$i];
#end
    product = 1.0;
#for i in DEGREE..0
    vectors[$i][$j][group] = products[$i] * product;
    if (SYNDROME == 1u && $i == 0) { vectors[$i][$j][group] *= sign; }
    product *= own[$i];
#end
  }
#end
  for (var i = 0u; i < degree; i++) {
    var t: Part;
#for j in 0..PART: t[$j] = vectors[i][$j][group];
    transform(i, group, &t);
#for j in 0..PART: t[$j] = max(t[$j] * (1.0 / f32(Q)), FLOOR);
#for w in 0..PART_WORDS: check_to_variable[place(first + i, $wu * GROUPS + group, message_slots(), slot)] = word_of_part(&t, $wu);
  }
}
