// Numbers of sum-product on a grid of 2^-GRID_BITS (nonbinary/rules/qspa-grid). The kernel imports nonbinary/domains/grid before it.
const GRID: f32 = f32(1u << GRID_BITS);
const STEP: f32 = 1.0 / GRID;

fn on_grid(x: f32) -> f32 { return floor(x * GRID + 0.5) * STEP; }
fn input_on_grid(value: f32) -> f32 { return max(on_grid(value), STEP); }
