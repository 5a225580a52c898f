const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 32u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const BITS: u32 = 3u;
const CHANNEL_BITS: u32 = 5u;
const SHIFT: u32 = 0u;
const TOP: u32 = 3u;
const SUM_BITS: u32 = 6u;
const FACTOR: u32 = 1u;
const STEPS_PER_LLR_BITS: u32 = 1073741824u;
const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/variable-sliced: variable nodes of bit-sliced integers (nonbinary/formats/sliced): V_k(a) = C(a) + FACTOR·Σ_{others} R(a), in units of
// 2^−SHIFT of a message's, to the check (V_k(a) − min V_k)·2^−SHIFT, to the nearest, at most 2^BITS − 1; decision argmin_a C(a) +
// FACTOR·Σ R(a), the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][q] = h·a
//      channel [variable][word of frames][plane][symbol], CHANNEL_BITS planes
//      check_to_variable [edge][word of slots][plane][symbol x = h·a], lists
// out  variable_to_check [edge][word of slots][plane][symbol x], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and WORDS_PER_WORKGROUP words of slots (y), BLOCKS invocations per word, four symbols each.
//      Messages are read twice, the second time from caches.
// workgroup bytes: 8·WORKGROUP_SIZE·(SUM_BITS + log2 q)
// exact: integers
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

// Bit-sliced integers: plane p of a number is a word with its bit p for each of 32 frames, so one logic operation is one on 32
// frames. A vector over GF(q) has BLOCKS = q/4 invocations, each with four symbols in the elements of vec4u. In memory
// [vector][word of frames][plane][symbol]. Twin: wgsl/nonbinary/formats/sliced.ts.
const BLOCKS: u32 = Q / 4u;
const WORDS_PER_WORKGROUP: u32 = WORKGROUP_SIZE / BLOCKS;
const SLICED_FRAMES: u32 = 32u;

// b where the mask has ones.
fn merged(a: vec4u, b: vec4u, mask: vec4u) -> vec4u { return (a & ~mask) | (b & mask); }
fn merged_words(a: u32, b: u32, mask: u32) -> u32 { return (a & ~mask) | (b & mask); }

// Of all bits above: whether one number is less than another, given that of the bits so far.
fn less_bit(a: vec4u, b: vec4u, so_far: vec4u) -> vec4u { return (so_far & ~(a ^ b)) | (~a & b); }
fn less_word(a: u32, b: u32, so_far: u32) -> u32 { return (so_far & ~(a ^ b)) | (~a & b); }

fn majority(a: vec4u, b: vec4u, c: vec4u) -> vec4u { return (a & b) | (c & (a | b)); }

// The four symbols x ⊕ permutation, permutation 0 … 3.
fn swapped(four: vec4u, permutation: u32) -> vec4u {
  if (permutation == 1u) { return four.yxwz; }
  if (permutation == 2u) { return four.zwxy; }
  if (permutation == 3u) { return four.wzyx; }
  return four;
}

fn all_or_none(bits: u32, bit: u32) -> vec4u { return vec4u(0u - ((bits >> bit) & 1u)); }

// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

// What a variable node adds up, SUM_BITS planes in units of 2^−SHIFT of a message's, and messages made of it. Imports
// nonbinary/formats/sliced.
alias Sums = array<vec4u, SUM_BITS>;
alias Numbers = array<vec4u, BITS>;

// To the nearest message, halves up, at most 2^BITS − 1.
fn message_of(sums: ptr<function, Sums>) -> Numbers {
  var numbers: Numbers;
  var carry = vec4u(0u);
  var over = vec4u(0u);
  numbers[0u - SHIFT] = (*sums)[0] ^ carry;
  carry &= (*sums)[0];
  numbers[1u - SHIFT] = (*sums)[1] ^ carry;
  carry &= (*sums)[1];
  numbers[2u - SHIFT] = (*sums)[2] ^ carry;
  carry &= (*sums)[2];
  over |= (*sums)[3] ^ carry;
  carry &= (*sums)[3];
  over |= (*sums)[4] ^ carry;
  carry &= (*sums)[4];
  over |= (*sums)[5] ^ carry;
  carry &= (*sums)[5];
  numbers[0] |= over;
  numbers[1] |= over;
  numbers[2] |= over;
  return numbers;
}


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<vec4u>;
@group(0) @binding(4) var<storage, read> channel: array<vec4u>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_to_check: array<u32>;
@group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

