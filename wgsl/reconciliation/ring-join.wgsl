// reconciliation/ring-join: the product modulo z^(COUNT·L) − 1 of two polynomials in z, from the products of their pieces of L
// coefficients: piece i begins at z^(i·L) and has 2·L coefficients.
// in   elements [frame][COUNT][2·L][LANES]
// out  product [frame][COUNT·L][LANES]
// map  one invocation per coefficient and lane; workgroup y = frame
// bound by memory
// exact: exclusive or
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> elements: array<u32>;
@group(0) @binding(2) var<storage, read_write> product: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  let width = L * LANES;
  let piece = id.x / width;
  let at = id.x % width;
  if (piece >= COUNT || slot >= run.frames) { return; }
  let before = select(piece - 1u, COUNT - 1u, piece == 0u);
  let base = slot * COUNT;
  product[base * width + id.x] = elements[(base + piece) * 2u * width + at] ^ elements[(base + before) * 2u * width + width + at];
}
