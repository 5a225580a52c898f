// channel/point-lanes/sample: channel words of a binary decoder, in its number format and its order of variables, over a modulation of axes:
// channel/points/sample, channel/points/demap-axis, channel/bit-llr and binary/pack-llr in one, with the same results, and neither a
// received value nor an LLR in device memory.
// in   noise_cells [4096]              alias table of the noise cells
//      codeword [word of 32 frames][N] bits
//      symbol_use [N]                  as channel/sample-lanes, and labels behind it (channel/point-lanes/uses)
//      points [label] i32              grid steps
//      row_table [value + 16384]       ROW_WORDS: LLRs of a label's bits in lanes (channel/point-lanes/table); 0: BITS LLRs as demap-axis
// out  channel [word][N], posteriors [word][N] the same (COPY only); FRAME_INTERLEAVED: both with the word last
// map  an item is four uses, or four symbols that are not sent, of a word: one random number for each of its frames. Each of WORKGROUP_SIZE
//      invocations has ITEMS of them: of the WORDS words of workgroup y, or, FRAME_INTERLEAVED, of one word each
// UNPADDED: CPUs alone, for labels without padding. Words of an item share the loads of its symbols, and no store has a condition
// bound by operations: about 22 for a use's share of a number of Threefry, 15 for its value, and 8 for each bit
// exact: as channel/points/sample, and binary/pack-llr
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot, <random>, common/bound, <lanes>, common/word-index, common/lane-signs

#in noise_cells: u32, codeword: u32, symbol_use: u32, points: i32, row_table: i32
#out channel: u32, posteriors: u32

#import channel/lanes/store, channel/lanes/items, channel/point-lanes/uses

const CELLS: u32 = 4096u;
const USE_ITEMS: u32 = (USES + 3u) / 4u;
// No item has places behind the last use.
const ALL_USES: bool = UNPADDED == 1u && USES % 4u == 0u;
const ITEMS_OF_FRAME: u32 = USE_ITEMS + (UNSENT_SYMBOLS + 3u) / 4u;

var<workgroup> noise: array<u32, CELLS>;
#import channel/alias-sample

// The LLRs of the bits of a use, from a label and a random number.
#if ROW_WORDS
alias Row = vec2u;
fn row_of(label: u32, random: u32) -> Row {
  let value = u32(points[label] + i32(alias_sample(random)) - 2048 + ORIGIN);
  if (ROW_WORDS == 1u) { return vec2u(u32(row_table[value]), 0u); }
  return vec2u(u32(row_table[2u * value]), u32(row_table[2u * value + 1u]));
}

// The lane of bit j.
fn lane_of_row(row: Row, j: u32, lane: u32) -> u32 {
  let bit = j * LANE_BITS;
  return ((select(row.x, row.y, bit >= 32u) >> (bit % 32u)) & LANE) << (lane * LANE_BITS);
}
#else
alias Row = u32;
fn row_of(label: u32, random: u32) -> Row {
  return BITS * u32(points[label] + i32(alias_sample(random)) - 2048 + ORIGIN);
}

fn lane_of_row(row: Row, j: u32, lane: u32) -> u32 { return lane_of(f32(row_table[row + j]) * run.llr_scale, lane); }
#end

fn store_unsent(word: u32, item: u32) {
  for (var i = 4u * item; i < min(4u * item + 4u, UNSENT_SYMBOLS); i++) {
    store(word, symbol_use[symbol_use[UNSENT_AT + i]], 0u, lanes_without_frame(word));
  }
}

#if STAGED
const ITEM_WORDS: u32 = 4u * BITS;
var<workgroup> staged: array<u32, WORKGROUP_SIZE * ITEM_WORDS>;

// Place of word k of an invocation's item: 32 neighbours use different banks where they write a word k, and where they read items.
fn staged_at(owner: u32, k: u32) -> u32 { return k * WORKGROUP_SIZE + (owner + k * (32u / ITEM_WORDS)) % WORKGROUP_SIZE; }

// Where a word of the first frames that an invocation writes is stored: word m of the items of all invocations, whose places in frames are
// consecutive. NOWHERE: no symbol is there. @param slot_word first word of the workgroup. @param first index of its first item.
const NOWHERE: u32 = 0xc0000000u;
const FRAME_WORDS: u32 = ITEMS_OF_FRAME * ITEM_WORDS;

fn target_of(slot_word: u32, first: u32, m: u32, invocation: u32) -> u32 {
  let begin = first * ITEM_WORDS + m * WORKGROUP_SIZE + invocation;
  let place = begin % FRAME_WORDS;
  if (place >= USES * BITS) { return NOWHERE; }
  let n = symbol_use[LABELS_AT + place];
  if (n == PADDING) { return NOWHERE; }
  return (slot_word + (begin / FRAME_WORDS) * TOGETHER) * N + (symbol_use[n] >> 3u);
}

