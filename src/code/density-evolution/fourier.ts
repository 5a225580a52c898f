/**
 * Discrete Fourier transform of n points, n a power of two, in place, decimation in time (Cooley and Tukey 1965).
 * @returns the transform of (re, im); `inverse` with the factor 1/n.
 */
export function fourierTransform(n: number): (re: Float64Array, im: Float64Array, inverse?: boolean) => void {
  const bits = Math.round(Math.log2(n));
  const reversed = new Uint32Array(n);
  for (let i = 1; i < n; i++) reversed[i] = (reversed[i >>> 1] >>> 1) | ((i & 1) << (bits - 1));
  const cosine = Float64Array.from({ length: n / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / n));
  const sine = Float64Array.from({ length: n / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / n));
  return (re, im, inverse = false) => {
    for (let i = 0; i < n; i++) {
      const j = reversed[i];
      if (j <= i) continue;
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
    const sign = inverse ? 1 : -1;
    for (let half = 1; half < n; half *= 2) {
      const stride = n / (2 * half);
      for (let begin = 0; begin < n; begin += 2 * half) {
        for (let i = 0; i < half; i++) {
          const [a, b] = [begin + i, begin + i + half];
          const wr = cosine[i * stride];
          const wi = sign * sine[i * stride];
          const tr = re[b] * wr - im[b] * wi;
          const ti = re[b] * wi + im[b] * wr;
          re[b] = re[a] - tr;
          im[b] = im[a] - ti;
          re[a] += tr;
          im[a] += ti;
        }
      }
    }
    if (!inverse) return;
    for (let i = 0; i < n; i++) {
      re[i] /= n;
      im[i] /= n;
    }
  };
}
