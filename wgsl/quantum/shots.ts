/** Invocations of a workgroup with `checks` checks: one for each. */
export function shotInvocations(checks: number): number {
  return checks <= 256 ? 256 : 64 * Math.ceil(checks / 64);
}

/** Bytes of workgroup memory for a model. */
export function shotBytes(columns: number, checks: number): number {
  return 4 * (columns + 32 + checks) + 80;
}
