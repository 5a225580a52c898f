import { BIT_FRAMES } from "../common/lane-signs.ts";

/** Number of information bits of a workgroup: each of 128 invocations draws 128 bits of one of 32 frames. */
export const BITS_TOGETHER = 128 * (128 / BIT_FRAMES);

/** Number of frames whose words are side by side: a vec4u of the kernels. */
export const PLANE_FRAMES = 4;

/** Number of words of 32 frames that an invocation encodes: a vec4u of the kernel. */
export const WORDS_ENCODED = 4;
