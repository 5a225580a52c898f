import type { EdgeRule } from "../node-rule.ts";

export const selfCorrected: EdgeRule = {
  description: "a message that changes its sign is erased once",
  equation: ["Q = 0 if sign(P − R) ≠ sign(Q') and Q' ≠ 0, else P − R", "  Q' the message of the iteration before"],
  source: "Savin 2008, Self-corrected min-sum decoding of LDPC codes (ISIT)",
  use: "With min-sum, whose erased messages then come near sum-product; a message of 0 counts as positive.",
  options: {},
  part: { name: "binary/edges/self-corrected" },
  words: 1,
};
