// Numbers of sum-product on a grid of 2^-GRID_BITS (nonbinary/rules/qspa-grid). The kernel imports nonbinary/domains/grid before it.
const GRID: f32 = f32(1u << GRID_BITS);
const STEP: f32 = 1.0 / GRID;

fn on_grid(x: f32) -> f32 { return floor(x * GRID + 0.5) * STEP; }
fn input_on_grid(value: f32) -> f32 { return max(on_grid(value), STEP); }
// A product of spectra, whose numbers are 0 or from 2^-24 to 1: of five it is a normal number on every device. Of more, what is below 2^-60 becomes 0,
// as it does on the grid for checks of fewer than 40 edges.
fn shortened(x: f32) -> f32 { return select(bits_12(x), 0.0, DEGREE > 6u && abs(x) < 0x1p-60); }

// A positive number of 12 significant bits, from 2^-31 to 1, in the upper 16 bits of a word: the messages between checks and variables. Its last bit
// is the first there, and its exponent, with 24 more, follows, so that words that a kernel keeps as f32 are normal numbers: WGSL lets a device
// flush others. Values near 2^-23 are the exception.
const EXPONENT: u32 = 24u << 23u;
fn upper_half(value: f32) -> u32 {
  let bits = bitcast<u32>(value) + EXPONENT;
  return ((bits << 3u) & 0x7fff0000u) | ((bits << 19u) & 0x80000000u);
}
fn from_upper_half(word: u32) -> f32 {
  let bits = (((word & 0x7fff0000u) >> 3u) | ((word & 0x80000000u) >> 19u)) - EXPONENT;
  return bitcast<f32>((bits & 0x0ffff000u) | 0x30000000u);
}
