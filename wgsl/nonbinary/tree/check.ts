/** Targets of products from here on are edges. */
export const OUTGOING = 1024;
