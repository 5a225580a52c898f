import { type Code, channelLlr, codeRate, cpuEngine, multiply, readDecoder, tannerGraph } from "../../src/index.ts";
import { type TracedIteration, traceMessages } from "../../src/kernels.ts";
import { errorText, h, labelled } from "../shared/dom.ts";
import { noisyBits } from "../shared/noise.ts";
import type { GraphState } from "./graph-view.ts";

/** A decoder on a graph, with its controls. */
export interface Walk {
  readonly element: HTMLElement;
  /** Inverts the received bits of a variable. */
  flip(variable: number): void;
  /** Draws anew. */
  show(): void;
}

const ITERATIONS = 20;
/** LLR of the widest drawn message. */
const STRONGEST = 12;

/** A decoder of symbols that runs step by step on a code, with the all-zero word sent. @param draw draws a state of the graph. */
export function decoderWalk(code: Code, draw: (state: GraphState) => void): Walk {
  const { field, columns } = code.matrix;
  const graph = tannerGraph(code.matrix);
  const flipped = new Set<number>();
  let trace: readonly TracedIteration[] = [];
  const decoder = h(
    "select",
    { onchange: run },
    ...["min-max", "ems"].map((name) => h("option", { value: name }, name)),
  );
  const ebn0 = h("input", { type: "range", min: -2, max: 8, step: 0.25, value: 2, oninput: run });
  const seed = h("input", { type: "number", min: 1, value: 3, oninput: run });
  const iteration = h("input", { type: "range", min: 0, value: 1, oninput: show });
  const direction = h(
    "select",
    { onchange: show },
    h("option", { value: "up" }, "checks to variables"),
    h("option", { value: "down" }, "variables to checks"),
  );
  const status = h("p", { class: "status" });
  const play = h("button", { type: "button", onclick: playAll }, "Play");
  const controls = h(
    "div",
    { class: "controls" },
    ...[labelled("Decoder", decoder), labelled("Eb/N0", ebn0), labelled("Noise seed", seed)],
    ...[labelled("Messages", direction), labelled("Iteration", iteration)],
  );
  const element = h("div", {}, controls, h("div", { class: "buttons" }, play), status);
  void run();

  async function run(): Promise<void> {
    const bits = noisyBits(columns * field.p, Number(ebn0.value), codeRate(code), Number(seed.value) || 0);
    for (const n of flipped) for (let i = 0; i < field.p; i++) bits[n * field.p + i] *= -1;
    try {
      const spec = readDecoder(`${decoder.value} iterations=${ITERATIONS}`);
      trace = await traceMessages(cpuEngine(), code, spec, channelLlr(bits, code, spec).llr);
      iteration.max = String(trace.length);
      show();
    } catch (error) {
      status.textContent = errorText(error);
    }
  }

  function show(): void {
    const t = Math.min(Number(iteration.value), trace.length);
    const step = trace[Math.max(0, t - 1)];
    if (step === undefined) return;
    // Before the first iteration, the channel's messages are shown, which variables send first.
    const messages = t === 0 || direction.value === "down" ? step.variableToCheck : step.checkToVariable;
    const symbols = t === 0 ? received(step.variableToCheck) : step.symbols;
    const checks = satisfied(symbols);
    draw({
      messages: Array.from({ length: graph.edges }, (_, e) =>
        messageState(messages.subarray(e * field.q, (e + 1) * field.q)),
      ),
      variables: Array.from(symbols, (symbol, n) => ({
        label: String(symbol),
        right: symbol === 0,
        title: `variable ${n}: ${symbol}, sent 0${flipped.has(n) ? "; its received bits are turned around" : ""}. Click to turn them around.`,
      })),
      checks,
    });
    const wrong = symbols.filter((symbol) => symbol !== 0).length;
    const open = checks.filter((ok) => !ok).length;
    const when = t === 0 ? "Received" : `After iteration ${t} of ${trace.length}`;
    const end =
      t === trace.length
        ? step.converged
          ? " The decoder stops: all checks are satisfied."
          : " The decoder gives up."
        : "";
    status.textContent = `Eb/N0 ${ebn0.value} dB. ${when}: ${wrong} of ${columns} symbols wrong, ${open} of ${graph.checks} checks not satisfied.${end}`;
  }

  /** Decisions from the channel alone. A variable's first message is the channel's. */
  function received(messages: Float32Array): Uint32Array {
    return Uint32Array.from({ length: columns }, (_, n) => {
      const edge = graph.variableEdge[graph.variableStart[n]];
      return likeliest(messages.subarray(edge * field.q, (edge + 1) * field.q));
    });
  }

  function satisfied(symbols: Uint32Array): boolean[] {
    return Array.from({ length: graph.checks }, (_, m) => {
      let sum = 0;
      for (let e = graph.checkStart[m]; e < graph.checkStart[m + 1]; e++)
        sum ^= multiply(field, graph.edgeValue[e], symbols[graph.edgeVariable[e]]);
      return sum === 0;
    });
  }

  async function playAll(): Promise<void> {
    play.disabled = true;
    for (let t = 0; t <= trace.length; t++) {
      iteration.value = String(t);
      show();
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    play.disabled = false;
  }

  return {
    element,
    show,
    flip(variable) {
      if (!flipped.delete(variable)) flipped.add(variable);
      void run();
    },
  };
}

function likeliest(costs: Float32Array): number {
  return costs.indexOf(Math.min(...costs));
}

/** Strength of the likeliest symbol against the second, and whether it is the sent one. */
function messageState(costs: Float32Array): { strength: number; right: boolean } {
  const [, second] = [...costs].sort((a, b) => a - b);
  return { strength: Math.min(1, second / STRONGEST), right: likeliest(costs) === 0 };
}
