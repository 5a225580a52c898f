import "./style.css";
import { type Code, codeReport, type DegreeCount, shortestCycles, tannerGraph } from "../../src/index.ts";
import { type CodeText, codeOf, droppedCode, packagedCode, packagedCodes } from "../shared/codes.ts";
import { acceptDrops, errorText, h, labelled } from "../shared/dom.ts";
import { cyclesOfGirth } from "./cycles.ts";
import { DRAWN_VARIABLES, graphView, matrixView } from "./graph-view.ts";
import { decoderWalk } from "./walk.ts";

/** Mounts a Tanner graph. The reader chooses, drops or pastes a code, and a decoder runs on it step by step. */
export function mountTannerGraph(element: HTMLElement, { code = "tiny20-gf2" } = {}): void {
  const names = packagedCodes.filter(({ n }) => n <= 2000);
  const choice = h(
    "select",
    { onchange: () => void take(() => packagedCode(choice.value)) },
    ...names.map(({ name, q, n }) =>
      h("option", { value: name, selected: name === code }, `${name} · GF(${q}), ${n} symbols`),
    ),
  );
  const file = h("input", { type: "file", onchange: () => void takeFile(file.files?.[0]) });
  const paste = h("textarea", {
    rows: 2,
    spellcheck: false,
    placeholder: "the text of an alist or JSON file",
    oninput: () => void take(async () => pasted(paste.value)),
  });
  const status = h("p", { class: "status", role: "status" });
  const view = h("div");
  element.append(
    h(
      "div",
      { class: "controls" },
      labelled("Code", choice),
      labelled("or your own matrix (alist, KN, UBS, JSON …)", file),
      labelled("or paste it", paste),
    ),
    status,
    view,
  );
  acceptDrops(element, (dropped) => void takeFile(dropped));
  void take(() => packagedCode(code));

  async function takeFile(chosen: File | undefined): Promise<void> {
    if (chosen !== undefined) await take(() => droppedCode(chosen));
  }

  async function take(text: () => Promise<CodeText>): Promise<void> {
    try {
      const taken = codeOf(await text());
      status.textContent = "";
      status.classList.remove("failed");
      view.replaceChildren(...codeView(taken));
      element.dataset.state = "done";
    } catch (error) {
      status.textContent = errorText(error);
      status.classList.add("failed");
    }
  }
}

function pasted(text: string): CodeText {
  return { text, file: text.trimStart().startsWith("{") ? "pasted.json" : "pasted.alist" };
}

function codeView(code: Code): HTMLElement[] {
  const { matrix } = code;
  const facts = factsTable(code);
  if (matrix.columns > DRAWN_VARIABLES) return [facts, matrixView(matrix)];
  const picture = graphView(matrix, (n) => walk.flip(n));
  const walk = decoderWalk(code, (state) => picture.show(state));
  const cyclesOnly = h("input", { type: "checkbox", onchange: showCycles });
  const { girth } = shortestCycles(tannerGraph(matrix));
  const cycles = girth === null ? [] : cyclesOfGirth(matrix, girth);
  const which = h("input", { type: "range", min: 0, max: cycles.length, value: 0, oninput: showCycles });
  const label = h("span", {}, "");

  function showCycles(): void {
    const at = Number(which.value);
    label.textContent = at === 0 ? `all ${cycles.length} of them` : `number ${at} of ${cycles.length}`;
    which.disabled = !cyclesOnly.checked;
    if (!cyclesOnly.checked) {
      walk.show();
      return;
    }
    picture.show({ highlighted: new Set(at === 0 ? cycles.flat() : cycles[at - 1]) });
  }

  const cycleControls = h(
    "div",
    { class: "controls" },
    h("label", { class: "check" }, cyclesOnly, ` cycles of length ${girth ?? "–"}, one through each edge: `, label),
    labelled("Which", which),
  );
  label.textContent = `all ${cycles.length} of them`;
  which.disabled = true;
  return [
    facts,
    picture.element,
    h(
      "p",
      { class: "note" },
      "An edge is blue where its message says the symbol that was sent (0), orange where it says another, and the wider the surer it is. Orange squares are checks that are not satisfied. Click a circle to turn its received bits around.",
    ),
    walk.element,
    ...(girth === null ? [] : [cycleControls]),
  ];
}

function factsTable(code: Code): HTMLElement {
  const report = codeReport(code.matrix);
  const degrees = (counts: readonly DegreeCount[]) =>
    counts.map(([degree, count]) => `${count} of degree ${degree}`).join(", ");
  const girth = report.girth === null ? "no cycles" : `${report.girth}, ${report.shortestCycles} cycles of that length`;
  const rows = [
    ["code", `${code.name}, (${report.n}, ${report.k}) over GF(${report.q}), rate ${report.rate.toFixed(3)}`],
    ["variables", degrees(report.variableDegrees)],
    ["checks", degrees(report.checkDegrees)],
    ["girth", girth],
  ];
  return h(
    "table",
    { class: "facts" },
    ...rows.map(([name, value]) => h("tr", {}, h("th", {}, name), h("td", {}, value))),
  );
}
