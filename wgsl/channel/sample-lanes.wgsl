// channel/sample-lanes: channel words of a binary decoder, in its number format and its order of variables, from the
// sent bits: channel/sample, channel/bit-llr and binary/pack-llr in one, with the same results, and no LLR in device
// memory.
// in   noise_cells [4096]              alias table of the noise cells; LOOKED_UP: channel/lane-noise [4096][2], which holds lanes;
//                                      SHORT_VALUES: channel/lane-noise of such values
//      codeword [word of 32 frames][N] bits
//      symbol_use [N]                  8·variable + 4 if it carries information + 0 sent, 1 punctured (LLR 0), 2 shortened (LLR_BOUND)
// out  channel [word][N], posteriors [word][N] the same (COPY only); FRAME_INTERLEAVED: both with the word last
// map  an item is four symbols of TOGETHER words: one random number for each of their frames. Each of WORKGROUP_SIZE invocations has
//      ITEMS of them: of the WORDS words of workgroup y, or, FRAME_INTERLEAVED, of one word each
// bound by operations: about 22 for a bit's share of a number of Threefry (55 of Philox), 20 for its noise and LLR; LOOKED_UP: 9
// exact: as channel/sample and binary/pack-llr
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot, <random>, common/bound, <lanes>, common/word-index, common/lane-signs
#import channel/alias-outcome
#if SHORT_VALUES: #import channel/short-noise

#in noise_cells: u32, codeword: u32, symbol_use: u32
#out channel: u32, posteriors: u32

#import channel/lanes/store, channel/lanes/items

const STREAM_NOISE: u32 = 0u;
const CELLS: u32 = 4096u;
const ITEMS_OF_FRAME: u32 = (N + 3u) / 4u;

#if LOOKED_UP
alias Cell = vec2u;
fn cell_of(cell: u32) -> vec2u { return vec2u(noise_cells[2u * cell], noise_cells[2u * cell + 1u]); }
#else
alias Cell = u32;
fn cell_of(cell: u32) -> u32 { return noise_cells[cell]; }
#end
#if COPIED
var<workgroup> noise: array<Cell, CELLS>;
fn cell_for(random: u32) -> Cell { return noise[random & 0xfffu]; }
#else
fn cell_for(random: u32) -> Cell { return cell_of(random & 0xfffu); }
#end

// The lane of a bit sent as +1, of the cell of a random word.
#if LOOKED_UP
fn sampled(random: u32, cell: vec2u, lane: u32) -> u32 {
  // The threshold's upper 20 bits are more than the random word's.
  return select(cell.y >> 16u, cell.y & 0xffffu, random < cell.x) << (lane * LANE_BITS);
}
#end
#if SHORT_VALUES
fn sampled(random: u32, cell: u32, lane: u32) -> u32 { return short_sampled(random, cell) << (lane * LANE_BITS); }
fn sent_word(sampled_word: u32, ones: u32) -> u32 { return bytes_of_shorts(sampled_word, ones); }
#end
#if OUTCOMES
// The LLR of an output. It is no negative zero, because 0 is converted to a positive one and LLRs of others do not underflow.
fn output_llr(output: u32) -> f32 { return f32(i32(output)) * run.llr_scale; }
// A word with one lane is the channel's output until its sign is known.
fn sampled(random: u32, cell: u32, lane: u32) -> u32 {
  let output = alias_outcome(random, cell) + u32(run.amplitude - 2048);
  if (INTERLEAVE == 1u) { return output; }
  return lane_of(output_llr(output), lane);
}
#end
#if !SHORT_VALUES
// A word of lanes sent as +1, negated where a one was sent.
fn sent_word(sampled_word: u32, ones: u32) -> u32 {
#if OUTCOMES: if (INTERLEAVE == 1u) { return bitcast<u32>(output_llr((sampled_word ^ (0u - ones)) - (0u - ones))); }
  return negated(sampled_word, ones);
}
#end

// Fills AT_ONCE items. The words of an item are of one word of `codeword`.
fn fill_item(first_word: u32, first_item: u32) {
  let at = (first_word * INTERLEAVE / 32u) * N;
#for i in 0..AT_ONCE
#for j in 0..4
  let n_$i_$j = 4u * (first_item + $iu) + $ju;
  let known_$i_$j = select(min(n_$i_$j, N - 1u), n_$i_$j, N % 4u == 0u);
  let sent_$i_$j = codeword[at + known_$i_$j];
  let entry_$i_$j = symbol_use[known_$i_$j];
#end
#end
  for (var t = 0u; t < TOGETHER; t++) {
    let word = first_word + t;
#if !FRAME_INTERLEAVED: if (word >= word_count()) { return; }
#for i in 0..AT_ONCE: #for j in 0..4: var word_$i_$j = 0u;
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let frame = frame_index(word * INTERLEAVE + lane);
#for i in 0..AT_ONCE: let random_$i = random_words(vec4u(frame, first_item + $iu, STREAM_NOISE), run.key);
#for j in 0..4: #for i in 0..AT_ONCE: word_$i_$j |= sampled(random_$i[$j], cell_for(random_$i[$j]), lane);
    }
    let without = lanes_without_frame(word);
#for i in 0..AT_ONCE
#for j in 0..4
    if (N % 4u == 0u || n_$i_$j < N) {
      store(word, entry_$i_$j, sent_word(word_$i_$j, lane_ones(bits_of_word(sent_$i_$j, word))), without);
    }
#end
#end
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
#if COPIED
  for (var cell = invocation; cell < CELLS; cell += WORKGROUP_SIZE) { noise[cell] = cell_of(cell); }
  workgroupBarrier();
#end
  if (has_no_word(workgroup, invocation)) { return; }
  fill_items(workgroup, invocation);
}
