import { type ParityCheckMatrix, tannerGraph } from "../../src/index.ts";
import { h, s } from "../shared/dom.ts";

/** State of the nodes and edges of a picture. Absent properties look as usual. */
export interface GraphState {
  /** By edge: strength of its message, 0 … 1, and whether it favours the right symbol. */
  readonly messages?: readonly { readonly strength: number; readonly right: boolean }[];
  /** Highlighted edges. */
  readonly highlighted?: ReadonlySet<number>;
  /** By variable: its label, and whether its decision is right. */
  readonly variables?: readonly { readonly label: string; readonly right: boolean; readonly title: string }[];
  /** By check: whether it is satisfied. */
  readonly checks?: readonly boolean[];
}

/** A Tanner graph as a picture. */
export interface GraphView {
  readonly element: HTMLElement;
  show(state: GraphState): void;
}

/** Largest number of variables of a graph that is drawn node by node. */
export const DRAWN_VARIABLES = 100;

const HEIGHT = 300;
const [TOP, BOTTOM] = [34, HEIGHT - 40];
const SPACING = 34;

/** Draws the variables as circles in a row, and the checks as squares below. @param onVariable receives the number of a clicked circle. */
export function graphView(matrix: ParityCheckMatrix, onVariable: (n: number) => void): GraphView {
  const graph = tannerGraph(matrix);
  const width = Math.max(600, graph.variables * SPACING);
  const at = (i: number, count: number) => ((i + 0.5) * width) / count;
  const lines = Array.from({ length: graph.edges }, (_, e) => {
    const [n, m] = [graph.edgeVariable[e], graph.edgeCheck[e]];
    const line = s("line", { x1: at(n, graph.variables), y1: TOP, x2: at(m, graph.checks), y2: BOTTOM });
    line.append(s("title", {}, `variable ${n}, check ${m}, h = ${graph.edgeValue[e]}`));
    return line;
  });
  const circles = Array.from({ length: graph.variables }, (_, n) => {
    const x = at(n, graph.variables);
    const group = s("g", { class: "variable", onclick: () => onVariable(n) });
    group.append(
      s("circle", { cx: x, cy: TOP, r: 12 }),
      s("text", { x, y: TOP + 4.5 }, ""),
      s("title", {}, `variable ${n}`),
    );
    return group;
  });
  const squares = Array.from({ length: graph.checks }, (_, m) => {
    const x = at(m, graph.checks);
    const group = s("g", { class: "check" });
    group.append(s("rect", { x: x - 11, y: BOTTOM - 11, width: 22, height: 22 }), s("title", {}, `check ${m}`));
    return group;
  });
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      class: "graph",
      style: `min-width: ${Math.min(width, 1400)}px`,
      role: "img",
      "aria-label": "Tanner graph",
    },
    ...lines,
    ...circles,
    ...squares,
    s("text", { x: 2, y: 12, class: "caption" }, "variables"),
    s("text", { x: 2, y: HEIGHT - 8, class: "caption" }, "checks"),
  );

  return {
    element: h("div", { class: "wide" }, svg),
    show({ messages, highlighted, variables, checks }) {
      lines.forEach((line, e) => {
        const message = messages?.[e];
        line.setAttribute("class", edgeClass(message?.right, highlighted?.has(e)));
        line.style.strokeWidth = message === undefined ? "" : String(0.6 + 4.4 * message.strength);
      });
      circles.forEach((group, n) => {
        const state = variables?.[n];
        group.setAttribute("class", `variable${state === undefined ? "" : state.right ? " right" : " wrong"}`);
        group.querySelector("text")!.textContent = state?.label ?? "";
        group.querySelector("title")!.textContent = state?.title ?? `variable ${n}`;
      });
      squares.forEach((group, m) => {
        group.setAttribute("class", `check${checks === undefined || checks[m] ? "" : " wrong"}`);
      });
    },
  };
}

function edgeClass(right: boolean | undefined, highlighted: boolean | undefined): string {
  const kinds = [right === undefined ? "" : right ? "right" : "wrong", highlighted === true ? "highlighted" : ""];
  return `edge ${kinds.filter((kind) => kind !== "").join(" ")}`.trim();
}

/** A picture of the matrix's nonzero entries, for graphs that are too large to draw. */
export function matrixView({ rows, columns, checkStart, variable }: ParityCheckMatrix): HTMLElement {
  const scale = Math.min(8, 1600 / columns);
  const canvas = h("canvas", {
    width: Math.ceil(columns * scale),
    height: Math.max(1, Math.ceil(rows * scale)),
    class: "matrix",
  });
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#0072b2";
  const side = Math.max(scale, 1.2);
  for (let m = 0; m < rows; m++)
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++)
      context.fillRect(variable[e] * scale, m * scale, side, side);
  return h(
    "div",
    {},
    canvas,
    h(
      "p",
      { class: "note" },
      `The nonzero entries of H: ${rows} checks, ${columns} variables. Graphs up to ${DRAWN_VARIABLES} variables are drawn node by node.`,
    ),
  );
}
