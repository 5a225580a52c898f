import type { Kernel } from "../../../src/gpu/kernel.ts";
import { doneLanesPart } from "../../common/active-frames/done-lanes.ts";
import { runPart } from "../../common/run.ts";
import { activeWordsPart } from "./active-words.ts";
import { boundsPart } from "./bounds.ts";
import { invocationsPart } from "./invocations.ts";

/** Variable nodes of ratio-sum-product, and the decisions. */
export const variableRatio: Kernel = {
  name: "reproductions/ratio/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, boundsPart, invocationsPart, activeWordsPart, doneLanesPart],
};
