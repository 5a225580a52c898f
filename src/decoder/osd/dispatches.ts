import { rowWords } from "../../../wgsl/osd/index.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import type { OsdPlan } from "./plan.ts";

/** The names of a program's buffers that the dispatches read and write. */
export interface OsdNames {
  /** LLRs of the channel for the comparison of words. */
  readonly channel: string;
  /** LLRs whose magnitudes order positions and whose signs are flipped. They may be the channel's. */
  readonly ordering: string;
  readonly syndrome: string;
  readonly decision: string;
  readonly unsatisfied: string;
}

/** Ordered statistics decoding of a code on a device. */
export interface OsdStages {
  /** The buffers between the dispatches, and the rows of H. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** From LLRs, and given syndromes, to decisions. */
  dispatches(names: OsdNames): Dispatch[];
  /** Bytes that the row reduction reads and writes in a frame: each elimination all rows. */
  readonly bytes: number;
  /** The choices, in words. */
  readonly notes: readonly string[];
}

/** The stages over GF(2). */
export function osdStages(plan: OsdPlan): OsdStages {
  const { N, ROWS, RANK } = plan.constants;
  return {
    buffers: osdBuffers(plan),
    dispatches: (names) => osdDispatches(plan, names),
    bytes: 8 * RANK * ROWS * rowWords(N),
    notes: plan.notes,
  };
}

function osdDispatches({ constants, order, reach, tableBits, syndrome }: OsdPlan, names: OsdNames): Dispatch[] {
  const { N, RANK, INVOCATIONS } = constants;
  const { channel, ordering } = names;
  const SIGNED = channel === ordering ? 0 : 1;
  const dispatch = (kernel: string, own: KernelConstants, buffers: readonly string[]): Dispatch => ({
    kernel: `osd/${kernel}`,
    constants: own,
    buffers,
    workgroups: 1,
  });
  const reliability = (llr: string) => dispatch("reliability", { N, INVOCATIONS }, [llr, "osd_reliability"]);
  return [
    reliability(ordering),
    dispatch("order", { N, INVOCATIONS }, ["osd_reliability", "osd_order"]),
    dispatch("reduce", { ...constants, SYNDROME: syndrome ? 1 : 0 }, [
      ...["osd_check_rows", names.syndrome, ordering, "osd_order"],
      ...["osd_rows", "osd_taken", "osd_basis", names.unsatisfied],
    ]),
    ...(SIGNED === 1 ? [reliability(channel)] : []),
    dispatch("columns", { ...constants, SIGNED }, [
      ...["osd_rows", "osd_basis", "osd_reliability", channel, ordering],
      ...["osd_places", "osd_costs", "osd_columns"],
    ]),
    dispatch("search", { N, RANK, ORDER: order, REACH: reach, SIGNED, TABLE_BITS: tableBits, INVOCATIONS }, [
      ...[channel, ordering, "osd_places", "osd_costs", "osd_columns", names.decision],
    ]),
  ];
}

function osdBuffers({ checkRows, constants: { N, ROWS, RANK } }: OsdPlan): Record<string, ProgramBuffer> {
  return {
    osd_check_rows: constantBuffer(checkRows),
    osd_reliability: frameBuffer("u32", N),
    osd_order: frameBuffer("u32", N),
    osd_rows: frameBuffer("u32", ROWS * rowWords(N)),
    osd_taken: frameBuffer("u32", ROWS),
    osd_basis: frameBuffer("u32", N + RANK),
    osd_places: frameBuffer("u32", N),
    osd_costs: frameBuffer("i32", N),
    osd_columns: frameBuffer("u32", Math.ceil(RANK / 32) * (N - RANK + 1)),
  };
}
