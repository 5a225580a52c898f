// Random numbers of RANDOM_BITS bits for the frames of a word, in planes from the lowest bit on. Bit f mod 32 of the words of counter
// (⌊f/32⌋, place, stream) belongs to frame f, whichever frames share its word. The kernel imports run, and the generator as <random>.
#import <random>

#if RANDOM_BITS
const RANDOM_WORDS: u32 = (RANDOM_BITS + 3u) / 4u;
alias Random = array<vec4u, RANDOM_WORDS>;

fn random_numbers(n: u32, word: u32) -> Random {
  let low = run.first_frame.x + (word << 5u);
  let high = run.first_frame.y + u32(low < run.first_frame.x);
  let shift = low & 31u;
  let index = vec2u((low >> 5u) | (high << 27u), high >> 5u);
  let next = vec2u(index.x + 1u, index.y + u32(index.x == 0xffffffffu));
  let stream = STREAM_FLIPS + (run.iteration << 8u);
  var numbers: Random;
  for (var i = 0u; i < RANDOM_WORDS; i++) {
    var bits = random_words(vec4u(index, n * RANDOM_WORDS + i, stream), run.key);
    if (shift != 0u) {
      let more = random_words(vec4u(next, n * RANDOM_WORDS + i, stream), run.key);
      bits = (bits >> vec4u(shift)) | (more << vec4u(32u - shift));
    }
    numbers[i] = bits;
  }
  return numbers;
}

// All ones with probability `numerator` / 2^RANDOM_BITS: where the random number is less.
fn chosen(numbers: ptr<function, Random>, numerator: u32) -> u32 {
  if (numerator >> RANDOM_BITS != 0u) { return 0xffffffffu; }
  var less = 0u;
#for p in 0..RANDOM_BITS
  {
    let below = ~(*numbers)[$pu / 4u][$pu % 4u];
    less = select(below & less, below | less, ((numerator >> $pu) & 1u) != 0u);
  }
#end
  return less;
}
#end
