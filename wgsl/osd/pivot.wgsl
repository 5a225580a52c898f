// The pivot row of a step of an elimination whose invocations share the rows.
const NO_ROW: u32 = 0xffffffffu;

var<workgroup> found: atomic<u32>;
var<workgroup> pivot: u32;

// Begins an elimination. The kernel passes a barrier before the first step.
fn start_pivots(invocation: u32) {
  if (invocation == 0u) { atomicStore(&found, NO_ROW); }
}

// The first of the rows of all invocations, and NO_ROW if all have NO_ROW. Each invocation sees what others wrote to rows before.
fn pivot_row(own: u32, invocation: u32) -> u32 {
  if (own != NO_ROW) { atomicMin(&found, own); }
  storageBarrier();
  workgroupBarrier();
  if (invocation == 0u) {
    pivot = atomicLoad(&found);
    atomicStore(&found, NO_ROW);
  }
  return workgroupUniformLoad(&pivot);
}
