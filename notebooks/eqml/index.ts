import "./style.css";
import { formatCount, formatNumber } from "../../src/index.ts";
import { packagedCode } from "../shared/codes.ts";
import { h, labelled, table } from "../shared/dom.ts";
import type { TreeAnswer, TreeReport, TreeRequest } from "./protocol.ts";
import { treeView } from "./tree-view.ts";

export { mountGain } from "./gain.ts";

const CODES = ["wimax-576-288", "wifi-648-324", "tiny20-gf2"];

/** Mounts the tests of a frame that belief propagation fails to decode. */
export function mountTree(element: HTMLElement, { code = CODES[0], ebn0 = 1.5, stages = 4 } = {}): void {
  const choice = h(
    "select",
    { onchange: run },
    ...CODES.map((name) => h("option", { value: name, selected: name === code }, name)),
  );
  const rule = h(
    "select",
    { onchange: run },
    h("option", { value: "eqml" }, "eqml: most sign changes"),
    h("option", { value: "abp" }, "abp: most unsatisfied checks"),
  );
  const depth = h("input", { type: "range", min: 1, max: 6, value: stages, onchange: run });
  const noise = h("input", { type: "range", min: 0, max: 3, step: 0.25, value: ebn0, onchange: run });
  const which = h("input", { type: "number", min: 0, max: 50, value: 0, onchange: run });
  const labels = { depth: labelled("", depth), noise: labelled("", noise) };
  const status = h("p", { class: "status", role: "status" });
  const tree = h("div", { class: "wide" });
  const words = h("div");
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "eqml" });
  element.append(
    h(
      "div",
      { class: "controls" },
      labelled("Code", choice),
      labelled("Position to saturate", rule),
      labels.noise,
      labels.depth,
      labelled("Frame that fails, number", which),
    ),
    status,
    tree,
    words,
  );
  worker.addEventListener("message", ({ data }: MessageEvent<TreeAnswer>) => show(data));
  worker.addEventListener("error", ({ message }) => show({ failed: message || "the worker did not start" }));
  element.dataset.state = "opening";
  void run();

  async function run(): Promise<void> {
    labels.depth.firstElementChild!.textContent = `Stages: ${depth.value}`;
    labels.noise.firstElementChild!.textContent = `Eb/N0 ${noise.value} dB`;
    status.textContent = "Looking for a frame that belief propagation misses …";
    status.classList.remove("failed");
    const request: TreeRequest = {
      code: await packagedCode(choice.value),
      rule: rule.value as TreeRequest["rule"],
      stages: Number(depth.value),
      iterations: 30,
      ebn0: Number(noise.value),
      which: Number(which.value),
    };
    worker.postMessage(request);
  }

  function show(message: TreeAnswer): void {
    element.dataset.state = "done";
    if ("failed" in message) {
      status.textContent = message.failed;
      status.classList.add("failed");
      tree.replaceChildren();
      words.replaceChildren();
      return;
    }
    status.textContent = treeText(message.report);
    tree.replaceChildren(treeView(message.report));
    words.replaceChildren(wordTable(message.report, rule.value));
  }
}

const HEADER = ["word", "cost", "bits that differ from the received ones", "bits that differ from the sent ones"];

/** The words that the decoders found, the likeliest first. */
function wordTable({ words }: TreeReport, rule: string): HTMLElement {
  const sorted = [...words].sort((a, b) => a.cost - b.cost);
  const nameOf = (finder: string) => (finder === "tests" ? `likeliest of the tests (${rule})` : finder);
  return table(
    HEADER,
    sorted.map(({ finder, cost, distance, wrong }) => [
      nameOf(finder),
      formatNumber(cost),
      String(distance),
      String(wrong),
    ]),
  );
}

function treeText({ tests, frame, received, sentCost }: TreeReport): string {
  const words = tests.filter(({ cost }) => cost !== undefined);
  const begin = `Frame ${formatCount(frame)} has ${received} wrong bits, and 30 iterations of belief propagation miss it. Of ${tests.length} tests`;
  if (words.length === 0) return `${begin} none finds a codeword: try more stages.`;
  const best = words.reduce((a, b) => (b.cost! < a.cost! ? b : a));
  const end = best.isSent
    ? "the likeliest is the one that was sent"
    : best.cost! < sentCost
      ? "the likeliest is likelier than the word that was sent, so maximum likelihood decoding is wrong here too"
      : "the word that was sent is not among them";
  return `${begin} ${words.length === 1 ? "one finds" : `${words.length} find`} a codeword; ${end} (cost ${formatNumber(best.cost!)}, the sent word's is ${formatNumber(sentCost)}).`;
}
