import type { Kernel, KernelFamily } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { galoisTableBytes } from "../common/arithmetic/galois.ts";
import { BIT_FRAMES } from "../common/lane-signs.ts";

const INVOCATIONS = 128;

/** Number of information bits of a workgroup: each invocation draws 128 bits of one of 32 frames. */
export const BITS_TOGETHER = 128 * (INVOCATIONS / BIT_FRAMES);

/** Random information bits, a word for 32 frames. */
export const informationBits: Kernel = {
  name: "source/information-bits",
  workgroupSize: () => INVOCATIONS,
  workgroupBytes: () => 4 * BITS_TOGETHER,
};

/** The syndrome of every frame's word. */
export const wordSyndrome: Kernel = {
  name: "source/word-syndrome",
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};

/** Number of frames whose words are side by side: a vec4u of the kernels. */
export const PLANE_FRAMES = 4;

/** Number of words of 32 frames that an invocation encodes: a vec4u of the kernel. */
export const WORDS_ENCODED = 4;

/** Parity bits of a systematic binary code, a word for 32 frames. */
export const encodeBits: Kernel = {
  name: "source/encoding/encode-bits",
  workgroupBytes: () => 2048,
};

/** Parity bits of an accumulator code, as in DVB-S2. */
export const encodeAccumulator: Kernel = {
  name: "source/encoding/encode-accumulator",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
};

/** Core parity bits of a code whose base matrix ends in a dual diagonal, with or without extension rows. */
export const encodeDualDiagonal: Kernel = {
  name: "source/encoding/encode-dual-diagonal",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
};

export const sourceKernels: KernelFamily = {
  kernels: [...[encodeAccumulator, encodeBits, encodeDualDiagonal], ...[informationBits, wordSyndrome]],
};
