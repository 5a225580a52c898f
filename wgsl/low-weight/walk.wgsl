// low-weight/walk: words of low weight of a code by random walks over information sets. A walk begins with a systematic generator
// matrix. Each step takes a random row and one of its nonzero symbols, whose column becomes the row's pivot instead: the matrix is
// systematic on another information set (A. Canteaut and F. Chabaud 1998), except that a pivot may be any nonzero symbol. Rows that change
// and weigh at most the limit are listed; with SUMS > 1 also sums of rows (low-weight/sums) after every SUM_STEPS steps.
// in   generator [word][P][K]: bit b of word w is slot 32·w + b, a column that is no pivot; then LABELS words of symbols without weight.
//      Plane p has bit p of each symbol. columns [K + SLOTS]: the pivot column of each row, then the column of each slot; limit [1]
// out  found: [0] number of words, which may exceed CAPACITY; then for each word its walk, its weight, and its symbols: P planes for each
//      of COLUMN_WORDS words of columns, then for each of LABELS words. Words are in any order.
// tmp  stored_rows [frame][word][P][K], unless rows are in workgroup memory (SHARED)
// map  one workgroup of INVOCATIONS per walk (workgroup y); its invocations share the rows
// exact: elements of GF(q)
#import common/run, common/workgroup-slot, common/arithmetic/packed-galois, <random>, low-weight/sums

#in generator: u32, columns: u32, limit: u32
#out stored_rows: u32, found: atomic<u32>

// Words of slots, and of a row.
const WEIGHED: u32 = (SLOTS + 31u) / 32u;
const WORDS: u32 = WEIGHED + LABELS;
const ELEMENTS: u32 = WORDS * P * K;
const ENTRY: u32 = 2u + (COLUMN_WORDS + LABELS) * P;
const NO_SLOT: u32 = 0xffffffffu;

var<workgroup> shared_rows: array<u32, SHARED * (ELEMENTS - 1u) + 1u>;
// Column and symbol of the pivot of each row.
var<workgroup> pivots: array<u32, K>;
var<workgroup> pivot_symbols: array<u32, K>;
var<workgroup> slots: array<u32, SLOTS>;
// Random numbers of the next steps.
var<workgroup> drawn_rows: array<u32, INVOCATIONS>;
var<workgroup> drawn_slots: array<u32, INVOCATIONS>;

fn element(walk: u32, word: u32, plane: u32, row: u32) -> u32 {
  let i = (word * P + plane) * K + row;
  if (SHARED == 1u) { return shared_rows[i]; }
  return stored_rows[walk * ELEMENTS + i];
}

fn set_element(walk: u32, word: u32, plane: u32, row: u32, bits: u32) {
  let i = (word * P + plane) * K + row;
  if (SHARED == 1u) { shared_rows[i] = bits; } else { stored_rows[walk * ELEMENTS + i] = bits; }
}

// Columns of a word in which a row has a nonzero symbol.
fn nonzero(walk: u32, word: u32, row: u32) -> u32 {
  var bits = 0u;
#for p in 0..P: bits |= element(walk, word, $pu, row);
  return bits;
}

// The symbol of a row in a slot.
fn symbol_at(walk: u32, row: u32, slot: u32) -> u32 {
  var symbol = 0u;
#for p in 0..P: symbol |= ((element(walk, slot / 32u, $pu, row) >> (slot & 31u)) & 1u) << $pu;
  return symbol;
}

// The first slot from a random one on, in a circle, where a row is not zero.
fn slot_of(walk: u32, row: u32, start: u32) -> u32 {
  var slot = NO_SLOT;
  for (var i = 0u; i <= WEIGHED && slot == NO_SLOT; i++) {
    let word = (start / 32u + i) % WEIGHED;
    let bits = nonzero(walk, word, row) & select(0xffffffffu, 0xffffffffu << (start & 31u), i == 0u);
    if (bits != 0u) { slot = 32u * word + firstTrailingBit(bits); }
  }
  return slot;
}

// A row's symbol in the slot of a step; rows with another symbol than zero change. The step's own row does not.
fn change_of(walk: u32, i: u32, row: u32, slot: u32) -> u32 {
  if (slot == NO_SLOT || i == row) { return 0u; }
  return symbol_at(walk, i, slot);
}

// Adds a multiple of a row to row i, whose symbol in the slot becomes `exchanged`. Returns the weight of row i.
fn add_multiple(walk: u32, i: u32, row: u32, factor: u32, slot: u32, exchanged: u32) -> u32 {
  var weight = 1u;
  for (var word = 0u; word < WORDS; word++) {
    var multiple: array<u32, P>;
    var sum: array<u32, P>;
#for p in 0..P
    multiple[$p] = element(walk, word, $pu, row);
    sum[$p] = element(walk, word, $pu, i);
#end
#for f in 0..P
#for p in 0..P: sum[$p] ^= multiple[$p] & (0u - ((factor >> $fu) & 1u));
    // Times x.
    let top_$f = multiple[P - 1u];
#for p in P..1: multiple[$p] = multiple[$pu - 1u] ^ (top_$f & (0u - ((POLYNOMIAL >> $pu) & 1u)));
    multiple[0] = top_$f;
#end
    let bit = select(0u, 1u << (slot & 31u), word == slot / 32u);
    var bits = 0u;
#for p in 0..P
    sum[$p] = (sum[$p] & ~bit) | (bit & (0u - ((exchanged >> $pu) & 1u)));
    set_element(walk, word, $pu, i, sum[$p]);
    bits |= sum[$p];
#end
    if (word < WEIGHED) { weight += countOneBits(bits); }
  }
  return weight;
}

