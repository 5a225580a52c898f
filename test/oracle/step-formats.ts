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

/** Undefined for another number format. */
export const stepFormat = (messages: string | number): StepFormat | undefined => FORMATS[messages];
