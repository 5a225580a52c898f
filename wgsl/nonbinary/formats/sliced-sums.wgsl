// The sums of a variable node, SUM_BITS planes in units of 2^−SHIFT of a message's, and their conversion into messages.
// Imports nonbinary/formats/sliced.
alias Sums = array<vec4u, SUM_BITS>;
alias Numbers = array<vec4u, BITS>;

// To the nearest message, halves up, at most 2^BITS − 1.
fn message_of(sums: ptr<function, Sums>) -> Numbers {
  var numbers: Numbers;
  var carry = vec4u(0u);
  var over = vec4u(0u);
#if SHIFT: carry = (*sums)[SHIFT - 1u];
#for p in SHIFT..TOP
  numbers[$pu - SHIFT] = (*sums)[$p] ^ carry;
  carry &= (*sums)[$p];
#end
#for p in TOP..SUM_BITS
  over |= (*sums)[$p] ^ carry;
  carry &= (*sums)[$p];
#end
#for p in 0..BITS: numbers[$p] |= over;
  return numbers;
}
