import type { EdgeRuleOracle } from "../rule-oracle.ts";

export default {} satisfies EdgeRuleOracle;
