/** Entropies of Gaussian states from their covariance matrices, in shot-noise units. Quadratures are in the order x1, p1, x2, p2, … */
export type Covariance = readonly (readonly number[])[];

/** Covariance of the two modes of an EPR state of variance v. */
export function entangled(v: number): number[][] {
  const c = Math.sqrt(v * v - 1);
  return [
    [v, 0, c, 0],
    [0, v, 0, -c],
    [c, 0, v, 0],
    [0, -c, 0, v],
  ];
}

/** Covariance of two independent systems, one after the other. */
export function together(a: Covariance, b: Covariance): number[][] {
  const size = a.length + b.length;
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => a[i]?.[j] ?? b[i - a.length]?.[j - a.length] ?? 0),
  );
}

/** Covariance after a beam splitter of transmittance t between two modes: the first keeps √t of itself and gets √(1 − t) of the second. */
export function beamSplitter(covariance: Covariance, first: number, second: number, t: number): number[][] {
  const s = covariance.map((_, i) => covariance.map((_, j): number => (i === j ? 1 : 0)));
  for (const q of [0, 1]) {
    const [i, j] = [2 * first + q, 2 * second + q];
    [s[i][i], s[i][j], s[j][i], s[j][j]] = [Math.sqrt(t), Math.sqrt(1 - t), -Math.sqrt(1 - t), Math.sqrt(t)];
  }
  return product(product(s, covariance), transposed(s));
}

/** Covariance of the listed modes alone. */
export function ofModes(covariance: Covariance, modes: readonly number[]): number[][] {
  const at = modes.flatMap((mode) => [2 * mode, 2 * mode + 1]);
  return at.map((i) => at.map((j) => covariance[i][j]));
}

/** Covariance of the other modes after a measurement of one mode's x quadrature. */
export function afterHomodyne(covariance: Covariance, mode: number): number[][] {
  const x = 2 * mode;
  const left = covariance.map((_, i) => i).filter((i) => i >> 1 !== mode);
  return left.map((i) => left.map((j) => covariance[i][j] - (covariance[i][x] * covariance[x][j]) / covariance[x][x]));
}

/** Von Neumann entropy in bits. */
export function gaussianEntropy(covariance: Covariance): number {
  return symplecticEigenvalues(covariance).reduce((sum, v) => {
    const [plus, minus] = [(v + 1) / 2, (v - 1) / 2];
    return sum + plus * Math.log2(plus) - (minus > 0 ? minus * Math.log2(minus) : 0);
  }, 0);
}

/** Symplectic eigenvalues by Williamson: with γ = L·Lᵀ, the eigenvalues of Lᵀ·Ω·γ·Ωᵀ·L are their squares, each twice. */
export function symplecticEigenvalues(covariance: Covariance): number[] {
  const omega = covariance.map((_, i) => covariance.map((_, j) => (j === (i ^ 1) ? (i % 2 === 0 ? 1 : -1) : 0)));
  const l = cholesky(covariance);
  const inner = product(product(omega, covariance), transposed(omega));
  const squares = eigenvalues(product(product(transposed(l), inner), l)).sort((a, b) => a - b);
  return squares.filter((_, i) => i % 2 === 0).map((square, i) => Math.sqrt((square + squares[2 * i + 1]) / 2));
}

function cholesky(a: Covariance): number[][] {
  const l: number[][] = a.map(() => a.map(() => 0));
  a.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      let sum = row[j];
      for (let k = 0; k < j; k++) sum -= l[i][k] * l[j][k];
      l[i][j] = i === j ? Math.sqrt(sum) : sum / l[j][j];
    }
  });
  return l;
}

/** Eigenvalues of a symmetric matrix by Jacobi rotations. */
function eigenvalues(symmetric: Covariance): number[] {
  const a = symmetric.map((row) => [...row]);
  const n = a.length;
  for (let sweep = 0; sweep < 60; sweep++) {
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (a[p][q] === 0) continue;
        const angle = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (let k = 0; k < n; k++) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
        for (let k = 0; k < n; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
      }
    }
  }
  return a.map((row, i) => row[i]);
}

function product(a: Covariance, b: Covariance): number[][] {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
}

function transposed(a: Covariance): number[][] {
  return a[0].map((_, j) => a.map((row) => row[j]));
}
