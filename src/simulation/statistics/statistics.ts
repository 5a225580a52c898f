import { InputError } from "../../errors.ts";
import type { ChunkCounts } from "../counts.ts";
import { betaQuantile } from "./beta.ts";

/**
 * A rate with its 95 % interval.
 * @example
 * const { value, low, high }: Estimate = clopperPearson(10, 1000);
 */
export interface Estimate {
  /** The observed rate, 0 … 1: events over trials. */
  readonly value: number;
  /** Lower end of the interval. */
  readonly low: number;
  /** Upper end of the interval. */
  readonly high: number;
}

/** The error rates of a point. */
export interface ErrorRates {
  /** Frame error rate. */
  readonly fer: Estimate;
  /** Symbol error rate. */
  readonly ser: Estimate;
  /** Bit error rate. */
  readonly ber: Estimate;
}

/**
 * Clopper–Pearson interval for `events` of `trials`: each end is the rate at which the observation, or a more extreme
 * one, has probability (1 − confidence)/2. Covers the true rate with at least `confidence`. Real `events` are allowed.
 * @param events 0 … trials.
 * @param trials 0 or more; of 0 trials the rate is NaN and the interval 0 … 1.
 * @param confidence above 0 and below 1.
 * @returns low 0 for no events, high 1 if every trial is an event.
 * @throws InputError for numbers outside these ranges.
 * @example
 * const { value, low, high } = clopperPearson(10, 1000);
 * [value, low.toFixed(4), high.toFixed(4)]; // → [0.01, "0.0048", "0.0183"]
 */
export function clopperPearson(events: number, trials: number, confidence = 0.95): Estimate {
  if (!(events >= 0 && events <= trials && trials < Number.POSITIVE_INFINITY)) {
    throw new InputError(`${events} events of ${trials} trials: give 0 or more events, and at most as many as trials`);
  }
  if (!(confidence > 0 && confidence < 1))
    throw new InputError(`confidence ${confidence}: give a number between 0 and 1`);
  const tail = (1 - confidence) / 2;
  if (trials === 0) return { value: Number.NaN, low: 0, high: 1 };
  return {
    value: events / trials,
    low: events <= 0 ? 0 : betaQuantile(tail, events, trials - events + 1),
    high: events >= trials ? 1 : betaQuantile(1 - tail, events + 1, trials - events),
  };
}

/**
 * Interval for a rate of errors that come in clusters, one cluster per frame, with `perFrame` symbols (or bits) in each
 * frame. With x errors in a frame, the sums Σx and Σx² have the mean and variance of n = (Σx)²/Σx² independent events
 * of Σx²/Σx errors each; the interval is Clopper–Pearson for n events in `frames` trials, scaled by the size of an
 * event. If all wrong frames have the same number of errors, the interval equals the FER's interval times this number.
 *
 * Without errors, the upper bound equals that of the FER, as every symbol of a wrong frame could be wrong.
 */
export function clusteredInterval(errors: number, errorsSquared: number, frames: number, perFrame: number): Estimate {
  if (errors === 0) return clopperPearson(0, frames);
  const clusterSize = errorsSquared / errors;
  const { low, high } = clopperPearson(Math.min(frames, errors / clusterSize), frames);
  const scale = clusterSize / perFrame;
  return { value: errors / (frames * perFrame), low: low * scale, high: Math.min(1, high * scale) };
}

/** FER, SER and BER of a point. @param symbols symbols per frame. @param bitsPerSymbol log2 of the field size. */
export function errorRates(counts: ChunkCounts, symbols: number, bitsPerSymbol: number): ErrorRates {
  const { frames, frameErrors, symbolErrors, symbolErrorsSquared, bitErrors, bitErrorsSquared } = counts;
  return {
    fer: clopperPearson(frameErrors, frames),
    ser: clusteredInterval(symbolErrors, symbolErrorsSquared, frames, symbols),
    ber: clusteredInterval(bitErrors, bitErrorsSquared, frames, symbols * bitsPerSymbol),
  };
}