// Writes a symbol of a listed word.
fn list_symbol(entry: u32, column: u32, symbol: u32) {
#for p in 0..P
  if (((symbol >> $pu) & 1u) == 1u) { atomicOr(&found[entry + 2u + column / 32u * P + $pu], 1u << (column & 31u)); }
#end
}

// The next entry of the list, begun with a word's walk and weight; 0 if the list is full.
fn next_entry(walk: u32, weight: u32) -> u32 {
  let number = atomicAdd(&found[0], 1u);
  if (number >= CAPACITY) { return 0u; }
  let entry = 1u + number * ENTRY;
  atomicStore(&found[entry], walk);
  atomicStore(&found[entry + 1u], weight);
  return entry;
}

// Lists a row that weighs at most the maximum.
fn list_row(walk: u32, row: u32, most: u32) {
  var weight = 1u;
  for (var word = 0u; word < WEIGHED; word++) { weight += countOneBits(nonzero(walk, word, row)); }
  if (weight > most) { return; }
  if (LABELLED == 1u) {
    var labels = 0u;
    for (var word = WEIGHED; word < WORDS; word++) { labels |= nonzero(walk, word, row); }
    if (labels == 0u) { return; }
  }
  let entry = next_entry(walk, weight);
  if (entry == 0u) { return; }
  list_symbol(entry, pivots[row], pivot_symbols[row]);
  for (var word = 0u; word < WEIGHED; word++) {
    for (var bits = nonzero(walk, word, row); bits != 0u; bits &= bits - 1u) {
      let slot = 32u * word + firstTrailingBit(bits);
      list_symbol(entry, slots[slot], symbol_at(walk, row, slot));
    }
  }
  for (var i = 0u; i < LABELS * P; i++) {
    let labels = element(walk, WEIGHED + i / P, i % P, row);
    atomicStore(&found[entry + 2u + COLUMN_WORDS * P + i], labels);
  }
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let walk = workgroup_slot(id);
  if (walk >= run.frames) { return; }
  // The matrix as one long row.
  for (var i = invocation; i < ELEMENTS; i += INVOCATIONS) { set_element(walk, 0u, 0u, i, generator[i]); }
  for (var i = invocation; i < K; i += INVOCATIONS) {
    pivots[i] = columns[i];
    pivot_symbols[i] = 1u;
  }
  for (var i = invocation; i < SLOTS; i += INVOCATIONS) { slots[i] = columns[K + i]; }
  let index = frame_index(walk);
  let most = limit[0];
  for (var step = 0u; step < STEPS; step++) {
    if (step % INVOCATIONS == 0u) {
      workgroupBarrier();
      let words = random_words(vec4u(index, step + invocation, 0u), run.key);
      drawn_rows[invocation] = words.x % K;
      drawn_slots[invocation] = words.y % SLOTS;
    }
    workgroupBarrier();
    if (SHARED == 0u) { storageBarrier(); }
    let row = drawn_rows[step % INVOCATIONS];
    let slot = slot_of(walk, row, drawn_slots[step % INVOCATIONS]);
    let symbol = symbol_at(walk, row, min(slot, SLOTS - 1u));
    let pivot_symbol = pivot_symbols[row];
    let inverted = inverse(symbol);
    if (slot != NO_SLOT && invocation == 0u) {
      let pivot = pivots[row];
      pivots[row] = slots[slot];
      slots[slot] = pivot;
    }
    var lightest = NO_SLOT;
    for (var i = invocation; i < K; i += INVOCATIONS) {
      let own = change_of(walk, i, row, slot);
      if (own != 0u) {
        let factor = scaled(own, inverted);
        lightest = min(lightest, add_multiple(walk, i, row, factor, slot, scaled(factor, pivot_symbol)));
      }
    }
    workgroupBarrier();
    if (SHARED == 0u) { storageBarrier(); }
    if (slot != NO_SLOT && invocation == 0u) {
      // The row keeps its symbols; that of its old pivot is in the slot.
      let bit = 1u << (slot & 31u);
#for p in 0..P
      let bits_$p = element(walk, slot / 32u, $pu, row) & ~bit;
      set_element(walk, slot / 32u, $pu, row, bits_$p | (bit & (0u - ((pivot_symbol >> $pu) & 1u))));
#end
      pivot_symbols[row] = symbol;
    }
    if (step >= MIXING && lightest <= most) {
      for (var i = invocation; i < K; i += INVOCATIONS) {
        // A row that changed has another symbol than zero in the slot still.
        if (change_of(walk, i, row, slot) != 0u) { list_row(walk, i, most); }
      }
    }
    if (SUMS > 1u && step >= MIXING && step % SUM_STEPS == 0u) {
      list_sums(walk, invocation, drawn_slots[step % INVOCATIONS], most);
    }
  }
}
