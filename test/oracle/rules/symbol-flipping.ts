import { decodeSymbolFlipping } from "../papers/bit-votes.ts";
import type { VoteOracle } from "../rule-oracle.ts";

export default { passes: "votes", decode: decodeSymbolFlipping } satisfies VoteOracle;
