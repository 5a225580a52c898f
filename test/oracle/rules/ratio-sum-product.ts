import { decodeRatio } from "../papers/ratio-sum-product.ts";
import type { RatioOracle } from "../rule-oracle.ts";

export default { passes: "ratios", decode: decodeRatio } satisfies RatioOracle;
