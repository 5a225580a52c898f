/** Invocations per workgroup of kernels that declare no WORKGROUP_SIZE: every adapter allows 64. */
export const WORKGROUP_SIZE = 64;

/** Maximum number of workgroups of a dispatch in one dimension that every device supports. */
export const WORKGROUPS_MAXIMUM = 65_535;
/** Invocations per workgroup of kernels that process a whole frame in one workgroup: every adapter allows 256. */
export const WIDE_WORKGROUP_SIZE = 256;
