import { type CodeReport, formatDuration, formatNumber, shannonLimitEbN0 } from "../../src/index.ts";
import { mountLiveSimulation } from "../live/index.ts";
import { download, errorText, h, labelled } from "../shared/dom.ts";
import type { DesignAnswer, DesignRequest, EditAnswer, EditRequest } from "./protocol.ts";
import { readProtograph } from "./protograph.ts";

const EXAMPLES: Readonly<Record<string, string>> = {
  "regular (3, 6)": "3 3",
  "regular (4, 8)": "4 4",
  "regular (3, 12)": "3 3 3 3",
  "irregular, rate 1/2": "4 1 1 1\n3 1 2 1",
};

/** Points of the curve relative to the threshold, in dB. */
const POINTS = "0.5:0.5:3";

/** Mounts a design: a protograph as input, its threshold, a matrix, and the matrix's curve beside the threshold. */
export function mountDesign(element: HTMLElement): void {
  const example = h(
    "select",
    { onchange: takeExample },
    ...Object.keys(EXAMPLES).map((name) => h("option", { value: name }, name)),
  );
  const text = h("textarea", { rows: 3, spellcheck: false, class: "protograph", oninput: () => edit() });
  const quick = h("p", { class: "status", role: "status" });
  const cells = h("div", { class: "scroll" });
  const method = h(
    "select",
    {},
    h("option", { value: "lifted" }, "lifted: quasi-cyclic"),
    h("option", { value: "peg" }, "progressive edge growth, regular"),
  );
  const length = h("input", { type: "number", min: 24, max: 4000, value: 480 });
  const seed = h("input", { type: "number", min: 1, value: 1 });
  const status = h("p", { class: "status", role: "status" });
  const threshold = h("p", { class: "status" });
  const save = h("button", { type: "button", disabled: true }, "Download alist");
  const curve = h("div");
  let alist = "";
  let worker: Worker | undefined;
  let editor: Worker | undefined;
  let simulation: ReturnType<typeof mountLiveSimulation> | undefined;
  save.addEventListener("click", () => download("design.alist", alist, "text/plain"));
  element.append(
    h(
      "div",
      { class: "controls" },
      labelled("Example", example),
      labelled("Protograph: edges from each check (row) to each variable (column)", text),
      labelled("Construction", method),
      labelled("Symbols", length),
      labelled("Seed", seed),
    ),
    quick,
    cells,
    h("div", { class: "buttons" }, h("button", { type: "button", onclick: design }, "Design"), save),
    status,
    threshold,
    h("h2", {}, "Its curve"),
    curve,
  );
  element.dataset.state = "opening";
  takeExample();

  function takeExample(): void {
    text.value = EXAMPLES[example.value];
    edit();
    design();
  }

  /** Shows the threshold of the protograph in the field at once, and what an edge more or less in a cell would make of it. */
  function edit(): void {
    editor?.terminate();
    cells.replaceChildren();
    try {
      const edited = readProtograph(text.value);
      const rows = edited.map((line) => line.map((edges) => h("td", {}, String(edges))));
      editor = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "threshold" });
      let now = Number.NaN;
      editor.addEventListener("message", ({ data }: MessageEvent<EditAnswer>) => {
        if (data.kind === "failed") quick.textContent = data.message;
        if (data.kind === "quick") {
          now = data.ebn0;
          const gap = formatNumber(now - shannonLimitEbN0(data.rate), 3);
          quick.textContent = `Threshold by EXIT analysis: ${formatNumber(now, 4)} dB, ${gap} dB from the limit of rate ${formatNumber(data.rate)}. Each cell: what an edge more (+) or less (−) there changes, in dB.`;
          cells.replaceChildren(h("table", {}, ...rows.map((row) => h("tr", {}, ...row))));
        }
        if (data.kind !== "effect") return;
        const { row, column, more, less } = data;
        const button = (sign: string, by: number, ebn0: number | undefined) =>
          h(
            "button",
            {
              type: "button",
              disabled: ebn0 === undefined,
              onclick: () => {
                const changed = edited.map((line, r) => line.map((n, c) => n + (r === row && c === column ? by : 0)));
                text.value = changed.map((line) => line.join(" ")).join("\n");
                edit();
              },
            },
            `${sign} ${ebn0 === undefined ? "" : (ebn0 - now).toFixed(3).replace("-", "−")}`,
          );
        rows[row][column].append(" ", button("+", 1, more), " ", button("−", -1, less));
      });
      editor.postMessage({ edited } satisfies EditRequest);
    } catch (error) {
      quick.textContent = errorText(error);
    }
  }

  function design(): void {
    worker?.terminate();
    threshold.textContent = "";
    try {
      const request: DesignRequest = {
        protograph: readProtograph(text.value),
        method: method.value as DesignRequest["method"],
        length: Number(length.value),
        seed: Number(seed.value),
      };
      say("Making the matrix …");
      worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "design" });
      worker.addEventListener("message", ({ data }: MessageEvent<DesignAnswer>) => hear(data));
      worker.addEventListener("error", ({ message }) => fail(message || "the worker did not start"));
      worker.postMessage(request);
    } catch (error) {
      fail(errorText(error));
    }
  }

  function hear(answer: DesignAnswer): void {
    if (answer.kind === "failed") {
      fail(answer.message);
      return;
    }
    if (answer.kind === "threshold") {
      const limit = shannonLimitEbN0(answer.rate);
      threshold.textContent =
        `Threshold by density evolution: ${formatNumber(answer.ebn0, 4)} dB, ${formatNumber(answer.ebn0 - limit, 3)} dB from the limit of ` +
        `rate ${formatNumber(answer.rate)} (${formatNumber(limit, 3)} dB), found in ${formatDuration(answer.seconds)}.`;
      simulation?.mark(answer.ebn0, "threshold");
      return;
    }
    say(codeText(answer.report));
    alist = answer.code.text;
    save.disabled = false;
    threshold.textContent = "Density evolution runs …";
    simulation?.dispose();
    simulation = mountLiveSimulation(curve, {
      own: answer.code,
      points: POINTS,
      maxErrors: 50,
    });
    element.dataset.state = "done";
  }

  function say(message: string): void {
    status.textContent = message;
    status.classList.remove("failed");
  }

  function fail(message: string): void {
    status.textContent = message;
    status.classList.add("failed");
    element.dataset.state = "failed";
  }
}

function codeText({ n, m, k, rate, girth, shortestCycles, edges }: CodeReport): string {
  const cycles = girth === null ? "no cycles" : `girth ${girth} with ${shortestCycles} cycles of that length`;
  return `${m} checks, ${n} symbols, ${k} of them information (rate ${formatNumber(rate)}), ${edges} edges, ${cycles}.`;
}
