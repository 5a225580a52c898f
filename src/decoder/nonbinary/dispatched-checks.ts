import { checkLayers } from "../../code/layers.ts";
import type { TannerGraph } from "../../code/tanner-graph.ts";
import { largest } from "../../extremes.ts";
import { constantBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { checkOrder } from "../order.ts";
import type { DecodableCode } from "../rule.ts";

/** Checks that one dispatch updates. */
export interface DispatchedChecks {
  readonly checks: Uint32Array;
  /** Largest degree among them. */
  readonly degree: number;
}

/** All checks, or one group for each layer. @param order value of the option ORDER. */
export function dispatchedChecks(
  code: DecodableCode,
  { checks, checkStart }: TannerGraph,
  layered: boolean,
  order?: string,
): DispatchedChecks[] {
  const layers = layered
    ? checkLayers(code.matrix, checkOrder(code, order))
    : [Uint32Array.from({ length: checks }, (_, m) => m)];
  return layers.map((layer) => ({
    checks: layer,
    degree: largest(Array.from(layer, (m) => checkStart[m + 1] - checkStart[m])),
  }));
}

/** A buffer for each group. */
export function checkBuffers(groups: readonly DispatchedChecks[]): Record<string, ProgramBuffer> {
  return Object.fromEntries(groups.map(({ checks }, g) => [`checks_${g}`, constantBuffer(checks)]));
}
