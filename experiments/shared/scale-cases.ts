import type { Code } from "../../src/code/code.ts";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { defaultPolynomial } from "../../src/galois/primitive.ts";
import { loadCode } from "../../src/node/codes/codes.ts";

/** A code and its min-sum decoder, whose scale or offset varies. */
export interface ScaleCase {
  /** A built-in code, or `pegN-dv-dc`: a regular code by progressive edge growth. */
  readonly code: string;
  /** 5G: block rows used. */
  readonly rows?: number;
  readonly schedule: "layered" | "flooding";
  readonly iterations: number;
  /** Eb/N0 in dB at which the search begins. */
  readonly ebn0: number;
}

/** Rates 1/5 to 9/10, column weights from 3 to 13, 5 to 50 iterations, both schedules. */
export const SCALE_CASES: readonly ScaleCase[] = [
  { code: "wimax-2304-1152", schedule: "layered", iterations: 10, ebn0: 2.1 },
  { code: "wimax-2304-1152", schedule: "layered", iterations: 5, ebn0: 2.9 },
  { code: "wimax-2304-1152", schedule: "layered", iterations: 50, ebn0: 1.7 },
  { code: "wimax-2304-1152", schedule: "flooding", iterations: 20, ebn0: 2.1 },
  { code: "wimax-2304-1920", schedule: "layered", iterations: 10, ebn0: 3.9 },
  { code: "wifi-648-324", schedule: "layered", iterations: 20, ebn0: 2.5 },
  { code: "wifi-1944-972", schedule: "layered", iterations: 10, ebn0: 2.1 },
  { code: "wifi-1944-1620", schedule: "layered", iterations: 10, ebn0: 3.7 },
  { code: "nr-bg1-z384", rows: 46, schedule: "layered", iterations: 10, ebn0: 1.1 },
  { code: "nr-bg1-z384", rows: 46, schedule: "layered", iterations: 30, ebn0: 0.4 },
  { code: "nr-bg1-z384", rows: 13, schedule: "layered", iterations: 8, ebn0: 2.5 },
  { code: "nr-bg1-z384", rows: 13, schedule: "flooding", iterations: 20, ebn0: 2.4 },
  { code: "nr-bg1-z384", rows: 5, schedule: "layered", iterations: 8, ebn0: 4.1 },
  { code: "nr-bg2-z384", rows: 42, schedule: "layered", iterations: 20, ebn0: 0.5 },
  { code: "dvbs2-64800-43200", schedule: "layered", iterations: 20, ebn0: 2.2 },
  { code: "dvbs2-64800-16200", schedule: "layered", iterations: 30, ebn0: 1.4 },
  { code: "dvbs2-64800-58320", schedule: "layered", iterations: 15, ebn0: 4.3 },
  { code: "peg1008-3-6", schedule: "layered", iterations: 20, ebn0: 2.6 },
  { code: "peg1008-4-8", schedule: "flooding", iterations: 50, ebn0: 2.9 },
];

/** The code of a case. @throws InputError for a name that is neither a code's nor of the form `pegN-dv-dc`. */
export function scaleCode({ code, rows }: Pick<ScaleCase, "code" | "rows">): Code {
  const [, n, dv, dc] = /^peg(\d+)-(\d+)-(\d+)$/.exec(code) ?? [];
  if (n === undefined) return loadCode(code, { rows });
  return constructCode({
    family: "peg",
    name: code,
    q: 2,
    polynomial: defaultPolynomial(2),
    n: Number(n),
    degrees: [Number(dv), Number(dc)],
    labels: "random",
    seed: 1,
    attempts: 1,
  });
}

/** A case's name in tables. */
export function scaleCaseText({ code, rows, schedule, iterations }: ScaleCase): string {
  return `${code}${rows === undefined ? "" : ` --rows ${rows}`}, ${schedule}, ${iterations} iterations`;
}
