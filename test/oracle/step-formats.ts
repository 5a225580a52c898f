/** The definition of a number format of whole steps over GF(q). Bounds are numbers of steps. */
interface StepFormat {
  readonly perLlr: number;
  /** Largest message, and largest channel value that was received. */
  readonly message: number;
  /** Channel value of the other symbols where a symbol is known, and a layered decoder's largest total minus a check's messages. */
  readonly certain: number;
  readonly sum: number;
}

const FORMATS: Readonly<Record<string, StepFormat>> = {
  int12: { perLlr: 8, message: 511, certain: 1536, sum: 2047 },
};

/** Undefined for another number format. @param step LLR of a step, for int5 to int8. */
export function stepFormat(messages: string | number, step: string | number = 0.5): StepFormat | undefined {
  const bits = /^int([5-8])$/.exec(String(messages))?.[1];
  if (bits === undefined) return FORMATS[messages];
  const steps = 2 ** Number(bits);
  return { perLlr: 1 / Number(step), message: steps - 1, certain: 3 * steps, sum: 4 * steps - 1 };
}
