import { SOFT_ROWS } from "../../../src/channel/modulation/demap.ts";
import type { Dispatch } from "../../../src/gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** Extent of a dispatch of channel/point-lanes/table: once for all frames of a run. */
export const LANE_TABLE_EXTENT: Pick<Dispatch, "workgroups" | "frames"> = {
  workgroups: SOFT_ROWS / WORKGROUP_SIZE,
  frames: 1,
};

/**
 * Words of a row of that table; 0 where a row of LLRs is read instead: in lanes of 32 bits, which have no room for several bits.
 */
export function rowWords(bits: number, interleave: number): number {
  return interleave === 1 ? 0 : Math.ceil(bits / interleave);
}
