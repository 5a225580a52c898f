// nonbinary/check-node/syndrome-sums: for nonbinary/rules/ems-lists. A syndrome is the sum of an entry of each list (Schläfer et al. 2015). Syndromes
// have one edge that deviates from its first entry, among the first EDGES1 edges and by at most ENTRIES1 entries; PAIRS: two among the first EDGES2
// by at most ENTRIES2 each; TRIPLES: three alike. An edge's message has, of each symbol, the least syndrome in which the edge does not deviate,
// less the edge's first entry (decorrelation). Syndromes are not sorted: a pass finds the least syndrome of each symbol, a second one the least
// syndromes without each of its edges, so every edge finds its own.
// private bytes: 4·(degree + 1)·NM of lists, 4·Q·WIDTH of syndromes

const RESULT: u32 = DEGREE;
const PATHS: u32 = 1u + PAIRS + TRIPLES;
const WIDTH: u32 = PATHS + 1u;
// Of each symbol, as a difference from the sum of all first entries: the least syndrome, with its value in bits 24 … 31 and below them the edges that
// deviate, 255 for none; then the least values of syndromes in which the first, second and third of these edges do not deviate.
var<private> least: array<u32, Q * WIDTH>;

fn has_edge(edges: u32, i: u32) -> bool {
  return (edges & 0xffu) == i || ((edges >> 8u) & 0xffu) == i || ((edges >> 16u) & 0xffu) == i;
}

fn take_syndrome(is_second: bool, symbol: u32, sum: u32, edges: u32) {
  let at = symbol * WIDTH;
  let value = min(sum, u32(MESSAGE_BOUND));
  if (!is_second) {
    least[at] = min(least[at], (value << 24u) | edges);
    return;
  }
  for (var j = 0u; j < PATHS;) {
    let i = (least[at] >> (8u * j)) & 0xffu;
    if (!has_edge(edges, i)) { least[at + 1u + j] = min(least[at + 1u + j], value); }
    j++;
  }
}

// The symbol of an entry is a difference from the list's first.
fn deviation(i: u32, k: u32) -> vec2u {
  return vec2u((lists[i][k] ^ lists[i][0]) & 0xffu, lists[i][k] / VALUE);
}

fn take_syndromes(is_second: bool, degree: u32) {
  take_syndrome(is_second, 0u, 0u, 0xffffffu);
  for (var a = 0u; a < min(degree, EDGES1); a++) {
    for (var k = 1u; k <= ENTRIES1;) {
      let one = deviation(turns[a], k);
      take_syndrome(is_second, one.x, one.y, 0xffff00u | turns[a]);
#if PAIRS
      for (var b = 0u; b < select(0u, a, a < EDGES2 && k <= ENTRIES2); b++) {
        for (var l = 1u; l <= ENTRIES2;) {
          let other = deviation(turns[b], l);
          let two = vec2u(one.x ^ other.x, one.y + other.y);
          take_syndrome(is_second, two.x, two.y, 0xff0000u | (turns[b] << 8u) | turns[a]);
#if TRIPLES
          for (var c = 0u; c < select(0u, b, a < EDGES3 && k <= ENTRIES3 && l <= ENTRIES3); c++) {
            for (var m = 1u; m <= ENTRIES3;) {
              let third = deviation(turns[c], m);
              take_syndrome(is_second, two.x ^ third.x, two.y + third.y, (turns[c] << 16u) | (turns[b] << 8u) | turns[a]);
              m++;
            }
          }
#end
          l++;
        }
      }
#end
      k++;
    }
  }
}

fn add_lists(degree: u32, shift: u32) {
  for (var at = 0u; at < Q * WIDTH;) {
    least[at] = NONE;
    at++;
  }
  take_syndromes(false, degree);
  take_syndromes(true, degree);
  var all = 0u;
  for (var i = 0u; i < degree; i++) { all ^= lists[i][0]; }
  for (var i = 0u; i < degree; i++) {
    var vector: Vector;
    for (var x = 0u; x < Q;) {
      let at = ((x ^ all ^ lists[i][0]) & 0xffu) * WIDTH;
      let entry = least[at];
      var value = entry >> 24u;
      for (var j = 0u; j < PATHS;) {
        if (((entry >> (8u * j)) & 0xffu) == i) { value = least[at + 1u + j]; }
        j++;
      }
      vector[x] = select(f32(value), GREATEST, entry == NONE || value == NONE);
      x++;
    }
    keep_least(&vector, RESULT);
    put_list(i, RESULT, shift);
  }
}
