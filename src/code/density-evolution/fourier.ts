/**
 * Discrete Fourier transform of n points, n a power of two, in place, decimation in time (Cooley and Tukey 1965).
 * @returns the transform of (re, im); `inverse` with the factor 1/n.
 */
export function fourierTransform(n: number): (re: Float64Array, im: Float64Array, inverse?: boolean) => void {
  const bits = Math.round(Math.log2(n));
  const reversed = new Uint32Array(n);
  for (let i = 1; i < n; i++) reversed[i] = (reversed[i >>> 1] >>> 1) | ((i & 1) << (bits - 1));
  // Factors of the step that joins transforms of `half` points are at half … 2·half − 1, one after the other.
  const cosine = new Float64Array(n);
  const sine = new Float64Array(n);
  for (let half = 1; half < n; half *= 2) {
    for (let i = 0; i < half; i++) {
      cosine[half + i] = Math.cos((Math.PI * i) / half);
      sine[half + i] = Math.sin((Math.PI * i) / half);
    }
  }
  const forward = (re: Float64Array, im: Float64Array): void => {
    for (let i = 0; i < n; i++) {
      const j = reversed[i];
      if (j <= i) continue;
      const [r, m] = [re[i], im[i]];
      re[i] = re[j];
      im[i] = im[j];
      re[j] = r;
      im[j] = m;
    }
    if (n >= 4) joinFours(re, im);
    for (let half = n >= 4 ? 4 : 1; half < n; half *= 2) {
      for (let begin = 0; begin < n; begin += 2 * half) {
        for (let i = 0, a = begin; i < half; i++, a++) {
          const b = a + half;
          const wr = cosine[half + i];
          const wi = sine[half + i];
          const tr = re[b] * wr + im[b] * wi;
          const ti = im[b] * wr - re[b] * wi;
          re[b] = re[a] - tr;
          im[b] = im[a] - ti;
          re[a] += tr;
          im[a] += ti;
        }
      }
    }
  };
  return (re, im, inverse = false) => {
    if (!inverse) return forward(re, im);
    // The inverse is the transform with both parts exchanged.
    forward(im, re);
    for (let i = 0; i < n; i++) {
      re[i] /= n;
      im[i] /= n;
    }
  };
}

/** The first two steps, whose factors are 1 and −i. */
function joinFours(re: Float64Array, im: Float64Array): void {
  for (let at = 0; at < re.length; at += 4) {
    const [r0, r1] = [re[at] + re[at + 1], re[at] - re[at + 1]];
    const [m0, m1] = [im[at] + im[at + 1], im[at] - im[at + 1]];
    const [r2, r3] = [re[at + 2] + re[at + 3], re[at + 2] - re[at + 3]];
    const [m2, m3] = [im[at + 2] + im[at + 3], im[at + 2] - im[at + 3]];
    re[at] = r0 + r2;
    im[at] = m0 + m2;
    re[at + 1] = r1 + m3;
    im[at + 1] = m1 - r3;
    re[at + 2] = r0 - r2;
    im[at + 2] = m0 - m2;
    re[at + 3] = r1 - m3;
    im[at + 3] = m1 + r3;
  }
}
