/** Words of a digest. */
export const HASH_WORDS = 8;
