// Flips observables of a shot in `wrong` [frame][observable words], a word at a time: long codes have few words, for which all mechanisms
// would wait. The kernel declares `wrong`, and calls put_observables once at its end.
var<private> held_word: u32;
var<private> held_bits: u32;

fn flip_observable(slot: u32, k: u32) {
  let word = slot * OBSERVABLE_WORDS + (k >> 5u);
  if (word != held_word) {
    put_observables();
    held_word = word;
  }
  held_bits ^= 1u << (k & 31u);
}

fn put_observables() {
  if (held_bits != 0u) { atomicXor(&wrong[held_word], held_bits); }
  held_bits = 0u;
}
