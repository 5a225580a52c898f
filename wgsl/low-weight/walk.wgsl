// low-weight/walk: words of low weight of a binary code by random walks over information sets. A walk begins with a systematic generator
// matrix. Each step takes a random row and one of its other ones, whose column becomes the row's pivot instead: the matrix is systematic
// on another information set (A. Canteaut and F. Chabaud 1998). Rows that change and weigh at most the limit are listed.
// in   generator [word][K]: bit b of word w is slot 32·w + b, a column that is no pivot, then LABELS words of symbols without weight;
//      columns [K + SLOTS]: the pivot of each row, then the column of each slot; limit [1]
// out  found: [0] number of words, which may exceed CAPACITY; then for each word its walk, its weight, LABELS words, and HEAVIEST
//      columns. Words are in any order.
// map  one workgroup of INVOCATIONS per walk (workgroup y); its invocations share the rows
// workgroup bytes: 4·((WORDS + 1)·K + SLOTS + 2·INVOCATIONS)
// exact: bits
#import common/run
#import common/workgroup-slot
#import <random>

@group(0) @binding(1) var<storage, read> generator: array<u32>;
@group(0) @binding(2) var<storage, read> columns: array<u32>;
@group(0) @binding(3) var<storage, read> limit: array<u32>;
@group(0) @binding(4) var<storage, read_write> found: array<atomic<u32>>;

// Words of slots, and of a row.
const WEIGHED: u32 = (SLOTS + 31u) / 32u;
const WORDS: u32 = WEIGHED + LABELS;
const ENTRY: u32 = 2u + LABELS + HEAVIEST;
const NO_SLOT: u32 = 0xffffffffu;

var<workgroup> rows: array<u32, WORDS * K>;
var<workgroup> pivots: array<u32, K>;
var<workgroup> slots: array<u32, SLOTS>;
// Random numbers of the next steps.
var<workgroup> drawn_rows: array<u32, INVOCATIONS>;
var<workgroup> drawn_slots: array<u32, INVOCATIONS>;

// The first slot from a random one on, in a circle, where a row has a one.
fn slot_of(row: u32, start: u32) -> u32 {
  var slot = NO_SLOT;
  for (var i = 0u; i <= WEIGHED && slot == NO_SLOT; i++) {
    let word = (start / 32u + i) % WEIGHED;
    let bits = rows[word * K + row] & select(0xffffffffu, 0xffffffffu << (start & 31u), i == 0u);
    if (bits != 0u) { slot = 32u * word + firstTrailingBit(bits); }
  }
  return slot;
}

// Whether a step adds its row to row i: row i has a one in the slot.
fn changes(i: u32, row: u32, slot: u32) -> bool {
  if (slot == NO_SLOT || i == row) { return false; }
  return ((rows[slot / 32u * K + i] >> (slot & 31u)) & 1u) == 1u;
}

// Lists a row that weighs at most the maximum.
fn list_row(walk: u32, row: u32, most: u32) {
  var weight = 1u;
  for (var word = 0u; word < WEIGHED; word++) { weight += countOneBits(rows[word * K + row]); }
  if (weight > most) { return; }
  if (LABELS > 0u) {
    var labels = 0u;
    for (var word = WEIGHED; word < WORDS; word++) { labels |= rows[word * K + row]; }
    if (LABELLED == 1u && labels == 0u) { return; }
  }
  let number = atomicAdd(&found[0], 1u);
  if (number >= CAPACITY) { return; }
  let entry = 1u + number * ENTRY;
  atomicStore(&found[entry], walk);
  atomicStore(&found[entry + 1u], weight);
  for (var word = 0u; word < LABELS; word++) { atomicStore(&found[entry + 2u + word], rows[(WEIGHED + word) * K + row]); }
  var at = entry + 2u + LABELS;
  atomicStore(&found[at], pivots[row]);
  for (var word = 0u; word < WEIGHED; word++) {
    for (var bits = rows[word * K + row]; bits != 0u; bits &= bits - 1u) {
      at++;
      atomicStore(&found[at], slots[32u * word + firstTrailingBit(bits)]);
    }
  }
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let walk = workgroup_slot(id);
  if (walk >= run.frames) { return; }
  for (var i = invocation; i < WORDS * K; i += INVOCATIONS) { rows[i] = generator[i]; }
  for (var i = invocation; i < K; i += INVOCATIONS) { pivots[i] = columns[i]; }
  for (var i = invocation; i < SLOTS; i += INVOCATIONS) { slots[i] = columns[K + i]; }
  let index = frame_index(walk);
  let most = min(limit[0], HEAVIEST);
  for (var step = 0u; step < STEPS; step++) {
    if (step % INVOCATIONS == 0u) {
      workgroupBarrier();
      let words = random_words(vec4u(index, step + invocation, 0u), run.key);
      drawn_rows[invocation] = words.x % K;
      drawn_slots[invocation] = words.y % SLOTS;
    }
    workgroupBarrier();
    let row = drawn_rows[step % INVOCATIONS];
    let slot = slot_of(row, drawn_slots[step % INVOCATIONS]);
    if (slot != NO_SLOT && invocation == 0u) {
      let pivot = pivots[row];
      pivots[row] = slots[slot];
      slots[slot] = pivot;
    }
    var lightest = NO_SLOT;
    for (var i = invocation; i < K; i += INVOCATIONS) {
      if (changes(i, row, slot)) {
        var weight = 1u;
        for (var word = 0u; word < WORDS; word++) {
          var sum = rows[word * K + i] ^ rows[word * K + row];
          if (word == slot / 32u) { sum |= 1u << (slot & 31u); }
          rows[word * K + i] = sum;
          if (word < WEIGHED) { weight += countOneBits(sum); }
        }
        lightest = min(lightest, weight);
      }
    }
    workgroupBarrier();
    if (step >= MIXING && lightest <= most) {
      for (var i = invocation; i < K; i += INVOCATIONS) {
        // A row that changed has kept its one in the slot.
        if (changes(i, row, slot)) { list_row(walk, i, most); }
      }
    }
  }
}
