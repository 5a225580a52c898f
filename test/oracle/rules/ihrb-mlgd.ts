import { decodeMlgd } from "../papers/mlgd.ts";
import type { VoteOracle } from "../rule-oracle.ts";

export default { passes: "votes", decode: decodeMlgd } satisfies VoteOracle;
