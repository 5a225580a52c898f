import { formatNumber } from "../../src/index.ts";
import { s } from "../shared/dom.ts";
import type { DrawnTest, TreeReport } from "./protocol.ts";

const ROW = 72;
const TOP = 30;
/** Smallest width of a leaf, in CSS pixels. */
const LEAF = 30;

/** The tests as a tree. Each test that did not converge has two children with one more saturated bit. */
export function treeView({ tests }: TreeReport): SVGSVGElement {
  const stages = Math.max(1, ...tests.map(({ stage }) => stage));
  const leaves = leafOrder(tests);
  const width = Math.max(640, leaves.size * LEAF);
  const at = placement(tests, leaves, width);
  const root = at(0, 0);
  const svg = s("svg", {
    class: "tree",
    viewBox: `0 0 ${width} ${TOP + stages * ROW + 40}`,
    style: `min-width: ${Math.min(width, 1600)}px`,
    role: "img",
    "aria-label": "tree of tests",
  });
  for (const test of tests) {
    const parent = at(test.stage - 1, test.test >> 1);
    const own = at(test.stage, test.test);
    const line = s("line", {
      x1: parent.x,
      y1: parent.y,
      x2: own.x,
      y2: own.y,
      class: test.bit === 0 ? "zero" : "one",
    });
    svg.append(
      line,
      s("text", { x: (parent.x + 2 * own.x) / 3, y: (parent.y + 2 * own.y) / 3 - 3, class: "bit" }, `${test.bit}`),
    );
  }
  svg.append(
    node(root.x, root.y, "failed", "belief propagation"),
    s("text", { x: root.x, y: root.y - 14, class: "label" }, "belief propagation fails"),
  );
  for (const test of tests) {
    const { x, y } = at(test.stage, test.test);
    svg.append(node(x, y, kindOf(test), titleOf(test)));
    if (test.cost !== undefined) svg.append(s("text", { x, y: y + 22, class: "label" }, formatNumber(test.cost)));
  }
  return svg;
}

function node(x: number, y: number, kind: string, title: string): SVGElement {
  return s("circle", { cx: x, cy: y, r: 8, class: kind }, s("title", {}, title));
}

function kindOf({ cost, isSent }: DrawnTest): string {
  if (cost === undefined) return "failed";
  return isSent ? "sent" : "other";
}

function titleOf({ stage, position, bit, cost, isSent }: DrawnTest): string {
  const taken = `stage ${stage}: bit ${position} is taken to be ${bit}`;
  if (cost === undefined) return `${taken}; no codeword`;
  return `${taken}; a codeword of cost ${formatNumber(cost)}, ${isSent ? "the one that was sent" : "another one"}`;
}

/** Tests without children from left to right. */
function leafOrder(tests: readonly DrawnTest[]): Map<string, number> {
  const hasChildren = new Set(tests.map(({ stage, test }) => `${stage - 1} ${test >> 1}`));
  const leaves = tests.filter(({ stage, test }) => !hasChildren.has(`${stage} ${test}`));
  const left = ({ stage, test }: DrawnTest) => test / 2 ** stage;
  leaves.sort((a, b) => left(a) - left(b));
  return new Map(leaves.map(({ stage, test }, i) => [`${stage} ${test}`, i]));
}

/** Positions of the nodes: leaves side by side, every other node above the middle of its children. */
function placement(tests: readonly DrawnTest[], leaves: ReadonlyMap<string, number>, width: number) {
  const known = new Set(tests.map(({ stage, test }) => `${stage} ${test}`));
  const x = (stage: number, test: number): number => {
    const leaf = leaves.get(`${stage} ${test}`);
    if (leaf !== undefined) return ((leaf + 0.5) * width) / leaves.size;
    const children = [2 * test, 2 * test + 1].filter((child) => known.has(`${stage + 1} ${child}`));
    if (children.length === 0) return width / 2;
    return children.reduce((sum, child) => sum + x(stage + 1, child), 0) / children.length;
  };
  return (stage: number, test: number) => ({ x: x(stage, test), y: TOP + stage * ROW });
}
