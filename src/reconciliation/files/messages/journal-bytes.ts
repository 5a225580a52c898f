export const RESULT_BYTES = 9;
export const DIGEST_BYTES = 32;

/**
 * Bytes of a journal's payload.
 * @param keepsPrivate whether a reference end that is alone keeps private bits; the journal then has their digests.
 */
export function journalRecordBytes(keepsPrivate: boolean): number {
  return RESULT_BYTES + (keepsPrivate ? DIGEST_BYTES : 0);
}
