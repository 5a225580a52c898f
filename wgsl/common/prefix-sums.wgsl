// Sum of the values of invocations 0 … item of a workgroup of WORKGROUP_SIZE. All of its invocations call it.
var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

fn sum_up_to(invocation: u32, value: u32) -> u32 {
  sums[invocation] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < WORKGROUP_SIZE; distance *= 2u) {
    var sum = sums[invocation];
    if (invocation >= distance) { sum += sums[invocation - distance]; }
    workgroupBarrier();
    sums[invocation] = sum;
    workgroupBarrier();
  }
  return sums[invocation];
}
