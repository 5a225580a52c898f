import type { EdgeRule } from "../rule.ts";

export const plain: EdgeRule = {
  description: "messages as they are",
  equation: ["Q_k = P_k − R_k"],
  source: "Gallager 1962",
  use: "Belief propagation itself.",
  options: {},
  part: { name: "nodes/edges/plain" },
  words: 0,
};
