import { minSumInt8, normalisedMinSum } from "../binary/check-nodes.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  numbers: () => ({ scale: [0.75, 0.0625, 1, 0.8125, 0.5] }),
  checkNode: ({ messages, scale }) =>
    messages === "int8" ? minSumInt8({ sixteenths: 16 * Number(scale) }) : normalisedMinSum(Number(scale), "single"),
} satisfies BitOracle;
