// Counts a shot for a decoder that ends at solution k: words 2k − 1 and 2k of the queue are the failures and the iterations of all shots. Shots
// with fewer solutions count as they end. The kernel declares `queue`.
fn count_solution(k: u32, is_wrong: bool, iterations: u32) {
  if (is_wrong) { atomicAdd(&queue[2u * k - 1u], 1u); }
  atomicAdd(&queue[2u * k], iterations);
}
