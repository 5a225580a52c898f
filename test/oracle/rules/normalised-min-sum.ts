import { minSumInt8, normalisedMinSum } from "../binary/check-nodes.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  checkNode: ({ messages, scale }) =>
    messages === "int8" ? minSumInt8({ sixteenths: 16 * Number(scale) }) : normalisedMinSum(Number(scale), "single"),
} satisfies BitOracle;
