// nonbinary/rules/min-max: Min-Max check nodes by the forward-backward algorithm (nonbinary paper, Algorithm 2), one invocation
// for a whole check of one frame: memory is frame-interleaved, so the graph and the permutations by h are the same for
// all invocations of a workgroup, and a trellis step C(c) = min_x max(A(x), B(c ⊕ x)) is done in registers, TILE × TILE
// pairs at a time. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
// private bytes: 4·degree·q of forward metrics, which devices keep in their caches
// exact: minima, maxima and one subtraction
#import common/run
#import common/bound
#import <storage>
#import <domain>

@group(0) @binding(1) var<storage, read> checks: array<u32>;
@group(0) @binding(2) var<storage, read> check_start: array<u32>;
@group(0) @binding(3) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> quotients: array<vec4u>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;
@group(0) @binding(8) var<storage, read_write> check_to_variable: array<u32>;

#import common/active-frames/slots
#import <messages>

alias Metric = f32;
const WORST: Metric = 3.0e38;   // greater than any message
fn closer(least: Metric, a: Metric, b: Metric) -> Metric { return min(least, max(a, b)); }
fn forced(x: u32) -> Metric { return select(rounded(LLR_BOUND), 0.0, x == 0u); }
fn settle(vector: ptr<function, Vector>) {}

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> slot: u32;
var<private> before: u32;

#import nonbinary/check-node/trellis-step
#import nonbinary/check-node/forward-backward

// A message is taken less its least value, at most LLR_BOUND.
const SHIFTS: bool = SYNDROME == 1u;
const NOTHING_YET: f32 = WORST;
fn gathered(least: f32, value: f32) -> f32 { return min(least, value); }
fn normaliser(least: f32) -> f32 { return least; }
fn normalised(value: f32, least: f32) -> f32 { return rounded(min(value - least, LLR_BOUND)); }
fn outgoing(value: f32, by: f32) -> f32 { return value; }

#import nonbinary/check-node/normalised-vectors

fn shift_of(i: u32) -> u32 { return select(0u, first_shift, i == 0u); }
fn load_input(i: u32, to: ptr<function, Vector>) { load_vector(first_edge + i, shift_of(i), slot, before, to); }
fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  send_vector(first_edge + i, shift_of(i), slot, 0.0, values, input);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
  let m = checks[workgroup.x];
  slot = select(frame, at, COMPACTS_MESSAGES);
  before = slot_before(at);
  first_edge = check_start[m];
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[frame * M + m]; }
  let degree = check_start[m + 1u] - first_edge;
  forward_backward(degree);
}
