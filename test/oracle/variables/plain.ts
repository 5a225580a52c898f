import type { VariableOracle } from "../rule-oracle.ts";

export default {} satisfies VariableOracle;
