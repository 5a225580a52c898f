import type { DeviceLimits } from "../gpu/program.ts";
import { WORKGROUPS_MAXIMUM } from "../gpu/workgroup.ts";

/** Nodes of an invocation on software devices, where starting a workgroup costs as much as a node. */
const SOFTWARE_NODES = 8;

/**
 * Constant NODES_PER_WORKGROUP for `count` nodes: the smallest that a dispatch and the device allow, and at least
 * `least`.
 */
export function nodesPerWorkgroup(count: number, { software }: Pick<DeviceLimits, "software">, least = 1): number {
  return Math.max(least, software ? SOFTWARE_NODES : 1, Math.ceil(count / WORKGROUPS_MAXIMUM));
}
