/** Whole steps that f16 holds exactly: the number of steps of an LLR of 1, and largest magnitudes in steps. */
export interface StepBounds {
  readonly perLlr: number;
  readonly channel: number;
  readonly message: number;
  readonly posterior: number;
}

/** Largest magnitude of a posterior less a message. */
export function differenceBound({ posterior, message }: StepBounds): number {
  return posterior + message;
}
