// Numbers of sum-product on a grid of 2^-GRID_BITS (nonbinary/rules/qspa-grid). The kernel imports nonbinary/domains/grid before it.
const GRID: f32 = f32(1u << GRID_BITS);
const STEP: f32 = 1.0 / GRID;

fn on_grid(x: f32) -> f32 { return floor(x * GRID + 0.5) * STEP; }
fn input_on_grid(value: f32) -> f32 { return max(on_grid(value), STEP); }
// A product of spectra: what is below 2^-60 becomes 0, so that no device meets a number that is not normal.
fn shortened(x: f32) -> f32 { return select(bits_12(x), 0.0, abs(x) < 0x1p-60); }
