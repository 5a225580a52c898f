// Partial sums of a variable's messages as 16-bit fields of words, to which checks add by atomics: sum s of a variable
// is field s mod 2 of its word ⌊s/2⌋. A field is a signed number; its reader undoes its borrow from the field above.
// There are three sections of sums: an iteration reads one, adds to one, and clears one for the next iteration.
// On a GPU several invocations share a check, so that the loads of all its edges overlap: part p of PARTS has its edges p, p + PARTS, …
// The importing kernel declares llr_bytes: array<u32>, entries: array<vec2u> and sums: array<atomic<u32>>.

const WORDS: u32 = (PARTIAL_SUMS + 1u) / 2u;
const SECTIONS: u32 = 3u;
const SUM_CLIP: i32 = i32(ACCUMULATOR_CLIP);
// Checks of a workgroup. Neighbouring invocations have neighbouring checks, whose variables are neighbours.
const CHECKS_TOGETHER: u32 = WORKGROUP_SIZE / PARTS;

fn section_at(frame: u32, section: u32) -> u32 { return (frame * SECTIONS + section % SECTIONS) * WORDS * N; }

fn clipped(sum: i32) -> i32 { return clamp(sum, -SUM_CLIP, SUM_CLIP); }

fn channel_llr(frame: u32, n: u32) -> i32 {
  let at = frame * N + n;
  return i32(llr_bytes[at / 4u] << (24u - 8u * (at % 4u))) >> 24u;
}

// The posterior of a variable: the clipped sum of its clipped partial sums; the first includes the channel's LLR.
fn posterior(frame: u32, at: u32, n: u32) -> i32 {
  var sum = 0;
  var llr = channel_llr(frame, n);
#for w in 0..2
  if ($wu < WORDS) {
    let word = bitcast<i32>(atomicLoad(&sums[at + $wu * N + n]));
    let low = (word << 16u) >> 16u;
    sum += clipped(low + llr) + clipped((word - low) >> 16u);
    llr = 0;
  }
#end
  return clipped(sum);
}

// Entry i of an invocation's edges of a check: first variable of the block column; shift, from bit 16 the partial sum, and bit 31 if the check
// has no such edge, whose variable is then that of another edge. In software bits 24 to 29 are the number of the check's edges.
fn entry_of(check: u32, part: u32, i: u32) -> vec2u { return entries[((check / LIFTING_SIZE) * EDGES + i) * PARTS + part]; }
#if !SPREAD
fn degree_of(check: u32) -> u32 { return (entry_of(check, 0u, 0u).y >> 24u) & 0x3fu; }
fn partial_sum_of(entry: vec2u) -> u32 { return (entry.y >> 16u) & 0xffu; }
#end
fn is_edge(entry: vec2u) -> bool { return entry.y < 0x80000000u; }
fn variable_of(entry: vec2u, check: u32) -> u32 {
  let place = check % LIFTING_SIZE + (entry.y & 0xffffu);
  return entry.x + min(place, place - LIFTING_SIZE);
}