// Writes word m of the items of all invocations, unless it is behind the last word.
fn write_staged(target_word: u32, end: u32, m: u32, invocation: u32) {
  if (target_word >= end) { return; }
  let i = m * WORKGROUP_SIZE + invocation;
  let value = staged[staged_at(i / ITEM_WORDS, i % ITEM_WORDS)];
  channel[target_word] = value;
  if (COPY == 1u) { posteriors[target_word] = value; }
}
#end

// Samples an item, whose words are of one word of `codeword`. STAGED: all invocations do, with `is_use` false where the item has no use, and
// the last three arguments are for write_staged.
fn sample_item(first_word: u32, item: u32, is_use: bool, slot_word: u32, first: u32, invocation: u32) {
  let at = (first_word * INTERLEAVE / 32u) * N;
#for i in 0..4
#for j in 0..BITS
#if UNPADDED
  let n_$i_$j = symbol_of(select(min(4u * item + $iu, USES - 1u), 4u * item + $iu, ALL_USES), $ju);
  let sent_$i_$j = codeword[at + n_$i_$j];
  let entry_$i_$j = symbol_use[n_$i_$j];
#else
  var sent_$i_$j = 0u;
  if (is_use) { sent_$i_$j = sent_of(at, min(4u * item + $iu, USES - 1u), $ju); }
#end
#if STAGED: let target_$i_$j = target_of(slot_word, first, $iu * BITS + $ju, invocation);
#end
#end
#if STAGED: let end = min(slot_word + WORDS, word_count()) * N;
  for (var t = 0u; t < TOGETHER; t++) {
    let word = first_word + t;
#if !STAGED
#if !FRAME_INTERLEAVED: if (word >= word_count()) { return; }
#end
    if (is_use) {
      let without = lanes_without_frame(word);
#for l in 0..LANES
      let random_$l = random_words(vec4u(frame_index(word * INTERLEAVE + $lu), item, STREAM_NOISE), run.key);
#end
#for i in 0..4
      if (ALL_USES || 4u * item + $iu < USES) {
#for j in 0..BITS
        let ones_$j = bits_of_word(sent_$i_$j, word);
        var word_$j = 0u;
#end
#for l in 0..LANES
        var label_$l = 0u;
#for j in 0..BITS: label_$l |= ((ones_$j >> $lu) & 1u) << $ju;
        let row_$l = row_of(label_$l, random_$l[$i]);
#for j in 0..BITS: word_$j |= lane_of_row(row_$l, $ju, $lu);
#end
#for j in 0..BITS
#if STAGED
        staged[staged_at(invocation, $iu * BITS + $ju)] = with_known(word_$j, without);
#else
#if UNPADDED
        store(word, entry_$i_$j, word_$j, without);
#else
        let n_$j = symbol_of(4u * item + $iu, $ju);
        if (n_$j != PADDING) { store(word, symbol_use[n_$j], word_$j, without); }
#end
#end
#end
      }
#end
    }
#if STAGED
    workgroupBarrier();
#for i in 0..4: #for j in 0..BITS: write_staged(target_$i_$j + t * N, end, $iu * BITS + $ju, invocation);
    workgroupBarrier();
#end
  }
}

// Stores the symbols of an item that are not sent.
fn store_unsent_item(first_word: u32, item: u32) {
  for (var t = 0u; t < TOGETHER; t++) {
    if (first_word + t < word_count()) { store_unsent(first_word + t, item - USE_ITEMS); }
  }
}

fn fill_item(first_word: u32, item: u32) {
  if (item < USE_ITEMS) {
    sample_item(first_word, item, true, 0u, 0u, 0u);
  } else {
    store_unsent_item(first_word, item);
  }
}

#if STAGED
// As fill_items, with the barriers of write_staged in it.
fn fill_staged(workgroup: vec3u, invocation: u32) {
  let slot_word = workgroup_slot(workgroup) * WORDS;
  for (var i = 0u; i < ITEMS; i++) {
    let first = (workgroup.x * ITEMS + i) * WORKGROUP_SIZE;
    let group = (first + invocation) / ITEMS_OF_FRAME;
    let isItem = group < WORDS / TOGETHER;
    let first_word = slot_word + select(0u, group * TOGETHER, isItem);
    let item = select(USE_ITEMS, (first + invocation) % ITEMS_OF_FRAME, isItem);
    sample_item(first_word, item, item < USE_ITEMS, slot_word, first, invocation);
    if (isItem && item >= USE_ITEMS) { store_unsent_item(first_word, item); }
  }
}
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  for (var cell = invocation; cell < CELLS; cell += WORKGROUP_SIZE) { noise[cell] = noise_cells[cell]; }
  workgroupBarrier();
#if STAGED
  fill_staged(workgroup, invocation);
#else
  if (has_no_word(workgroup, invocation)) { return; }
  fill_items(workgroup, invocation);
#end
}
