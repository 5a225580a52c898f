import { part } from "../../../src/gpu/part.ts";
import { boundPart } from "../../common/bound.ts";

/** Costs: LLRs, which are added. */
export const llrDomain = part("nonbinary/domains/llr", new URL("./llr.wgsl", import.meta.url), [boundPart]);
