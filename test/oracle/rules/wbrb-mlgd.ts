import { decodeBitReliabilities } from "../papers/bit-votes.ts";
import type { VoteOracle } from "../rule-oracle.ts";

export default { passes: "votes", decode: decodeBitReliabilities } satisfies VoteOracle;
