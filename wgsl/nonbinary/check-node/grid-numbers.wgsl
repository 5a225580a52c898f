// Numbers of sum-product on a grid of 2^-GRID_BITS (nonbinary/rules/qspa-grid). The kernel imports nonbinary/domains/grid before it.
const GRID: f32 = f32(1u << GRID_BITS);
const STEP: f32 = 1.0 / GRID;

fn on_grid(x: f32) -> f32 { return floor(x * GRID + 0.5) * STEP; }
fn input_on_grid(value: f32) -> f32 { return max(on_grid(value), STEP); }
// A product of spectra, whose numbers are 0 or from 2^-24 to 1: of five it is a normal number on every device. Of more, what is below 2^-60 becomes 0,
// as it does on the grid in any case.
fn shortened(x: f32) -> f32 { return select(bits_12(x), 0.0, DEGREE > 6u && abs(x) < 0x1p-60); }

// A positive number of 12 significant bits, from 2^-31 to 1, in the upper 16 bits of a word: the messages between checks and variables.
fn upper_half(value: f32) -> u32 { return bitcast<u32>(value) << 4u; }
fn from_upper_half(word: u32) -> f32 { return bitcast<f32>(((word >> 4u) & 0x0ffff000u) | 0x30000000u); }
