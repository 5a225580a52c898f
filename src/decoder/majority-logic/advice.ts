import type { CodeReport } from "../../code/report.ts";

/**
 * Column weight below which a variable has too few votes: one wrong vote ties with the right votes, or outweighs them.
 */
const LEAST_WEIGHT = 4;

/**
 * A warning for codes that majority logic decodes badly; undefined if the columns are heavy enough, or over GF(2),
 * which has decoders of its own. Low column weights give these decoders a high error floor (Xiong and Yan 2014, arXiv
 * 1408.3357).
 */
export function mlgdAdvice({ q, variableDegrees }: Pick<CodeReport, "q" | "variableDegrees">): string | undefined {
  const [[weight]] = variableDegrees;
  if (q === 2 || weight >= LEAST_WEIGHT) return undefined;
  const which = variableDegrees.length === 1 ? "column weight" : "least column weight";
  return `${which} ${weight}: majority-logic decoding (isrb-mlgd, ihrb-mlgd) will be weak`;
}
