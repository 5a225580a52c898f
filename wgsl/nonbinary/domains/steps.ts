import type { Part } from "../../../src/gpu/part.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import type { Domain } from "./domain.ts";

/** Steps of an LLR of 1. */
const STEPS_PER_LLR = 8;
/** Steps of certainty. */
const CERTAIN = 1536;
/** The greatest sum. */
const SUM_BOUND = 2047;

/** The greatest message, and the greatest channel LLR of an uncertain symbol. */
const MESSAGE_BOUND = 511;

/** LLRs in whole numbers of steps. */
const twin: Domain = {
  nothingKnown: 0,
  messageBound: MESSAGE_BOUND,
  inputBound: (layered) => (layered ? CERTAIN : MESSAGE_BOUND),
  channelValue: (llr) =>
    llr >= LLR_BOUND ? CERTAIN : Math.min(Math.floor(Math.fround(llr * STEPS_PER_LLR + 0.5)), MESSAGE_BOUND),
  together: (a, b) => Math.min(a + b, SUM_BOUND),
  without: (all, part) => all - part,
  likelier: (a, b) => a < b,
};

export const stepsDomain: Part<Domain> = {
  name: "nonbinary/domains/steps",
  wgsl: new URL("./steps.wgsl", import.meta.url),
  imports: [boundPart],
  twin,
};
