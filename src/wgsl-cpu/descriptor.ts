/**
 * The descriptor of a call to a compiled kernel consists of these words in memory:
 * - the first workgroup x, the last workgroup x plus 1, the first slot (workgroup y), and the last slot plus 1;
 * - from RUN_WORD on, the uniform `run` of wgsl/common/run.wgsl;
 * - the address of the scratch memory;
 * - from BUFFERS_WORD on, the address and the number of elements of each buffer, in the order of the kernel's bindings.
 */
export const RANGE_WORD = 0;
export const RUN_WORD = 4;
export const SCRATCH_WORD = 16;
export const BUFFERS_WORD = 17;
/** Bytes from the beginning of `run` to its field `iteration`. */
export const ITERATION_OFFSET = 20;
