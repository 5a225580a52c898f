/** A value in shell syntax. */
export function quoted(value: string): string {
  return /^[\w.,:;/=+@%^-]+$/.test(value) ? value : `'${value}'`;
}
