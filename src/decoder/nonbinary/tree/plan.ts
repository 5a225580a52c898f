import { emptyColumns } from "../../../code/parity-check-matrix.ts";
import { type TannerGraph, tannerGraph } from "../../../code/tanner-graph.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecodableCode } from "../../rule.ts";
import { type TreeTables, treeTables } from "./graph.ts";

/**
 * Symbols × symbols of a product that an invocation computes at a time, and the number of parts of the symbols that are
 * computed side by side.
 */
const BLOCK = 4;
/** Smaller fields have vectors too short for blocks. */
const BLOCK_FIELD = BLOCK ** 2;
/** Vectors that a product can name. */
const VECTORS_MAXIMUM = 1024;

/** The way that a check is computed on a device. */
interface TreePlan {
  readonly tables: TreeTables;
  readonly constants: KernelConstants;
}

/** Bytes of workgroup memory of nonbinary/tree/check. */
export function treeBytes({ Q, P, ROWS, VECTORS, PARTS }: KernelConstants): number {
  const sums = Q + 2 ** Math.floor(P / 2);
  return 4 * (VECTORS * Q + ROWS * (Q * PARTS + 2 * sums) + 1);
}

/** The plan with the most products at once that the device allows; undefined if no check fits a workgroup. */
export function treePlan(graph: TannerGraph, p: number, limits: DeviceLimits): TreePlan | undefined {
  const { q, checkDegreeMaximum } = graph;
  for (let rows = Math.min(checkDegreeMaximum, Math.floor(limits.workgroupSize / q)); rows > 0; rows--) {
    const plan = planOfRows(graph, p, rows);
    const bytes = treeBytes(plan.constants);
    if (bytes <= limits.workgroupBytes && plan.tables.vectors < VECTORS_MAXIMUM) return plan;
  }
  return undefined;
}

function planOfRows(graph: TannerGraph, p: number, rows: number): TreePlan {
  const { q, checks, variables, edges, checkDegreeMaximum, variableDegreeMaximum } = graph;
  const tables = treeTables(graph, rows);
  const isWide = q >= BLOCK_FIELD;
  const constants = {
    Q: q,
    P: p,
    N: variables,
    M: checks,
    EDGES: edges,
    DEGREE: checkDegreeMaximum,
    VARIABLE_DEGREE: variableDegreeMaximum,
    ROWS: rows,
    VECTORS: tables.vectors,
    BLOCK: isWide ? BLOCK : 1,
    PARTS: isWide ? BLOCK : 1,
    WIDE: isWide ? 1 : 0,
  };
  return { tables, constants };
}

/** Whether every symbol has a check, which decides it, and the checks of a code fit a workgroup of the device. */
export function fitsTree({ matrix }: DecodableCode, limits: DeviceLimits): boolean {
  return emptyColumns(matrix).length === 0 && treePlan(tannerGraph(matrix), matrix.field.p, limits) !== undefined;
}
