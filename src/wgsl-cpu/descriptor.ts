/**
 * What a compiled kernel is called with: words at an address of its memory.
 * - workgroups x from and to, slots from and to (workgroup y);
 * - from RUN_WORD on the uniform `run` of wgsl/common/run.wgsl;
 * - the address of the memory that it computes with;
 * - from BUFFERS_WORD on the address and the number of elements of each buffer, in the order of the kernel's bindings.
 */
export const RANGE_WORD = 0;
export const RUN_WORD = 4;
export const SCRATCH_WORD = 16;
export const BUFFERS_WORD = 17;
/** Bytes from the beginning of `run` to its iteration. */
export const ITERATION_OFFSET = 20;
