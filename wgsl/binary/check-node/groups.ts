/** Words of a group of checks in the buffer `groups`; wgsl/binary/check-node/groups.wgsl. */
export const CHECK_GROUP_WORDS = 8;
/** Value for a group without a list of rows: check t is row t of its block. */
export const NO_LIST = 0xffffffff;
/** Value for a circulant that has all its ones. */
export const NO_MESSAGE = 0xffffffff;
export const HAS_DEGREE_ONE = 1;
export const NEW_LAYER = 2;
export const UNTESTED = 4;
