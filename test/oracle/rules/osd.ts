import { decodeOsd } from "../osd.ts";
import type { PatternOracle } from "../rule-oracle.ts";

export default { passes: "patterns", decode: decodeOsd } satisfies PatternOracle;
