// Functions of binary/chip/iterations that read core posteriors from the channel and write them to device memory.

// Writes the posteriors of lanes of a word. Without early termination all lanes end together.
fn store(word: u32, variable: u32, value: u32, lanes: u32) {
  let at = word * N + variable;
#if STOP
  if (lanes == 0xffffffffu) { posteriors[at] = value; }
  else if (lanes != 0u) { posteriors[at] = (posteriors[at] & ~lanes) | (value & lanes); }
#else
  posteriors[at] = value;
#end
}

// Core posteriors start as the channel's, with all loads under way at once.
fn load_core(word: u32, core: u32, z: u32) {
#for c in 0..COLUMNS: let channel_$c = channel[word * N + $cu * LIFTING_SIZE + z];
#for c in 0..SHARED: posterior[core + $cu * LIFTING_SIZE + z] = in_units(channel_$c);
#for c in SHARED..COLUMNS: private_posterior_$c = in_units(channel_$c);
}

#if PACKED
// The bits of two lanes side by side: bit i of lane l becomes bit 2i + l.
fn side_by_side(word: u32) -> u32 {
  let by_8 = (word ^ (word >> 8u)) & 0x0000ff00u;
  let bytes = word ^ by_8 ^ (by_8 << 8u);
  let by_4 = (bytes ^ (bytes >> 4u)) & 0x00f000f0u;
  let nibbles = bytes ^ by_4 ^ (by_4 << 4u);
  let by_2 = (nibbles ^ (nibbles >> 2u)) & 0x0c0c0c0cu;
  let pairs = nibbles ^ by_2 ^ (by_2 << 2u);
  let by_1 = (pairs ^ (pairs >> 1u)) & 0x22222222u;
  return pairs ^ by_1 ^ (by_1 << 1u);
}
#end

#if COLLECTS_SIGNS
// Sign bits of all posteriors of an invocation. The bit of block column c is moved right to bit c % LANE_BITS of each lane.
#for w in 0..SIGN_WORDS: var<private> column_signs_$w: u32;
fn collect_signs(core: u32, z: u32) {
#for w in 0..SIGN_WORDS
  column_signs_$w = 0u;
#for c in SHARED_OF_WORD_$w
  column_signs_$w |= (signs_of_units(posterior[core + $cu * LIFTING_SIZE + z]) & SIGN_BITS) >> (LANE_BITS - 1u - $cu % LANE_BITS);
#end
#for c in PRIVATE_OF_WORD_$w
  column_signs_$w |= (signs_of_units(private_posterior_$c) & SIGN_BITS) >> (LANE_BITS - 1u - $cu % LANE_BITS);
#end
#for r in OWN_OF_WORD_$w
#for o in OWN_SIGN_WORD_$r
  column_signs_$w |= ((own_signs_$o << OWN_PLACE_$r) & SIGN_BITS) >> (LANE_BITS - 1u - OWN_COLUMN_$r % LANE_BITS);
#end
#end
#end
}
#else
fn collect_signs(_core: u32, _z: u32) {}
#end

// Writes the core posteriors that an invocation began with. Branches by lanes are in a loop if the code has many
// edges, because drivers compile one copy of them faster.
fn store_core(word: u32, core: u32, z: u32, lanes: u32) {
  if (lanes == 0u) { return; }
#if PACKED
  let written = side_by_side(lanes);
#for w in 0..SIGN_WORDS: store(word, $wu * LIFTING_SIZE + z, side_by_side(column_signs_$w), written);
#else
#if STORES_IN_LOOP
  for (var v = z; v < CORE; v += LIFTING_SIZE) { store(word, v, in_steps(posterior[core + v]), lanes); }
#else
#for c in 0..SHARED: store(word, $cu * LIFTING_SIZE + z, in_steps(posterior[core + $cu * LIFTING_SIZE + z]), lanes);
#end
#for c in SHARED..COLUMNS: store(word, $cu * LIFTING_SIZE + z, in_steps(private_posterior_$c), lanes);
#end
}
