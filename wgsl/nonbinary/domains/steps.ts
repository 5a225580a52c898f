import { part } from "../../../src/gpu/part.ts";
import { boundPart } from "../../common/bound.ts";

/** LLRs in whole numbers of steps. */
export const stepsDomain = part("nonbinary/domains/steps", new URL("./steps.wgsl", import.meta.url), [boundPart]);
