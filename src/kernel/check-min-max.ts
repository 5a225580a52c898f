import { galoisTableBytes, multiplyByTables } from "./galois-tables.ts";
import { f32, type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { LLR_BOUND } from "./llr-bound.ts";
import { frameDone, items } from "./range.ts";

const LARGEST = Math.fround(3.0e38);

/** Min-Max check nodes by the forward-backward algorithm. */
export const checkMinMax: Kernel = {
  name: "check-min-max",
  source: new URL("../../wgsl/check-min-max.wgsl", import.meta.url),
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("galois_tables"),
    f32("variable_to_check"),
    u32("unsatisfied"),
    f32("check_to_variable", "read_write"),
    f32("metrics", "read_write"),
  ],
  constants: ["Q", "M", "MESSAGES", "DEGREE", "CHECKS_PER_GROUP", "METRICS_IN_STORAGE", "STOP"],
  workgroupSize: ({ Q, CHECKS_PER_GROUP }) => Q * CHECKS_PER_GROUP,
  workgroupBytes: ({ Q, DEGREE, CHECKS_PER_GROUP, METRICS_IN_STORAGE }) =>
    galoisTableBytes(Q) +
    4 * CHECKS_PER_GROUP * Q * 2 +
    (METRICS_IN_STORAGE ? 4 : 4 * CHECKS_PER_GROUP * Q * 2 * DEGREE),
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const { Q, M, MESSAGES, DEGREE, CHECKS_PER_GROUP, STOP } = constants;
    const [start, edges, tables, variableToCheck, unsatisfied, checkToVariable] = buffers;
    const [first, last] = items(range, CHECKS_PER_GROUP, M);
    // Inputs, F and B [edge][x], x = h·a the permuted symbol.
    const inputs = new Float32Array(DEGREE * Q);
    const forward = new Float32Array(DEGREE * Q);
    const backward = new Float32Array(DEGREE * Q);
    const output = new Float32Array(Q);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      if (frameDone(unsatisfied, STOP, iteration, parameters.frames, slot)) continue;
      const frame = slot * MESSAGES;
      for (let m = first; m < last; m++) {
        const degree = start[m + 1] - start[m];
        for (let i = 0; i < degree; i++) {
          const edge = 4 * (start[m] + i);
          const base = frame + edges[edge + 2];
          for (let a = 0; a < Q; a++) {
            const x = multiplyByTables(tables, Q, edges[edge + 1], a);
            inputs[i * Q + x] = variableToCheck[base + a * edges[edge + 3]];
          }
        }
        const end = (degree - 1) * Q;
        forward.set(inputs.subarray(0, Q));
        backward.set(inputs.subarray(end, end + Q), end);
        for (let s = 1; s + 1 < degree; s++) {
          const t = degree - 1 - s;
          combine(forward, (s - 1) * Q, inputs, s * Q, forward, s * Q, Q);
          combine(backward, (t + 1) * Q, inputs, t * Q, backward, t * Q, Q);
        }
        for (let i = 0; i < degree; i++) {
          // A check of degree 1 forces its variable to 0.
          if (degree === 1) output.fill(LLR_BOUND).fill(0, 0, 1);
          else if (i === 0) output.set(backward.subarray(Q, 2 * Q));
          else if (i === degree - 1) output.set(forward.subarray(end - Q, end));
          else combine(forward, (i - 1) * Q, backward, (i + 1) * Q, output, 0, Q);
          const edge = 4 * (start[m] + i);
          const base = frame + edges[edge + 2];
          for (let a = 0; a < Q; a++) {
            checkToVariable[base + a * edges[edge + 3]] = output[multiplyByTables(tables, Q, edges[edge + 1], a)];
          }
        }
      }
    }
  },
};

/** Elementary trellis step C(c) = min_x max(A(x), B(c ⊕ x)). */
function combine(
  a: Float32Array,
  aOffset: number,
  b: Float32Array,
  bOffset: number,
  c: Float32Array,
  cOffset: number,
  q: number,
): void {
  for (let symbol = 0; symbol < q; symbol++) {
    let least = LARGEST;
    for (let x = 0; x < q; x++) {
      const left = a[aOffset + x];
      const right = b[bOffset + (symbol ^ x)];
      // Not Math.max: no NaN and no −0 here, and V8 runs the comparison twice as fast
      const larger = left > right ? left : right;
      if (larger < least) least = larger;
    }
    c[cOffset + symbol] = least;
  }
}