// Which frames a dispatch works on. Memory is frame-interleaved, and active frames fill the first slots: slot i of an iteration
// holds frame frame_at(i). Once the decision of a frame satisfies all checks, compaction (kernel common/active-frames/compact) moves the other frames
// up, so that no invocation idles beside a frame that takes longer. SLOT_FRAMES frames share a word, and so a slot. With REFILLS above
// 1 messages have slots for that part of the run's frames only, and frames that have not started refill the slots behind the active
// ones: in that iteration their variables send the first messages, and their checks follow one iteration of the run later. The kernel
// declares `active_list` [LIST_HEAD + 2·LIST_ROWS·frames]: common/active-frames/list, common/active-frames/list-rows. Without early termination, and in
// iteration 0, slot i holds frame i.
// Rows of each of the two lists of kernel common/active-frames/compact: entries (common/active-frames/list); the slots of the iteration before; where a slot
// has more frames than an entry has bits, a bit for each of its frames that is done; with REFILLS above 1 the iteration of the run in
// which its frames started. Twin: wgsl/common/active-frames/list.ts.
const LIST_ROWS: u32 = 2u + u32(SLOT_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Slots of all frames of the run, and slots that messages have room for.
fn run_slots() -> u32 { return (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }
fn message_slots() -> u32 { return (run.frames + REFILLS * SLOT_FRAMES - 1u) / (REFILLS * SLOT_FRAMES); }

// The buffer `active_list`, written by common/active-frames/compact: the number of active slots in even and in odd iterations; with REFILLS above 1 the
// number of occupied slots, those just refilled included, in even and in odd iterations, and how many slots of the run have started.
// Then a list for even and one for odd iterations. An entry holds a slot of the run, SLOT_FRAMES frames, and, if they are at most 4,
// a bit for each that is done, which goes on for the sake of the others; of more frames a row of its own holds these bits. Twin:
// wgsl/common/active-frames/list.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }


const COMPACTS: bool = STOP == 1u;

// Active frames, of which checks have messages: the first slots.
fn active_frames() -> u32 {
  if (!COMPACTS) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return active_list[run.iteration & 1u] * SLOT_FRAMES;
}

// These, and behind them frames that refill a slot.
fn occupied_frames() -> u32 {
  if (REFILLS == 1u) { return active_frames(); }
  if (run.iteration == 0u) { return message_slots() * SLOT_FRAMES; }
  return active_list[2u + (run.iteration & 1u)] * SLOT_FRAMES;
}

fn is_refilled(slot: u32) -> bool { return REFILLS > 1u && slot * SLOT_FRAMES >= active_frames(); }

// The iteration that a slot's frames are in; undefined of a slot that was just refilled.
fn iteration_at(slot: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - active_list[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + slot];
}

// The entry of a slot: common/active-frames/list.
fn entry_at(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + slot];
}

fn frame_at(slot: u32) -> u32 {
  return entry_slot(entry_at(slot / SLOT_FRAMES)) * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// A bit for each frame of a slot that is done.
fn done_frames(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  if (SLOT_FRAMES <= ENTRY_FRAMES) { return entry_done(entry_at(slot)); }
  return active_list[list_of(run.iteration) + 2u * run.frames + slot];
}

fn slot_before(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + run.frames + slot / SLOT_FRAMES] * SLOT_FRAMES + slot % SLOT_FRAMES;
}


alias Least = array<u32, SUM_BITS>;
alias Symbols = array<u32, P>;

// What invocations of a word say to each other: two halves alternately, so that one barrier an exchange is enough.
var<workgroup> exchanged: array<u32, 2u * (SUM_BITS + P) * WORKGROUP_SIZE>;
var<private> half: u32;
var<private> invocation: u32;
// The frames have had no check yet.
var<private> knows_nothing: bool;
// The symbol of least sum, where it was asked for.
var<private> likeliest: Symbols;

fn exchange_index(row: u32, of_invocation: u32) -> u32 { return (half * (SUM_BITS + P) + row) * WORKGROUP_SIZE + of_invocation; }

fn less(a: ptr<function, Least>, b: ptr<function, Least>) -> u32 {
  var result = 0u;
  result = less_word((*a)[0], (*b)[0], result);
  result = less_word((*a)[1], (*b)[1], result);
  result = less_word((*a)[2], (*b)[2], result);
  result = less_word((*a)[3], (*b)[3], result);
  result = less_word((*a)[4], (*b)[4], result);
  result = less_word((*a)[5], (*b)[5], result);
  return result;
}

// The lesser, b of those that are less than a.
fn lesser(a: ptr<function, Least>, b: ptr<function, Least>, takes_b: u32) -> Least {
  var result: Least;
  result[0] = merged_words((*a)[0], (*b)[0], takes_b);
  result[1] = merged_words((*a)[1], (*b)[1], takes_b);
  result[2] = merged_words((*a)[2], (*b)[2], takes_b);
  result[3] = merged_words((*a)[3], (*b)[3], takes_b);
  result[4] = merged_words((*a)[4], (*b)[4], takes_b);
  result[5] = merged_words((*a)[5], (*b)[5], takes_b);
  return result;
}

// The least over all symbols; `indexed` also which, in `likeliest`.
fn least_of(sums: ptr<function, Sums>, indexed: bool) -> Least {
  var symbol_0: Least;
  symbol_0[0] = (*sums)[0][0];
  symbol_0[1] = (*sums)[1][0];
  symbol_0[2] = (*sums)[2][0];
  symbol_0[3] = (*sums)[3][0];
  symbol_0[4] = (*sums)[4][0];
  symbol_0[5] = (*sums)[5][0];
  var symbol_1: Least;
  symbol_1[0] = (*sums)[0][1];
  symbol_1[1] = (*sums)[1][1];
  symbol_1[2] = (*sums)[2][1];
  symbol_1[3] = (*sums)[3][1];
  symbol_1[4] = (*sums)[4][1];
  symbol_1[5] = (*sums)[5][1];
  var symbol_2: Least;
  symbol_2[0] = (*sums)[0][2];
  symbol_2[1] = (*sums)[1][2];
  symbol_2[2] = (*sums)[2][2];
  symbol_2[3] = (*sums)[3][2];
  symbol_2[4] = (*sums)[4][2];
  symbol_2[5] = (*sums)[5][2];
  var symbol_3: Least;
  symbol_3[0] = (*sums)[0][3];
  symbol_3[1] = (*sums)[1][3];
  symbol_3[2] = (*sums)[2][3];
  symbol_3[3] = (*sums)[3][3];
  symbol_3[4] = (*sums)[4][3];
  symbol_3[5] = (*sums)[5][3];
  let takes_1 = less(&symbol_1, &symbol_0);
  let takes_3 = less(&symbol_3, &symbol_2);
  var low = lesser(&symbol_0, &symbol_1, takes_1);
  var high = lesser(&symbol_2, &symbol_3, takes_3);
  let takes_high = less(&high, &low);
  var least = lesser(&low, &high, takes_high);
  var index: Symbols;
  index[0] = merged_words(takes_1, takes_3, takes_high);
  index[1] = takes_high;
  for (var s = 2u; s < P; s++) {
    let other = invocation ^ (1u << (s - 2u));
    let is_upper = 0u - u32(other < invocation);
    exchanged[exchange_index(0u, invocation)] = least[0];
    exchanged[exchange_index(1u, invocation)] = least[1];
    exchanged[exchange_index(2u, invocation)] = least[2];
    exchanged[exchange_index(3u, invocation)] = least[3];
    exchanged[exchange_index(4u, invocation)] = least[4];
    exchanged[exchange_index(5u, invocation)] = least[5];
    if (indexed) {
      exchanged[exchange_index(SUM_BITS + 0u, invocation)] = index[0];
      exchanged[exchange_index(SUM_BITS + 1u, invocation)] = index[1];
    }
    workgroupBarrier();
    var others: Least;
    others[0] = exchanged[exchange_index(0u, other)];
    others[1] = exchanged[exchange_index(1u, other)];
    others[2] = exchanged[exchange_index(2u, other)];
    others[3] = exchanged[exchange_index(3u, other)];
    others[4] = exchanged[exchange_index(4u, other)];
    others[5] = exchanged[exchange_index(5u, other)];
    // Of equals the lower symbol.
    let takes_other = merged_words(less(&others, &least), ~less(&least, &others), is_upper);
    least = lesser(&least, &others, takes_other);
    if (indexed) {
      index[0] = merged_words(index[0], exchanged[exchange_index(SUM_BITS + 0u, other)], takes_other);
      index[0] = select(index[0], takes_other ^ is_upper, s == 0u);
      index[1] = merged_words(index[1], exchanged[exchange_index(SUM_BITS + 1u, other)], takes_other);
      index[1] = select(index[1], takes_other ^ is_upper, s == 1u);
    }
    half ^= 1u;
  }
  if (indexed) { likeliest = index; }
  return least;
}

// An edge's message, in the order of the variable's symbols, as wide as the sums.
fn message(e: u32, x: vec4u, words: u32, word: u32) -> Sums {
  var wide: Sums;
  if (knows_nothing) { return wide; }
  {
    let at = ((e * words + word) * BITS + 0u) * Q;
    wide[0] = vec4u(
      check_to_variable[at + x.x],
      check_to_variable[at + x.y],
      check_to_variable[at + x.z],
      check_to_variable[at + x.w],
    );
  }
  {
    let at = ((e * words + word) * BITS + 1u) * Q;
    wide[1] = vec4u(
      check_to_variable[at + x.x],
      check_to_variable[at + x.y],
      check_to_variable[at + x.z],
      check_to_variable[at + x.w],
    );
  }
  {
    let at = ((e * words + word) * BITS + 2u) * Q;
    wide[2] = vec4u(
      check_to_variable[at + x.x],
      check_to_variable[at + x.y],
      check_to_variable[at + x.z],
      check_to_variable[at + x.w],
    );
  }
  return wide;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) own_invocation: u32) {
  invocation = own_invocation;
  let words = message_slots();
  let occupied_words = (occupied_frames() + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let begin = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP;
  if (begin >= occupied_words) { return; }
  // Invocations without a word do as the last, and write nothing.
  var is_there = begin + invocation / BLOCKS < occupied_words;
  let word = min(begin + invocation / BLOCKS, occupied_words - 1u);
  knows_nothing = is_refilled(word);
  let own_word = entry_slot(entry_at(word));
  let block = invocation % BLOCKS;
  let n = workgroup.x;
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  // With REFILLS the words of a workgroup have had different numbers of iterations.
  let all_last = REFILLS == 1u && run.iteration + 1u == ITERATIONS;
  let last = !knows_nothing && iteration_at(word) + 1u == ITERATIONS;

  var total: Sums;
  total[0] = channel[((n * run_slots() + own_word) * CHANNEL_BITS + 0u) * BLOCKS + block];
  total[1] = channel[((n * run_slots() + own_word) * CHANNEL_BITS + 1u) * BLOCKS + block];
  total[2] = channel[((n * run_slots() + own_word) * CHANNEL_BITS + 2u) * BLOCKS + block];
  total[3] = channel[((n * run_slots() + own_word) * CHANNEL_BITS + 3u) * BLOCKS + block];
  total[4] = channel[((n * run_slots() + own_word) * CHANNEL_BITS + 4u) * BLOCKS + block];
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    let heard = message(edge.x, products[edge.y * BLOCKS + block], words, word);
    {
      var carry = vec4u(0u);
      {
        let had = total[0];
        total[0] = had ^ heard[0u - 0u] ^ carry;
        carry = majority(had, heard[0u - 0u], carry);
      }
      {
        let had = total[1];
        total[1] = had ^ heard[1u - 0u] ^ carry;
        carry = majority(had, heard[1u - 0u], carry);
      }
      {
        let had = total[2];
        total[2] = had ^ heard[2u - 0u] ^ carry;
        carry = majority(had, heard[2u - 0u], carry);
      }
      {
        let had = total[3];
        total[3] = had ^ heard[3u - 0u] ^ carry;
        carry = majority(had, heard[3u - 0u], carry);
      }
      {
        let had = total[4];
        total[4] = had ^ heard[4u - 0u] ^ carry;
        carry = majority(had, heard[4u - 0u], carry);
      }
      {
        let had = total[5];
        total[5] = had ^ heard[5u - 0u] ^ carry;
        carry = majority(had, heard[5u - 0u], carry);
      }
    }
  }

  if (COMPACTS || all_last) {
    _ = least_of(&total, true);
    // Frames that are done go on for the sake of others alone.
    let done = done_frames(word);
    for (var lane = block; lane < SLICED_FRAMES && is_there && !knows_nothing; lane += BLOCKS) {
      let frame = own_word * SLICED_FRAMES + lane;
      var symbol = 0u;
      symbol |= ((likeliest[0] >> lane) & 1u) << 0u;
      symbol |= ((likeliest[1] >> lane) & 1u) << 1u;
      if (frame < run.frames && ((done >> lane) & 1u) == 0u) { symbols[n * run.frames + frame] = symbol; }
    }
  }
  if (all_last) { return; }
  is_there = is_there && !last;

  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    let x = products[edge.y * BLOCKS + block];
    let heard = message(edge.x, x, words, word);
    var others = total;
    {
      var borrow = vec4u(0u);
      {
        let had = others[0];
        others[0] = had ^ heard[0u - 0u] ^ borrow;
        borrow = majority(~had, heard[0u - 0u], borrow);
      }
      {
        let had = others[1];
        others[1] = had ^ heard[1u - 0u] ^ borrow;
        borrow = majority(~had, heard[1u - 0u], borrow);
      }
      {
        let had = others[2];
        others[2] = had ^ heard[2u - 0u] ^ borrow;
        borrow = majority(~had, heard[2u - 0u], borrow);
      }
      {
        let had = others[3];
        others[3] = had ^ heard[3u - 0u] ^ borrow;
        borrow = majority(~had, heard[3u - 0u], borrow);
      }
      {
        let had = others[4];
        others[4] = had ^ heard[4u - 0u] ^ borrow;
        borrow = majority(~had, heard[4u - 0u], borrow);
      }
      {
        let had = others[5];
        others[5] = had ^ heard[5u - 0u] ^ borrow;
        borrow = majority(~had, heard[5u - 0u], borrow);
      }
    }
    let least = least_of(&others, false);
    var borrow = vec4u(0u);
    {
      let had = others[0];
      others[0] = had ^ vec4u(least[0]) ^ borrow;
      borrow = majority(~had, vec4u(least[0]), borrow);
    }
    {
      let had = others[1];
      others[1] = had ^ vec4u(least[1]) ^ borrow;
      borrow = majority(~had, vec4u(least[1]), borrow);
    }
    {
      let had = others[2];
      others[2] = had ^ vec4u(least[2]) ^ borrow;
      borrow = majority(~had, vec4u(least[2]), borrow);
    }
    {
      let had = others[3];
      others[3] = had ^ vec4u(least[3]) ^ borrow;
      borrow = majority(~had, vec4u(least[3]), borrow);
    }
    {
      let had = others[4];
      others[4] = had ^ vec4u(least[4]) ^ borrow;
      borrow = majority(~had, vec4u(least[4]), borrow);
    }
    {
      let had = others[5];
      others[5] = had ^ vec4u(least[5]) ^ borrow;
      borrow = majority(~had, vec4u(least[5]), borrow);
    }
    let numbers = message_of(&others);
    if (is_there) {
      {
        let at = ((edge.x * words + word) * BITS + 0u) * Q;
        variable_to_check[at + x.x] = numbers[0].x;
        variable_to_check[at + x.y] = numbers[0].y;
        variable_to_check[at + x.z] = numbers[0].z;
        variable_to_check[at + x.w] = numbers[0].w;
      }
      {
        let at = ((edge.x * words + word) * BITS + 1u) * Q;
        variable_to_check[at + x.x] = numbers[1].x;
        variable_to_check[at + x.y] = numbers[1].y;
        variable_to_check[at + x.z] = numbers[1].z;
        variable_to_check[at + x.w] = numbers[1].w;
      }
      {
        let at = ((edge.x * words + word) * BITS + 2u) * Q;
        variable_to_check[at + x.x] = numbers[2].x;
        variable_to_check[at + x.y] = numbers[2].y;
        variable_to_check[at + x.z] = numbers[2].z;
        variable_to_check[at + x.w] = numbers[2].w;
      }
    }
  }
}
