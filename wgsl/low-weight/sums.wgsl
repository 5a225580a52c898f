// Words that are sums of two or three rows over GF(2) and are zero in a window of WINDOW slots (J. Stern 1988). Rows are chained by their
// bits in the window: equal rows give pairs, and the sum of two rows finds the third. A word of weight w with two of its ones in the
// information set is there for about (n − k)/w steps, so a search after every SUM_STEPS steps finds most.
// in   rows, pivots and slots of a walk of low-weight/walk
// out  words of its list
// map  the invocations of a walk share its rows

const NO_SUMMAND: u32 = 0xffffffffu;

// The first row of each chain, by its rows' bits in the window.
var<workgroup> chains: array<atomic<u32>, (1u << WINDOW)>;
// The next row of a row's chain, and for sums of three rows the row's bits in the window.
var<workgroup> chained: array<u32, (SUMS - 1u) * K + 1u>;

// A word of the sum of some rows; a row may be missing.
fn sum_word(walk: u32, word: u32, rows: vec3u) -> u32 {
  var sum = element(walk, word, 0u, rows.x) ^ element(walk, word, 0u, rows.y);
  if (SUMS > 2u && rows.z != NO_SUMMAND) { sum ^= element(walk, word, 0u, rows.z); }
  return sum;
}

// Lists a sum of rows that weighs at most the maximum.
fn list_sum(walk: u32, rows: vec3u, most: u32) {
  if (LABELLED == 1u) {
    var labels = 0u;
    for (var word = WEIGHED; word < WORDS; word++) { labels |= sum_word(walk, word, rows); }
    if (labels == 0u) { return; }
  }
  var weight = select(3u, 2u, rows.z == NO_SUMMAND);
  for (var word = 0u; word < WEIGHED && weight <= most; word++) { weight += countOneBits(sum_word(walk, word, rows)); }
  if (weight > most) { return; }
  let entry = next_entry(walk, weight);
  if (entry == 0u) { return; }
  for (var i = 0u; i < SUMS; i++) {
    if (rows[i] != NO_SUMMAND) { list_symbol(entry, pivots[rows[i]], 1u); }
  }
  for (var word = 0u; word < WEIGHED; word++) {
    for (var bits = sum_word(walk, word, rows); bits != 0u; bits &= bits - 1u) {
      list_symbol(entry, slots[32u * word + firstTrailingBit(bits)], 1u);
    }
  }
  for (var word = WEIGHED; word < WORDS; word++) {
    atomicStore(&found[entry + 2u + COLUMN_WORDS + word - WEIGHED], sum_word(walk, word, rows));
  }
}

// Lists sums of two rows, and of three if SUMS is 3. Its window begins near slot `start`, within a word.
fn list_sums(walk: u32, invocation: u32, start: u32, most: u32) {
  let first = start % (SLOTS - WINDOW + 1u);
  let shift = min(first & 31u, 32u - WINDOW);
  for (var i = invocation; i < 1u << WINDOW; i += INVOCATIONS) { atomicStore(&chains[i], NO_SUMMAND); }
  workgroupBarrier();
  if (SHARED == 0u) { storageBarrier(); }
  for (var i = invocation; i < K; i += INVOCATIONS) {
    let window = (element(walk, first / 32u, 0u, i) >> shift) & ((1u << WINDOW) - 1u);
    chained[i] = atomicExchange(&chains[window], i);
    if (SUMS > 2u) { chained[K + i] = window; }
  }
  workgroupBarrier();
  for (var i = invocation; i < K; i += INVOCATIONS) {
    for (var j = chained[i]; j != NO_SUMMAND; j = chained[j]) { list_sum(walk, vec3u(i, j, NO_SUMMAND), most); }
    if (SUMS > 2u) {
      for (var j = 0u; j < i; j++) {
        let window = chained[K + i] ^ chained[K + j];
        for (var m = atomicLoad(&chains[window]); m != NO_SUMMAND; m = chained[m]) {
          if (m < j) { list_sum(walk, vec3u(i, j, m), most); }
        }
      }
    }
  }
}
