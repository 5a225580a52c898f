import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Alice's words of blocks of sifted bits. */
export const blockWord: Kernel = {
  name: "reconciliation/block-word",
  wgsl: new URL("./block-word.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  bindings: [
    u32("position_use"),
    u32("block_bits"),
    u32("sifted_bits"),
    u32("private_bits"),
    u32("codeword", "read_write"),
  ],
  constants: ["N", "KEY_BITS", "PRIVATE_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
