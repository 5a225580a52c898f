// The variable of the greatest energy, the first of equals, as a key: INDEX_BITS planes of the complement of its number, then ENERGY_BITS planes of
// its energy, a signed number whose top plane is inverted; KEY_BITS together. No key is 0.
alias Key = array<u32, KEY_BITS>;

fn take_stronger(best: ptr<function, Key>, other: ptr<function, Key>) {
  var stronger = 0u;
#for p in 0..KEY_BITS: stronger = (stronger & ~((*best)[$p] ^ (*other)[$p])) | (~(*best)[$p] & (*other)[$p]);
#for p in 0..KEY_BITS: (*best)[$p] = ((*best)[$p] & ~stronger) | ((*other)[$p] & stronger);
}
