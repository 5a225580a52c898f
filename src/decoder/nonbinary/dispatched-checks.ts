import { checkLayers } from "../../code/layers.ts";
import type { TannerGraph } from "../../code/tanner-graph.ts";
import { largest } from "../../extremes.ts";
import { constantBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { checkOrder } from "../order.ts";
import type { DecodableCode } from "../rule.ts";

/** Checks that one dispatch updates. */
export interface DispatchedChecks {
  /** The checks; of layers in random orders as wgsl/nonbinary/check-node/this-check reads them. */
  readonly checks: Uint32Array;
  /** Most checks of an iteration. */
  readonly most: number;
  /** Largest degree among them. */
  readonly degree: number;
}

/**
 * All checks, or one group for each layer.
 * @param order value of the option ORDER.
 * @param orders the layer of each group in each iteration, if it is not the group's own.
 */
export function dispatchedChecks(
  code: DecodableCode,
  { checks, checkStart }: TannerGraph,
  layered: boolean,
  order?: string,
  orders?: (layers: number) => readonly Uint32Array[] | undefined,
): DispatchedChecks[] {
  const layers = layered
    ? checkLayers(code.matrix, checkOrder(code, order))
    : [Uint32Array.from({ length: checks }, (_, m) => m)];
  const groups = layers.map((layer) => ({
    checks: layer,
    most: layer.length,
    degree: largest(Array.from(layer, (m) => checkStart[m + 1] - checkStart[m])),
  }));
  const turns = orders?.(layers.length);
  if (turns === undefined) return groups;
  const most = largest(groups.map((group) => group.most));
  const degree = largest(groups.map((group) => group.degree));
  const starts = layers.map((_, l) => layers.slice(0, l).reduce((sum, { length }) => sum + length, 2 * turns.length));
  return groups.map((_, g) => {
    const ranges = turns.flatMap((turn) => [starts[turn[g]], layers[turn[g]].length]);
    return { checks: Uint32Array.from([...ranges, ...layers.flatMap((layer) => [...layer])]), most, degree };
  });
}

export function checkBuffers(groups: readonly DispatchedChecks[]): Record<string, ProgramBuffer> {
  return Object.fromEntries(groups.map(({ checks }, g) => [`checks_${g}`, constantBuffer(checks)]));
}
