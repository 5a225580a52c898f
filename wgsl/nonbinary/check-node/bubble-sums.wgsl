// nonbinary/check-node/bubble-sums: for nonbinary/rules/ems-lists. A check adds its lists two at a time, forward and backward, by elementary checks
// (Boutillon and Conde-Canencia 2010). One takes sums of entry i and entry j, at most MESSAGE_BOUND, from the least on: bubble 2p has the row i = p
// from j = p, bubble 2p + 1 the column j = p from i = p + 1, for p below ROWS or COLUMNS, so that min(i, j) is small (L-bubble check); of equal sums
// the one of the lower bubble comes first. A sum counts as one of POPS, and is left out where it has more than DEVIATIONS deviations or an earlier
// sum's symbol.
// private bytes: 4·(2·degree + 1)·NM of lists

// From FORWARD on sums of the first edges, from BACKWARD on sums of the last ones by turns.
const FORWARD: u32 = DEGREE;
const BACKWARD: u32 = FORWARD + max(DEGREE, 2u) - 2u;
const RESULT: u32 = BACKWARD + 2u;

fn sum_of(a: u32, b: u32) -> u32 {
  if (a == NONE || b == NONE) { return NONE; }
  let deviations = ((a >> 8u) & 0xffu) + ((b >> 8u) & 0xffu);
  return min(a / VALUE + b / VALUE, u32(MESSAGE_BOUND)) * VALUE + deviations * 0x100u + ((a ^ b) & 0xffu);
}

// Entries past a list's end are none.
fn entry_of(list: u32, i: u32) -> u32 {
  if (i >= NM) { return NONE; }
  return lists[list][i];
}

fn elementary_check(left: u32, right: u32, to: u32) {
  var heads: array<u32, 2u * ROWS>;
  var places: array<u32, 2u * ROWS>;
  var seen: array<u32, (Q + 31u) / 32u>;
  for (var k = 0u; k < (Q + 31u) / 32u; k++) { seen[k] = 0u; }
  var rows = 0u;     // rows and columns that have begun
  var count = 0u;
  for (var pops = 0u; pops < POPS && count < NM; pops++) {
    // Row p begins when the first sum of row p − 1 is taken.
    if (rows == 0u || (rows < ROWS && places[2u * rows - 2u] > rows - 1u)) {
      heads[2u * rows] = sum_of(entry_of(left, rows), entry_of(right, rows));
      places[2u * rows] = rows;
      heads[2u * rows + 1u] = NONE;
      if (rows < COLUMNS) { heads[2u * rows + 1u] = sum_of(entry_of(left, rows + 1u), entry_of(right, rows)); }
      places[2u * rows + 1u] = rows + 1u;
      rows++;
    }
    var best = 0u;
    for (var k = 1u; k < 2u * rows; k++) {
      if (heads[k] / VALUE < heads[best] / VALUE) { best = k; }
    }
    let taken = heads[best];
    if (taken == NONE) { break; }
    places[best]++;
    let place = places[best];
    let p = best / 2u;
    heads[best] = sum_of(
      entry_of(left, select(p, place, best % 2u == 1u)),
      entry_of(right, select(place, p, best % 2u == 1u)),
    );
    let symbol = taken & 0xffu;
    let bit = 1u << (symbol % 32u);
    if (((taken >> 8u) & 0xffu) > DEVIATIONS || (seen[symbol / 32u] & bit) != 0u) { continue; }
    seen[symbol / 32u] |= bit;
    lists[to][count] = taken;
    count++;
  }
  for (var k = count; k < NM;) {
    lists[to][k] = NONE;
    k++;
  }
}

fn add_lists(degree: u32, shift: u32) {
  let middle = max(degree, 2u) - 2u;
  var left = turns[0];
  var right = turns[degree - 1u];
  for (var round = 0u; round < middle; round++) {
    elementary_check(left, turns[round + 1u], FORWARD + round);
    left = FORWARD + round;
  }
  put_list(turns[degree - 1u], left, shift);
  for (var round = middle + 1u; round < 3u * middle + 1u; round++) {
    let after = round - middle - 1u;
    let i = middle - after / 2u;
    if ((after & 1u) == 0u) {
      left = FORWARD + i - 2u;
      if (i == 1u) { left = turns[0]; }
      elementary_check(left, right, RESULT);
      put_list(turns[i], RESULT, shift);
    } else {
      elementary_check(turns[i], right, BACKWARD + (i & 1u));
      right = BACKWARD + (i & 1u);
    }
  }
  put_list(turns[0], right, shift);
}
