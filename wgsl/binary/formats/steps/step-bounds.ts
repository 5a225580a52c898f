import { CHANNEL_BOUND, INT12_STEPS, MESSAGE_BOUND, POSTERIOR_BOUND } from "../int12-bounds.ts";

/** A number format of whole steps that f16 holds exactly: the number of steps of an LLR of 1, and largest magnitudes in steps. */
export interface StepBounds {
  readonly perLlr: number;
  readonly channel: number;
  readonly message: number;
  readonly posterior: number;
}

export const INT12: StepBounds = {
  perLlr: INT12_STEPS,
  channel: CHANNEL_BOUND,
  message: MESSAGE_BOUND,
  posterior: POSTERIOR_BOUND,
};

/** The range of posteriors is that of the f16 numbers from 0 to 1 in steps of 1/2048. */
export const INT11: StepBounds = { perLlr: 16, channel: 320, message: 341, posterior: 1024 };

/** The same, with messages of a byte. */
export const BYTE: StepBounds = { perLlr: 8, channel: 120, message: 127, posterior: 1024 };

/** Largest magnitude of a posterior less a message. */
export function differenceBound({ posterior, message }: StepBounds): number {
  return posterior + message;
}
