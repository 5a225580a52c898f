import { decodeLevels } from "../levels.ts";
import type { LevelOracle } from "../rule-oracle.ts";

export default { passes: "levels", decode: decodeLevels } satisfies LevelOracle;
