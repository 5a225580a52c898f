import { edgesPerSymbol, type MetEnsemble, type NodeType } from "../construct/met/ensemble.ts";

/** Grid of message erasure probabilities on which the minimum is searched, before it is refined. */
const GRID = 10_000;
/** Halvings of the grid's step around the minimum. */
const REFINEMENTS = 30;

/**
 * The largest erasure probability of the binary erasure channel at which iterative decoding of an ensemble with edges of
 * one type succeeds: the minimum of x/λ(1 − ρ(1 − x)) over x in (0, 1] (T. Richardson and R. Urbanke, "Modern Coding Theory", 2008, section 3.12).
 */
export function erasureThreshold({ variables, checks, ...rest }: MetEnsemble): number {
  const edges = edgesPerSymbol({ variables, checks, ...rest });
  /** The polynomial of an edge's degree: Σ share · x^(degree − 1). */
  const ofEdges = (nodes: readonly NodeType[], x: number) =>
    nodes.reduce((sum, { fraction, degrees: [degree] }) => sum + ((fraction * degree) / edges) * x ** (degree - 1), 0);
  const erasureAt = (x: number) => x / ofEdges(variables, 1 - ofEdges(checks, 1 - x));
  let best = 1;
  for (let i = 1; i < GRID; i++) if (erasureAt(i / GRID) < erasureAt(best)) best = i / GRID;
  for (let step = 1 / GRID, i = 0; i < REFINEMENTS; i++, step /= 2) {
    for (const x of [best - step, best + step]) if (x > 0 && x <= 1 && erasureAt(x) < erasureAt(best)) best = x;
  }
  return Math.min(1, erasureAt(best));
}
