/** ln n! for n = 0 … most, by summation. */
function logFactorials(most: number): Float64Array {
  const logs = new Float64Array(most + 1);
  for (let i = 2; i <= most; i++) logs[i] = logs[i - 1] + Math.log(i);
  return logs;
}

/** ln of the binomial coefficients n over 0 … n. */
export function logBinomials(n: number): Float64Array {
  const logs = logFactorials(n);
  return Float64Array.from({ length: n + 1 }, (_, i) => logs[n] - logs[i] - logs[n - i]);
}

/** ln of the probabilities of 0 … n events of probability p in n trials. */
export function logBinomial(n: number, p: number): Float64Array {
  return logBinomials(n).map((log, i) => log + i * Math.log(p) + (n - i) * Math.log1p(-p));
}
