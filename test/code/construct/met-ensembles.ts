import type { MetEnsemble, NodeType } from "../../../src/code/construct/met.ts";

const ensemble = (name: string, variables: NodeType[], checks: NodeType[]): MetEnsemble => ({
  name,
  description: "",
  source: "",
  variables,
  checks,
});
const node = (fraction: number, ...degrees: number[]): NodeType => ({ fraction, degrees });

/** Copies of the ensembles of codes/met/, so that tests need no files: rates 0.1, 0.05, 0.02. */
export const RATE_10 = ensemble(
  "rate-10",
  [node(0.0775, 2, 20, 0), node(0.0475, 3, 22, 0), node(0.875, 0, 0, 1)],
  [node(0.0025, 11, 0, 0), node(0.0225, 12, 0, 0), node(0.03, 0, 2, 1), node(0.845, 0, 3, 1)],
);
export const RATE_05 = ensemble(
  "rate-05",
  [node(0.04, 2, 34, 0), node(0.03, 3, 34, 0), node(0.93, 0, 0, 1)],
  [node(0.01, 8, 0, 0), node(0.01, 9, 0, 0), node(0.41, 0, 2, 1), node(0.52, 0, 3, 1)],
);
export const RATE_02 = ensemble(
  "rate-02",
  [node(0.0225, 2, 57, 0), node(0.0175, 3, 57, 0), node(0.96, 0, 0, 1)],
  [node(0.010625, 3, 0, 0), node(0.009375, 7, 0, 0), node(0.6, 0, 2, 1), node(0.36, 0, 3, 1)],
);

/** The (variable, check)-regular ensemble: one edge type. */
export function regularEnsemble(variable: number, check: number): MetEnsemble {
  return ensemble(`regular-${variable}-${check}`, [node(1, variable)], [node(variable / check, check)]);
}
