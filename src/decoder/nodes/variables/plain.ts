import type { VariableRule } from "../rule.ts";

export const plain: VariableRule = {
  description: "the sum of the channel's LLR and all messages",
  equation: ["P = λ + Σ_k R_k"],
  source: "Gallager 1962",
  use: "Belief propagation itself.",
  options: {},
  part: { name: "nodes/variables/plain" },
};
