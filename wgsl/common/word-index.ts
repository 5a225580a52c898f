import type { KernelConstants } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Number of variables that a workgroup transposes at once between [frame][variable] and [variable][word]. */
export const TILE_VARIABLES = 32;

/** Workgroup memory of kernels that transpose a tile: wgsl/binary/transposed-tile.wgsl. */
export function transposedTileBytes({ FRAME_INTERLEAVED }: KernelConstants): number {
  return FRAME_INTERLEAVED === 1 ? 4 * TILE_VARIABLES * (WORKGROUP_SIZE + 1) : 0;
}
