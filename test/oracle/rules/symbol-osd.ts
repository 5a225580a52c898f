import { decodeSymbolOsd } from "../osd/symbols.ts";
import type { SymbolPatternOracle } from "../rule-oracle.ts";

export default { passes: "symbol patterns", decode: decodeSymbolOsd } satisfies SymbolPatternOracle;
