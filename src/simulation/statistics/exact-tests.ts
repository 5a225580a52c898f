/** Number of frame errors among a number of frames. */
export interface ErrorCount {
  readonly errors: number;
  readonly frames: number;
}

/**
 * Exact binomial test, two-sided: whether a count of errors can have a given error rate. The p-value is the probability
 * of every count that is at most as likely as the observed count (the rule of R's `binom.test`).
 * @returns the p-value; 0 below 1e-300.
 * @throws RangeError for no frames, counts that are not whole, more errors than frames, and a rate out of range.
 */
export function binomialTest({ errors, frames }: ErrorCount, rate: number): number {
  checkCount({ errors, frames });
  if (!(rate > 0 && rate <= 1)) throw new RangeError(`a rate of ${rate} is not above 0 and up to 1`);
  if (rate === 1) return errors === frames ? 1 : 0;
  const odds = rate / (1 - rate);
  return asUnlikely(errors, {
    lowest: 0,
    highest: frames,
    near: Math.floor((frames + 1) * rate),
    ratio: (k) => ((frames - k) / (k + 1)) * odds,
  });
}

/**
 * Fisher's exact test, two-sided: whether two counts can have the same error rate. Given the sum of both error counts,
 * the first count is hypergeometric for any common rate; the p-value is the probability of every split that is at most
 * as likely as the observed split (R. A. Fisher, "Statistical Methods for Research Workers", § 21.02; the rule of R's
 * `fisher.test`).
 * @returns the p-value; 0 below 1e-300.
 * @throws RangeError for no frames, counts that are not whole, and more errors than frames.
 */
export function fisherTest(first: ErrorCount, second: ErrorCount): number {
  checkCount(first);
  checkCount(second);
  const errors = first.errors + second.errors;
  const share = first.frames / (first.frames + second.frames);
  return asUnlikely(first.errors, {
    lowest: Math.max(0, errors - second.frames),
    highest: Math.min(errors, first.frames),
    near: Math.floor((errors + 1) * share),
    ratio: (k) => ((errors - k) / (k + 1)) * ((first.frames - k) / (second.frames - errors + k + 1)),
  });
}

/**
 * Holm's step-down correction (S. Holm, 1979): p-values of tests made together, raised so that the chance of any of them
 * falling below a level by accident is at most that level, however the tests depend on each other.
 * @returns in the order of `pValues`.
 */
export function holmCorrection(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a] - pValues[b]);
  const corrected = [...pValues];
  let floor = 0;
  order.forEach((test, rank) => {
    floor = Math.max(floor, Math.min(1, (pValues.length - rank) * pValues[test]));
    corrected[test] = floor;
  });
  return corrected;
}

/** A distribution with a single peak over whole numbers, known by the ratios of neighbours. */
interface Distribution {
  readonly lowest: number;
  readonly highest: number;
  /** A value at or next to the peak. */
  readonly near: number;
  /** P(k + 1)/P(k) for lowest ≤ k < highest. */
  ratio(k: number): number;
}

/** Counts as likely as the observed count must not drop out by rounding; R uses the same tolerance. */
const TIE = 1 + 1e-7;

/** End of a tail: denormal numbers would round up again and again instead of reaching zero. */
const SMALLEST = 1e-300;

/**
 * The probability of all values that are at most as likely as `seen`. It multiplies ratios of neighbours outwards from
 * the peak and divides by their sum, without a Γ function, whose logarithm loses six digits at 10⁹. Both tails end at
 * 1e-300, some 37 standard deviations away.
 */
function asUnlikely(seen: number, { lowest, highest, near, ratio }: Distribution): number {
  const start = Math.min(highest, Math.max(lowest, near));
  const walk = (visit: (k: number, weight: number) => void) => {
    for (let k = start, weight = 1; k <= highest && weight > SMALLEST; k++) {
      visit(k, weight);
      if (k < highest) weight *= ratio(k);
    }
    for (let k = start - 1, weight = 1; k >= lowest && weight > SMALLEST; k--) {
      weight /= ratio(k);
      visit(k, weight);
    }
  };
  let limit = 0;
  walk((k, weight) => {
    if (k === seen) limit = weight * TIE;
  });
  if (limit === 0) return 0;
  let all = 0;
  let unlikely = 0;
  walk((_, weight) => {
    all += weight;
    if (weight <= limit) unlikely += weight;
  });
  return unlikely / all;
}

function checkCount({ errors, frames }: ErrorCount): void {
  const whole = Number.isSafeInteger(errors) && Number.isSafeInteger(frames);
  if (!whole || errors < 0 || errors > frames || frames === 0)
    throw new RangeError(`${errors} errors of ${frames} frames`);
}
