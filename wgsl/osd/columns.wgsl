// osd/columns: the positions in the order of the search, the cost of flipping each, and the parity bits that each information position
// flips. A word is compared with the channel's hard decisions, while patterns flip the hard decisions of the ordering LLRs. With SIGNED
// these decisions differ, and a flip towards the channel's decision has a negative cost. Information positions are ordered by cost, and
// among equal costs the less reliable comes first.
// in   rows [frame][word][ROWS], basis [frame][N + RANK] (osd/reduce); reliability [frame][N] of the channel (osd/reliability);
//      channel_llr and ordering_llr [frame][N] (SIGNED only)
// out  places [frame][N] positions: of parity from the most reliable on, then of information; costs [frame][N] of the places;
//      columns [frame][word][K + 1]: bit b of word w is parity place 32·w + b; column K has the parity places where the word of no
//      pattern differs from the channel's decisions
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share places and columns
// exact: bits and integers
#import common/run, common/workgroup-slot

#in rows: u32, basis: u32, reliability: u32, channel_llr: f32, ordering_llr: f32
#out places: u32, costs: i32, columns: u32

const WORDS: u32 = N / 32u + 1u;
const PARITY_WORDS: u32 = (RANK + 31u) / 32u;
const K: u32 = N - RANK;

// Whether the hard decisions of channel and ordering differ.
fn differs(index: u32) -> bool { return SIGNED == 1u && (channel_llr[index] < 0.0) != (ordering_llr[index] < 0.0); }

// Cost of flipping an information position.
fn cost_of(index: u32) -> i32 {
  let cost = i32(reliability[index]);
  return select(cost, -cost, differs(index));
}

// Place of information position i among the information positions.
fn place_of(frame: u32, ordered: u32, i: u32, cost: i32) -> u32 {
  if (SIGNED == 0u) { return i; }
  var place = 0u;
  for (var other = 0u; other < K; other++) {
    let against = cost_of(frame + basis[ordered + other]);
    place += u32(against < cost || (against == cost && other < i));
  }
  return place;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(id);
  if (slot >= run.frames) { return; }
  let frame = slot * N;
  let taken = slot * (N + RANK);
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < RANK) {
      let position = basis[taken + RANK - 1u - i];
      places[frame + i] = position;
      costs[frame + i] = i32(reliability[frame + position]);
    } else if (i < N) {
      let position = basis[taken + i];
      let cost = cost_of(frame + position);
      let place = frame + RANK + place_of(frame, taken + RANK, i - RANK, cost);
      places[place] = position;
      costs[place] = cost;
    }
  }
  storageBarrier();
  for (var base = 0u; base <= K; base += INVOCATIONS) {
    let i = base + invocation;
    if (i <= K) {
      var position = N;
      if (i < K) { position = places[frame + RANK + i]; }
      let column = (slot * WORDS + (position >> 5u)) * ROWS;
      let bit = position & 31u;
      for (var word = 0u; word < PARITY_WORDS; word++) {
        var bits = 0u;
        for (var b = 0u; b < min(32u, RANK - 32u * word); b++) {
          let place = 32u * word + b;
          let row = basis[taken + N + RANK - 1u - place];
          var parity = (rows[column + row] >> bit) & 1u;
          if (SIGNED == 1u) { parity ^= u32(i == K && differs(frame + places[frame + place])); }
          bits |= parity << b;
        }
        columns[(slot * PARITY_WORDS + word) * (K + 1u) + i] = bits;
      }
    }
  }
}
