import { InputError } from "../../../errors.ts";
import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import { STEP } from "../options.ts";
import type { BinaryRule } from "../rule.ts";
import { MIN_SUM_COST, MIN_SUM_EXACTNESS, MIN_SUM_OPTIONS, minSumArithmetic, stepIn } from "./min-sum.ts";

const OPTIONS = {
  ...MIN_SUM_OPTIONS,
  // Half an LLR a step: 31 steps of a quarter are too short for messages, and frame error rates get a floor.
  step: { ...STEP, default: 0.5 },
  offset: {
    default: 0.5,
    range: { minimum: 0.0625, maximum: 8 },
    becomes: (offset, { messages, step }) => wholeSteps(offset, stepIn(messages, step)),
    description:
      "taken off the magnitudes, LLR: the nearest whole number of steps (in int12 0.3 is 0.3125, in int8 with step=0.5 it is 0.5)",
  },
} as const satisfies DecoderOptions;

/** @param step undefined: any offset is valid. @throws InputError if the offset rounds to 0 steps. */
function wholeSteps(offset: number, step: number | undefined): number {
  if (step === undefined) return offset;
  const steps = Math.round(offset / step);
  if (steps === 0) {
    throw new InputError(
      `offset=${offset} is less than half a step of ${step} and would be 0: choose a smaller step, or min-sum`,
    );
  }
  return steps * step;
}

export const offsetMinSum: BinaryRule = {
  description: "min-sum with an offset taken off magnitudes",
  equation: ["R_i = Π_{k≠i} sign(Q_k) · max( min_{k≠i} |Q_k| − offset, 0 )"],
  source: "Chen and Fossorier 2002",
  claim:
    "Chen and Fossorier 2002: close to belief propagation, as with a factor. Here one offset is nearer to the best correction of each code than one factor is (experiments/sweeps/binary-scales.json).",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use:
    "The fastest binary decoder here: schedule=layered messages=int12 of quasi-cyclic codes whose messages fit a GPU's registers " +
    "(mapping=chip), else schedule=layered messages=int8. int12 loses 0.004 dB at most at FER 1e-3 and at 1e-5; " +
    "int8 loses 0.01 to 0.04 dB on codes of rate 1/2 and more, and 0.07 to 0.08 dB at rate 1/3 (nr-bg1-z384), where step=0.25 loses less; no format has a floor down to 1e-6 (experiments/sweeps/binary-fer.json). " +
    "Where messages fit registers int11 is faster than int12 at the same FER (wimax-2304-1152 at 2.5 dB, 10 iterations: int11 has FER " +
    "8.27e-6, int12 8.16e-6), but frames that it fails have more wrong bits, because a posterior that its messages cut loses its channel LLR: " +
    "8.1 on average at 2.5 dB (int12 5.8), 131 at 3 dB (f32 6); byte suits 5G codes of many block rows. Speeds: doc/performance.md. " +
    "The default offset is within 0.06 dB of the best scale or offset " +
    "at FER 1e-3 for 15 codes, schedules and iterations (experiments/sweeps/binary-scales.json).",
  advice: [
    {
      wanted:
        "the error rate of f32 on the measured standards' codes at several times the speed, and the same counts on every device",
      decoder: "offset-min-sum schedule=layered messages=int12",
      reason:
        "wimax-2304-1152 at 2.5 dB, 10 iterations: FER 8.16e-6, f32 9.2e-6; speeds in doc/performance.md " +
        "(experiments/sweeps/binary-fer.json)",
    },
    {
      wanted: "speed where messages do not fit registers, and the same counts on every device",
      decoder: "offset-min-sum schedule=layered messages=int8",
      reason:
        "wimax-2304-1152 at 2.5 dB, 10 iterations: FER 1.2e-5, f32 9.2e-6; speeds in doc/performance.md " +
        "(experiments/sweeps/binary-fer.json)",
    },
  ],
  options: OPTIONS,
  arithmetic: (spec) => minSumArithmetic(optionsOf(OPTIONS, spec)),
};
