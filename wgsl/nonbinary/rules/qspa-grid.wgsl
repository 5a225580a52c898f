// nonbinary/rules/qspa-grid: q-ary sum-product check nodes as nonbinary/rules/qspa, whose every operation is exact, so that all devices have the same
// bits. Transforms add numbers of at most 1 on a grid of 2^-GRID_BITS: their sums have at most 24 bits. Spectra have 12 significant bits, products of
// the other edges are rounded to 12 bits after each factor, in the order of the edges from both ends. Scales are powers of two. Flooding or layered
// (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
// private bytes: 4·degree·q of spectra and, LAYERED, as many of inputs
// exact: q · 2^GRID_BITS is at most 2^23
#import common/run, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

#import nonbinary/check-node/grid-numbers
alias Vector = array<f32, Q>;
const KEPT_INPUTS: u32 = select(1u, DEGREE, LAYERED == 1u);

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> slot: u32;
var<private> before: u32;

// The greatest value of an incoming message becomes ½ … 1, and that of an outgoing message, which is at least a step.
const SHIFTS: bool = SYNDROME == 1u;
const NOTHING_YET: f32 = 0.0;
fn gathered(greatest: f32, value: f32) -> f32 { return max(greatest, value); }
fn normaliser(greatest: f32) -> f32 { return to_half(greatest); }
// Layered schedules add to the message as it is, so that they put a copy on the grid.
fn normalised(value: f32, scale: f32) -> f32 { return select(input_on_grid(value * scale), value * scale, LAYERED == 1u); }
fn outgoing(value: f32, scale: f32) -> f32 { return max(bits_12(value * scale), STEP); }

#import nonbinary/check-node/normalised-vectors, nonbinary/check-node/transform

// A product of spectra, whose numbers are 0 or from 2^-24 to 1: of five it is a normal number on every device. Of more, what is below 2^-60 becomes 0,
// as it does on the grid for checks of fewer than 40 edges.
fn shortened(x: f32) -> f32 { return select(bits_12(x), 0.0, DEGREE > 6u && abs(x) < 0x1p-60); }

fn shift_of(i: u32) -> u32 { return select(0u, first_shift, i == 0u); }

fn update_check(degree: u32) {
  var spectra: array<Vector, DEGREE>;
  var inputs: array<Vector, KEPT_INPUTS>;
  // Scales of the spectra of the inputs, and of those of the messages.
  var scales: array<f32, DEGREE>;
  var others: array<f32, DEGREE>;
  for (var i = 0u; i < degree; i++) {
    load_vector(first_edge + i, shift_of(i), slot, before, &spectra[i]);
    if (LAYERED == 1u) {
      inputs[i] = spectra[i];
      for (var x = 0u; x < Q; x++) { spectra[i][x] = input_on_grid(spectra[i][x]); }
    }
    transform(&spectra[i]);
    scales[i] = to_half(spectra[i][0]);
  }
  // Absent edges are neutral.
  for (var i = degree; i < DEGREE; i++) {
    scales[i] = 1.0;
    for (var x = 0u; x < Q; x++) { spectra[i][x] = 1.0; }
  }
  for (var x = 0u; x < Q; x++) {
    var own: array<f32, DEGREE>;
    var products: array<f32, DEGREE>;
    var product = 1.0;
#for i in 0..DEGREE
    own[$i] = bits_12(spectra[$i][x] * scales[$i]);
    products[$i] = product;
    product = shortened(product * own[$i]);
#end
    product = 1.0;
#for i in DEGREE..0
    let message_$i = shortened(products[$i] * product);
    if (x == 0u) { others[$i] = to_half(message_$i); }
    spectra[$i][x] = on_grid(message_$i * others[$i]);
    product = shortened(product * own[$i]);
#end
  }
  for (var i = 0u; i < degree; i++) {
    transform(&spectra[i]);
    var greatest = 0.0;
    for (var x = 0u; x < Q; x++) { greatest = max(greatest, spectra[i][x]); }
    send_vector(first_edge + i, shift_of(i), slot, to_half(greatest), &spectra[i], &inputs[select(0u, i, LAYERED == 1u)]);
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
#import nonbinary/check-node/this-check
  slot = at;
  before = slot_before(at);
  first_edge = check_start[m];
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[frame * M + m]; }
  update_check(check_start[m + 1u] - first_edge);
}
