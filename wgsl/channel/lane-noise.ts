import { ALIAS_CELLS } from "../../src/channel/discrete-channel.ts";
import type { Dispatch } from "../../src/gpu/program.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Extent of a dispatch of channel/lane-noise: once for all frames of a run. */
export const LANE_NOISE_EXTENT: Pick<Dispatch, "workgroups" | "frames"> = {
  workgroups: ALIAS_CELLS / WORKGROUP_SIZE,
  frames: 1,
};

/** Elements of `lane_noise`. @param short whether both values of a cell are in one word. */
export const laneNoiseWords = (short: boolean): number => (short ? 1 : 2) * ALIAS_CELLS;
