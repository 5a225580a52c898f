import { symbolRowWords } from "../../../../wgsl/osd/index.ts";
import { binaryImage, type ParityCheckMatrix } from "../../../code/parity-check-matrix.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
} from "../../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../gpu/workgroup.ts";
import { type OsdNames, type OsdStages, osdStages } from "../dispatches.ts";
import { osdPlan } from "../plan.ts";
import { type SymbolOsdPlan, symbolOsdPlan } from "./plan.ts";

/** The stages over GF(q). */
function symbolOsdStages(plan: SymbolOsdPlan): OsdStages {
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

/** Parameters of ordered statistics decoding over GF(q). */
export interface SymbolOsdParameters {
  /** The independent positions whose decisions patterns change: bits of the code's binary image, or symbols. */
  readonly basis: "bits" | "symbols";
  readonly order: number;
  readonly sweep: number;
  /** Whether frames have syndromes. */
  readonly syndrome: boolean;
}

/**
 * Ordered statistics decoding of a code over GF(q), in either basis, from symbol LLRs and syndromes of symbols to decisions of symbols.
 * @param name name of the decoder, for errors.
 * @throws InputError as `osdPlan` and `symbolOsdPlan`.
 */
export function symbolOsdOn(
  name: string,
  matrix: ParityCheckMatrix,
  { basis, ...parameters }: SymbolOsdParameters,
  limits: DeviceLimits,
): OsdStages {
  if (basis === "bits") return imageOsd(name, matrix, parameters, limits);
  return symbolOsdStages(symbolOsdPlan(name, matrix, parameters, limits));
}

/** Ordered statistics decoding of the binary image. */
function imageOsd(
  name: string,
  matrix: ParityCheckMatrix,
  parameters: Omit<SymbolOsdParameters, "basis">,
  limits: DeviceLimits,
): OsdStages {
  const { columns: N, rows: M, field } = matrix;
  const { p: P, q: Q } = field;
  const image = osdStages(osdPlan(name, binaryImage(matrix), parameters, limits));
  const { syndrome } = parameters;
  const elements = (kernel: string, count: number, constants: Dispatch["constants"], buffers: readonly string[]) => ({
    kernel: `osd/symbols/${kernel}`,
    constants: { P, ...constants },
    buffers,
    workgroups: Math.ceil(count / WORKGROUP_SIZE),
  });
  const split = (from: string, to: string) => elements("split-llr", N * P, { N, Q }, [from, to]);
  return {
    buffers: {
      ...image.buffers,
      osd_bit_llr: frameBuffer("f32", N * P),
      osd_bit_ordering: frameBuffer("f32", N * P),
      osd_bit_decision: frameBuffer("u32", N * P),
      ...(syndrome ? { osd_bit_syndrome: frameBuffer("u32", M * P) } : {}),
    },
    dispatches({ channel, ordering, syndrome: symbols, decision, unsatisfied }) {
      const isOne = channel === ordering;
      return [
        split(channel, "osd_bit_llr"),
        ...(isOne ? [] : [split(ordering, "osd_bit_ordering")]),
        ...(syndrome ? [elements("split", M * P, { LENGTH: M }, [symbols, "osd_bit_syndrome"])] : []),
        ...image.dispatches({
          channel: "osd_bit_llr",
          ordering: isOne ? "osd_bit_llr" : "osd_bit_ordering",
          syndrome: syndrome ? "osd_bit_syndrome" : symbols,
          decision: "osd_bit_decision",
          unsatisfied,
        }),
        elements("join", N, { LENGTH: N }, ["osd_bit_decision", decision]),
      ];
    },
    bytes: image.bytes,
    notes: ["by the bits of symbols", ...image.notes],
  };
}
