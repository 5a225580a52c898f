// Functions of binary/chip/iterations that read core posteriors from the channel and write them to device memory.

// Writes the posteriors of lanes of a word. Without early termination all lanes end together.
fn store(word: u32, variable: u32, value: u32, lanes: u32) {
  let at = word * N + variable;
#if STOP
  if (lanes == 0xffffffffu) { posteriors[at] = value; }
  else if (lanes != 0u) { posteriors[at] = (posteriors[at] & ~lanes) | (value & lanes); }
#end
#if !STOP
  posteriors[at] = value;
#end
}

// Core posteriors start as the channel's, with all loads under way at once.
fn load_core(word: u32, core: u32, z: u32) {
#for c in 0..COLUMNS
  let channel_$c = channel[word * N + $cu * LIFTING_SIZE + z];
#end
#for c in 0..SHARED
  posterior[core + $cu * LIFTING_SIZE + z] = in_units(channel_$c);
#end
#for c in SHARED..COLUMNS
  private_posterior_$c = in_units(channel_$c);
#end
}

#if PACKED
const COLUMNS_OF_WORD: u32 = 32u / INTERLEAVE;

// The sign bits of the lanes side by side.
fn side_by_side(signs: u32) -> u32 {
  let ones = (signs & SIGN_BITS) >> (LANE_BITS - 1u);
  var bits = ones;
  for (var lane = 1u; lane < INTERLEAVE; lane++) { bits |= ones >> (lane * (LANE_BITS - 1u)); }
  return bits & (0xffffffffu >> (32u - INTERLEAVE));
}

// The same bits of lanes for all columns of a word.
fn in_all_columns(lanes: u32) -> u32 {
  var bits = side_by_side(lanes);
  for (var column = INTERLEAVE; column < 32u; column *= 2u) { bits |= bits << column; }
  return bits;
}
#end

// Writes the core posteriors that an invocation began with. Branches by lanes are in a loop if the code has many
// edges, because drivers compile one copy of them faster.
fn store_core(word: u32, core: u32, z: u32, lanes: u32) {
  if (lanes == 0u) { return; }
#if PACKED
#for w in 0..SIGN_WORDS
  var signs_$w = 0u;
#end
#for c in 0..SHARED
  let column_$c = side_by_side(signs_of_units(posterior[core + $cu * LIFTING_SIZE + z]));
#end
#for c in SHARED..COLUMNS
  let column_$c = side_by_side(signs_of_units(private_posterior_$c));
#end
#for w in 0..SIGN_WORDS
#for c in 0..COLUMNS
  if ($cu / COLUMNS_OF_WORD == $wu) { signs_$w |= column_$c << ($cu % COLUMNS_OF_WORD * INTERLEAVE); }
#end
  store(word, $wu * LIFTING_SIZE + z, signs_$w, in_all_columns(lanes));
#end
#end
#if !PACKED
#if STORES_IN_LOOP
  for (var v = z; v < CORE; v += LIFTING_SIZE) { store(word, v, in_steps(posterior[core + v]), lanes); }
#end
#if !STORES_IN_LOOP
#for c in 0..SHARED
  store(word, $cu * LIFTING_SIZE + z, in_steps(posterior[core + $cu * LIFTING_SIZE + z]), lanes);
#end
#end
#for c in SHARED..COLUMNS
  store(word, $cu * LIFTING_SIZE + z, in_steps(private_posterior_$c), lanes);
#end
#end
}
