import { binaryImage, type ParityCheckMatrix } from "../../../code/parity-check-matrix.ts";
import { type DeviceLimits, type Dispatch, frameBuffer } from "../../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../gpu/workgroup.ts";
import { type OsdStages, osdStages } from "../dispatches.ts";
import { osdPlan } from "../plan.ts";
import { symbolOsdStages } from "./dispatches.ts";
import { symbolOsdPlan } from "./plan.ts";

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
