const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const PLACE_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const GROUP: u32 = 64u;
// syndrome-frames: marks the frame of every check Σ_n h_{m,n}·c_n ≠ s_m (nonbinary paper, Algorithm 1, stopping test).
// in   check_start [M + 1], check_edges [edge] (variable, h), products [h][max(q, 4)] = h·a, symbols [variable][frame]
//      syndrome [frame][M] (SYNDROME only), lists
// i/o  unsatisfied [iteration of the frame][frame]: 1 where a check of the frame fails in this iteration
// map  one workgroup per check (x) and GROUP places (y), one work item per frame
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run, in slots 0 … frames − 1
  iteration: u32,       // from 0
  chunk_frames: u32,    // frames per chunk
  chunk_offset: u32,    // first_frame modulo chunk_frames
  llr_scale: f32,       // LLR per grid step of the channel output
  amplitude: i32,       // ±1 in grid steps
}

@group(0) @binding(0) var<uniform> run: Run;

// 64-bit index of the frame in a slot.
fn frame_index(slot: u32) -> vec2u {
  let low = run.first_frame.x + slot;
  return vec2u(low, run.first_frame.y + u32(low < slot));
}


@group(0) @binding(1) var<storage, read> check_start: array<u32>;
@group(0) @binding(2) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> symbols: array<u32>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read_write> unsatisfied: array<atomic<u32>>;

// Which frames a dispatch works on. Frames are fastest in memory, at dense places: place i of an iteration holds frame
// frame_at(i). Frames of which the decision satisfied all checks leave, the others move up (kernel list-frames), so that
// no work item idles beside a frame that takes longer. Where frames of one word cannot part, PLACE_FRAMES of them are one
// place of the list. With REFILLS above 1 messages have room for that part of the run's frames only, and frames that wait take
// the places behind those that moved up: these enter, which is a variable's first message, and their checks come one iteration of the
// run later. The kernel declares `lists` [LIST_HEAD + 2·LIST_ROWS·frames]: shared/listed-place, shared/list-rows. Without early
// termination, and in iteration 0, place i is frame i.
// Rows of each of the two lists of kernel list-frames: entries (shared/listed-place), places before, where a place has more
// frames than an entry has bits for a bit for each of its frames that is done, and with REFILLS above 1 the iteration of the run in
// which its frames entered. Twin: src/kernel/listed-place.ts.
const LIST_ROWS: u32 = 2u + u32(PLACE_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Places of all frames of the run, and places that messages have room for.
fn run_places() -> u32 { return (run.frames + PLACE_FRAMES - 1u) / PLACE_FRAMES; }
fn message_places() -> u32 { return (run.frames + REFILLS * PLACE_FRAMES - 1u) / (REFILLS * PLACE_FRAMES); }

// The buffer `lists`, written by list-frames: how many places are left, in even and in odd iterations; with REFILLS above 1 how
// many there are with those whose frames enter, in even and in odd ones, and how many of the run have entered. Then a list for even
// and one for odd iterations. An entry: a place of PLACE_FRAMES frames, and which of them are done, which go on for the sake of the
// others, if there are at most 4; of more a row of the lists of its own says that. Twin: src/kernel/listed-place.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }


const MOVES: bool = STOP == 1u;

// Frames that checks have messages of, at the first places.
fn frames_left() -> u32 {
  if (!MOVES) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return lists[run.iteration & 1u] * PLACE_FRAMES;
}

// These, and behind them frames that enter.
fn frames_here() -> u32 {
  if (REFILLS == 1u) { return frames_left(); }
  if (run.iteration == 0u) { return message_places() * PLACE_FRAMES; }
  return lists[2u + (run.iteration & 1u)] * PLACE_FRAMES;
}

fn enters(place: u32) -> bool { return REFILLS > 1u && place * PLACE_FRAMES >= frames_left(); }

// The iteration that a place's frames are in; of those that enter none.
fn iteration_at(place: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - lists[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + place];
}

// What is at a place of PLACE_FRAMES frames: shared/listed-place.
fn entry_at(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_of(run.iteration) + place];
}

fn frame_at(place: u32) -> u32 {
  return listed_place(entry_at(place / PLACE_FRAMES)) * PLACE_FRAMES + place % PLACE_FRAMES;
}

// A bit for each frame of a place that is done.
fn done_frames(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return 0u; }
  if (PLACE_FRAMES <= ENTRY_FRAMES) { return listed_done(entry_at(place)); }
  return lists[list_of(run.iteration) + 2u * run.frames + place];
}

fn place_before(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_of(run.iteration) + run.frames + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}

// frame_done of shared/done for kernels that write `unsatisfied` too, which is atomic there.
fn frame_done(frame: u32) -> bool { return frame_done_by(frame, run.iteration); }

// The same of an iteration of the frame's own.
fn frame_done_by(frame: u32, iteration: u32) -> bool {
  if (STOP == 0u || iteration == 0u) { return false; }
  return atomicLoad(&unsatisfied[(iteration - 1u) * run.frames + frame]) == 0u;
}


@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let place = group.y * GROUP + item;
  if (place >= frames_left()) { return; }
  let frame = frame_at(place);
  let iteration = iteration_at(place / PLACE_FRAMES);
  if (frame >= run.frames || frame_done_by(frame, iteration)) { return; }
  let m = group.x;
  var sum = 0u;
  if (SYNDROME == 1u) { sum = syndrome[frame * M + m]; }
  for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
    sum ^= products[check_edges[e].y * max(Q, 4u) + symbols[check_edges[e].x * run.frames + frame]];
  }
  if (sum != 0u) { atomicStore(&unsatisfied[iteration * run.frames + frame], 1u); }
}
