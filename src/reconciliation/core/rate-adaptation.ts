import { InputError } from "../../index.ts";
import { requireOptions } from "../../options.ts";
import { binaryEntropy } from "./secret-key.ts";

/**
 * A code whose rate is to be adapted.
 * @example
 * const adaptation: RateAdaptation = { n: 1000, checks: 300, adaptable: 100, qber: 0.02, efficiency: 2 };
 */
export interface RateAdaptation {
  /** Columns of H. */
  readonly n: number;
  /** Rows of H. */
  readonly checks: number;
  /** d = p + s: positions that are punctured or shortened. */
  readonly adaptable: number;
  /** Quantum bit error rate, between 0 and 1/2. */
  readonly qber: number;
  /** f: leaked syndrome bits over their lower bound keyBits·h(QBER); 1 or more. */
  readonly efficiency: number;
}

/**
 * The numbers of adaptable positions to puncture and to shorten so that a mother code leaks efficiency·h(QBER) bits per
 * sifted bit: (M − p)/(n − d) = f·h(QBER), p rounded to the nearest (D. Elkouss, J.
 * Martinez-Mateo, V. Martin, "Secure rate-adaptive reconciliation", 2010).
 * @param adaptation mother code, QBER and efficiency.
 * @returns numbers of positions, which sum to `adaptable`.
 * @throws InputError naming the efficiencies within reach if p is not 0 … d, and for values outside their range.
 * @example
 * adaptRate({ n: 1000, checks: 300, adaptable: 100, qber: 0.02, efficiency: 2 }); // → { punctured: 45, shortened: 55 }
 */
export function adaptRate(adaptation: RateAdaptation): { readonly punctured: number; readonly shortened: number } {
  requireOptions("adaptRate", adaptation, { n: true, checks: true, adaptable: true, qber: true, efficiency: true });
  const { n, checks, adaptable, qber, efficiency } = adaptation;
  if (!Number.isInteger(adaptable) || adaptable < 0 || adaptable >= n) {
    throw new InputError(`${adaptable} adaptable positions: give 0 to ${n - 1}`);
  }
  if (!(qber > 0 && qber < 0.5)) throw new InputError(`QBER ${qber}: it must be above 0 and below 0.5`);
  if (!(efficiency >= 1)) throw new InputError(`efficiency ${efficiency}: less than 1 is not possible`);
  const least = (n - adaptable) * binaryEntropy(qber);
  const punctured = Math.round(checks - efficiency * least);
  if (punctured < 0 || punctured > adaptable) {
    const [low, high] = [checks - adaptable, checks].map((leaked) => Math.max(1, leaked / least).toFixed(3));
    const reach = checks < least ? "none is, this code has too few checks" : `${low} to ${high} is`;
    throw new InputError(
      `efficiency ${efficiency} at QBER ${qber} is not within reach of ${adaptable} adaptable positions of ${n} and ${checks} checks: ${reach}`,
    );
  }
  return { punctured, shortened: adaptable - punctured };
}

/**
 * A code that can be chosen by the QBER, and the highest QBER at which it works.
 * @example
 * const candidate: CodeCandidate = { code: "half", columns: "all", checks: 48, n: 96, highestQber: 0.05 };
 */
export interface CodeCandidate {
  /** Name of the code. */
  readonly code: string;
  /** The columns in use: all, or the information columns. */
  readonly columns: "all" | "information";
  /** M: syndrome bits of a block. */
  readonly checks: number;
  /** n: bits of a block. */
  readonly n: number;
  /** The highest QBER at which it works. */
  readonly highestQber: number;
}

/**
 * The candidate that leaks the fewest syndrome bits per sifted bit among the candidates that work at this QBER; among
 * equal candidates the longest, then the first.
 * @param candidates codes with the highest QBER of each.
 * @param qber the estimated quantum bit error rate, between 0 and 1/2.
 * @throws InputError naming the highest QBER at which a candidate works, if none works at this QBER.
 * @example
 * const half = { code: "half", columns: "all", checks: 48, n: 96, highestQber: 0.05 } as const;
 * const third = { code: "third", columns: "all", checks: 32, n: 96, highestQber: 0.02 } as const;
 * chooseCode([half, third], 0.01).code; // → "third"
 */
export function chooseCode<Candidate extends CodeCandidate>(candidates: readonly Candidate[], qber: number): Candidate {
  if (!(qber > 0 && qber < 0.5)) throw new InputError(`QBER ${qber}: it must be above 0 and below 0.5`);
  if (candidates.length === 0) throw new InputError("there are no codes to choose from");
  const working = candidates.filter(({ highestQber }) => qber <= highestQber);
  if (working.length === 0) {
    const best = candidates.reduce((a, b) => (b.highestQber > a.highestQber ? b : a));
    throw new InputError(`no code works at QBER ${qber}: the last, ${best.code}, works up to ${best.highestQber}`);
  }
  // Compared crosswise, so that equal rates are equal: M·n' − M'·n.
  return working.reduce((a, b) => {
    const difference = b.checks * a.n - a.checks * b.n;
    return difference < 0 || (difference === 0 && b.n > a.n) ? b : a;
  });
}
