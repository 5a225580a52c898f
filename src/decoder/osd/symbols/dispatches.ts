import { symbolRowWords } from "../../../../wgsl/osd/index.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer } from "../../../gpu/program.ts";
import type { OsdNames, OsdStages } from "../dispatches.ts";
import type { SymbolOsdPlan } from "./plan.ts";

/** The stages over GF(q). */
export function symbolOsdStages(plan: SymbolOsdPlan): OsdStages {
  const { N, ROWS, RANK } = plan.constants;
  return {
    buffers: symbolOsdBuffers(plan),
    dispatches: (names) => symbolOsdDispatches(plan, names),
    bytes: 8 * RANK * ROWS * symbolRowWords(N),
    notes: plan.notes,
  };
}

function symbolOsdDispatches({ constants, order, reach, syndrome }: SymbolOsdPlan, names: OsdNames): Dispatch[] {
  const { N, P, Q, POLYNOMIAL, ROWS, RANK, INVOCATIONS } = constants;
  const { channel, ordering } = names;
  const dispatch = (kernel: string, own: Dispatch["constants"], buffers: readonly string[]): Dispatch => ({
    kernel: `osd/${kernel}`,
    constants: { N, INVOCATIONS, ...own },
    buffers,
    workgroups: 1,
  });
  const costs = (llr: string, COSTS: number) =>
    dispatch("symbols/costs", { Q, COSTS }, [llr, "osd_costs", "osd_likeliest", "osd_reliability"]);
  return [
    costs(channel, 1),
    ...(ordering === channel ? [] : [costs(ordering, 0)]),
    dispatch("order", {}, ["osd_reliability", "osd_order"]),
    dispatch("symbols/reduce", { P, POLYNOMIAL, ROWS, RANK, SYNDROME: syndrome ? 1 : 0 }, [
      ...["osd_check_rows", names.syndrome, "osd_likeliest", "osd_order"],
      ...["osd_rows", "osd_taken", "osd_basis", names.unsatisfied],
    ]),
    dispatch("symbols/columns", { P, POLYNOMIAL, ROWS, RANK }, ["osd_rows", "osd_basis", "osd_places", "osd_columns"]),
    dispatch("symbols/flips", { P, Q, RANK }, [
      ...["osd_basis", "osd_costs", "osd_likeliest", "osd_sorted", "osd_flips", "osd_flip_costs"],
    ]),
    dispatch("symbols/search", { P, Q, POLYNOMIAL, RANK, ORDER: order, REACH: reach }, [
      ...["osd_costs", "osd_likeliest", "osd_places", "osd_columns", "osd_flips", "osd_flip_costs", names.decision],
    ]),
  ];
}

function symbolOsdBuffers({ checkRows, constants }: SymbolOsdPlan): Record<string, ProgramBuffer> {
  const { N, Q, ROWS, RANK } = constants;
  // A code of rate 0 has no flip.
  const flips = Math.max(1, (N - RANK) * (Q - 1));
  return {
    osd_check_rows: constantBuffer(checkRows),
    osd_costs: frameBuffer("i32", N * Q),
    osd_likeliest: frameBuffer("u32", N),
    osd_reliability: frameBuffer("u32", N),
    osd_order: frameBuffer("u32", N),
    osd_rows: frameBuffer("u32", ROWS * symbolRowWords(N)),
    osd_taken: frameBuffer("u32", ROWS),
    osd_basis: frameBuffer("u32", N + 2 * RANK),
    osd_places: frameBuffer("u32", N),
    osd_columns: frameBuffer("u32", Math.ceil(RANK / 4) * (N - RANK + 1)),
    osd_sorted: frameBuffer("u32", flips),
    osd_flips: frameBuffer("u32", flips),
    osd_flip_costs: frameBuffer("i32", flips),
  };
}
