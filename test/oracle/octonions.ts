/**
 * Octonions from their definition: pairs of quaternions, which are pairs of complex numbers, which are pairs of reals, with
 * (a, b)(c, d) = (ac − d̄b, da + bc̄) and the conjugate of (a, b) = (ā, −b).
 */

export function multiply(x: readonly number[], y: readonly number[]): number[] {
  if (x.length === 1) return [x[0] * y[0]];
  const [a, b] = halves(x);
  const [c, d] = halves(y);
  const [ac, db, da, bc] = [multiply(a, c), multiply(conjugate(d), b), multiply(d, a), multiply(b, conjugate(c))];
  const left = ac.map((value, i) => value - db[i]);
  const right = da.map((value, i) => value + bc[i]);
  return [...left, ...right];
}

export function conjugate([real, ...others]: readonly number[]): number[] {
  return [real, ...others.map((value) => -value)];
}

export function unit(i: number): number[] {
  return Array.from({ length: 8 }, (_, k) => (k === i ? 1 : 0));
}

function halves(x: readonly number[]): [number[], number[]] {
  return [x.slice(0, x.length / 2), x.slice(x.length / 2)];
}
