import type { V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { binary } from "../../../../src/wasm/simd.ts";
import type { SimdCheckNode } from "./check-node.ts";

/** Operations of min-sum rules on lanes of a number format. */
export interface MinimaLanes {
  /** Start of the search for the least magnitudes. */
  readonly largest: V128;
  magnitude(t: V128): V128;
  least(a: V128, b: V128): V128;
  greatest(a: V128, b: V128): V128;
  /** All ones where two magnitudes are equal. */
  equal(a: V128, b: V128): V128;
  /** A magnitude, negative where the sign bit of `signs` is set. */
  signed(f: FunctionBuilder, magnitude: V128, signs: V128): V128;
}

/** A min-sum check node. @param outgoing converts the least magnitude into the message's. */
export function twoMinimaSimd(lanes: MinimaLanes, outgoing: (least: V128) => V128): SimdCheckNode {
  return (f, edges, syndrome) => {
    const least = f.vector(lanes.largest);
    const second = f.vector(lanes.largest);
    const signs = f.vector(syndrome ?? binary("v128.xor", lanes.largest, lanes.largest));
    const magnitude = f.local("v128");
    for (const t of edges) {
      f.set(magnitude, lanes.magnitude(t));
      f.set(second, lanes.least(second, lanes.greatest(least, magnitude)));
      f.set(least, lanes.least(least, magnitude));
      f.set(signs, binary("v128.xor", signs, t));
    }
    const leastOut = f.vector(outgoing(least));
    const change = f.vector(binary("v128.xor", leastOut, outgoing(second)));
    return (edge) => {
      const isLeast = lanes.equal(lanes.magnitude(edges[edge]), least);
      const out = binary("v128.xor", leastOut, binary("v128.and", isLeast, change));
      return lanes.signed(f, out, binary("v128.xor", signs, edges[edge]));
    };
  };
}
