import { rowWords } from "../../../wgsl/osd/reduce.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";

/** The four dispatches of a frame. */
export function osdDispatches(parameters: {
  readonly constants: KernelConstants & { readonly RANK: number };
  readonly order: number;
  readonly syndrome: boolean;
}): Dispatch[] {
  const { constants, order, syndrome } = parameters;
  const { N, RANK, INVOCATIONS } = constants;
  const dispatch = (kernel: string, own: KernelConstants, buffers: readonly string[]): Dispatch => ({
    kernel: `osd/${kernel}`,
    constants: own,
    buffers,
    workgroups: 1,
  });
  return [
    dispatch("order", { N, INVOCATIONS }, ["channel_llr", "reliability", "order"]),
    dispatch("reduce", { ...constants, SYNDROME: syndrome ? 1 : 0 }, [
      ...["check_rows", syndrome ? "syndrome" : "unused_syndrome", "channel_llr", "order"],
      ...["rows", "taken", "basis", "unsatisfied"],
    ]),
    dispatch("columns", constants, ["rows", "basis", "reliability", "columns", "costs"]),
    dispatch("search", { N, RANK, ORDER: order, INVOCATIONS }, [
      ...["channel_llr", "basis", "columns", "costs", "decision"],
    ]),
  ];
}

/** The buffers between the dispatches. */
export function osdBuffers(n: number, rows: number, rank: number): Record<string, ProgramBuffer> {
  return {
    reliability: frameBuffer("u32", n),
    order: frameBuffer("u32", n),
    rows: frameBuffer("u32", rows * rowWords(n)),
    taken: frameBuffer("u32", rows),
    basis: frameBuffer("u32", n + rank),
    columns: frameBuffer("u32", Math.ceil(rank / 32) * (n - rank + 1)),
    costs: frameBuffer("u32", n),
  };
}
