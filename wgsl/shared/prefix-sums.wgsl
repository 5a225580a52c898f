// Sum of the values of work items 0 … item of a workgroup of GROUP. All of its work items call it.
// workgroup bytes: 4·GROUP
var<workgroup> sums: array<u32, GROUP>;

fn sum_up_to(item: u32, value: u32) -> u32 {
  sums[item] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < GROUP; distance *= 2u) {
    var sum = sums[item];
    if (item >= distance) { sum += sums[item - distance]; }
    workgroupBarrier();
    sums[item] = sum;
    workgroupBarrier();
  }
  return sums[item];
}
