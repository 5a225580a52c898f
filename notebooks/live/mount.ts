import { type ChannelKind, channels, formatCount, formatQuantity, formatRate, type PointRow } from "../../src/index.ts";
import { acceptDrops, download, errorText, h, table } from "../shared/dom.ts";
import { mountPlot } from "../shared/plot.ts";
import { liveFigure, type Mark } from "./figure.ts";
import type { Report, SimulationFacts, SimulationRequest } from "./protocol.ts";
import { DEFAULTS, type Settings, settingsForm } from "./settings.ts";
import { type LiveSimulation, startSimulation } from "./simulation.ts";

export interface MountedSimulation {
  /** Draws a vertical line at a value of the channel's parameter. */
  mark(x: number, text: string): void;
  /** Starts anew with the settings of the controls. */
  start(): Promise<void>;
  dispose(): void;
}

/**
 * Mounts a live simulation into an element: controls, buttons, figure and table. It starts by itself.
 * @param chosen settings that differ from the defaults.
 */
export function mountLiveSimulation(
  element: HTMLElement,
  chosen: Partial<Settings> & { engine?: "cpu" } = {},
): MountedSimulation {
  let simulation: LiveSimulation | undefined;
  /** Number of simulations that were asked for. Only the last of them runs, even if an earlier one has its code later. */
  let starts = 0;
  let request: SimulationRequest | undefined;
  let facts: SimulationFacts | undefined;
  let csv = "";
  let rows: readonly PointRow[] = [];
  const marks: Mark[] = [];
  const form = settingsForm({ ...DEFAULTS, ...chosen }, () => void start());
  const status = h("p", { class: "status", role: "status" }, "Opening a device …");
  const engine = h("p", { class: "engine" });
  const figure = h("div");
  const points = h("div");
  const command = h("pre", { class: "command" });
  const pauseButton = h("button", { type: "button", onclick: togglePause }, "Pause");
  const loseButton = h(
    "button",
    {
      type: "button",
      onclick: () => simulation?.loseDevice(),
      title: "Destroys the WebGPU device; the simulation opens it again",
    },
    "Lose the device",
  );
  const downloadButton = h(
    "button",
    { type: "button", disabled: true, onclick: () => download("points.csv", csv, "text/csv") },
    "Download points.csv",
  );
  const startButton = h("button", { type: "button", onclick: () => void start() }, "Start anew");
  const plot = mountPlot(figure);
  const buttons = h("div", { class: "buttons" }, startButton, pauseButton, downloadButton, loseButton);
  element.append(form.element, buttons, status, figure, points, engine, command);
  element.dataset.state = "opening";
  element.addEventListener("code-file", (event) => void takeFile((event as CustomEvent<File>).detail));
  acceptDrops(element, (file) => void takeFile(file));

  async function takeFile(file: File): Promise<void> {
    try {
      await form.takeFile(file);
      await start();
    } catch (error) {
      fail(errorText(error));
    }
  }

  async function start(): Promise<void> {
    const own = ++starts;
    simulation?.dispose();
    simulation = undefined;
    facts = undefined;
    csv = "";
    setState("opening", "Opening a device and compiling kernels …");
    try {
      const wanted = { ...(await form.request()), engine: chosen.engine ?? ("auto" as const) };
      if (own !== starts) return;
      request = wanted;
      simulation = startSimulation(wanted, hear);
    } catch (error) {
      if (own === starts) fail(errorText(error));
    }
  }

  function hear(report: Report): void {
    if (report.kind === "failed") {
      fail(report.message);
      return;
    }
    if (report.kind === "facts") {
      facts = report.facts;
      engine.textContent = `${facts.engine} ${sameBitsSentence(facts)}`;
      loseButton.hidden = !facts.webgpu;
      command.textContent = commandLine(request!, facts);
      rows = [];
      show();
      return;
    }
    csv = report.csv;
    element.dataset.devicesLost = String(report.devicesLost);
    setState(report.state, statusText(report, facts?.workers));
    rows = report.rows;
    show();
  }

  function show(): void {
    if (facts === undefined || request === undefined) return;
    void plot.draw(liveFigure(facts, rows, request.points, marks));
    points.replaceChildren(rows.length === 0 ? "" : pointTable(facts, rows));
    downloadButton.disabled = csv === "";
  }

  function setState(state: string, text: string): void {
    element.dataset.state = state;
    status.textContent = text;
    status.classList.remove("failed");
    pauseButton.disabled = state !== "running" && state !== "paused";
    pauseButton.textContent = state === "paused" ? "Resume" : "Pause";
  }

  function togglePause(): void {
    if (element.dataset.state === "paused") {
      setState("running", "Going on …");
      simulation?.resume();
    } else simulation?.pause();
  }

  function fail(message: string): void {
    setState("failed", message);
    status.classList.add("failed");
  }

  void start();
  return {
    start,
    mark(x, text) {
      marks.push({ x, text });
      show();
    },
    dispose() {
      simulation?.dispose();
      plot.dispose();
      element.replaceChildren();
    },
  };
}

/** @param workers number of workers that decode on the CPU. */
function statusText(
  { state, bitsPerSecond, devicesLost }: Extract<Report, { kind: "points" }>,
  workers: number | undefined,
): string {
  const lost = devicesLost === 0 ? "" : ` The device was lost and opened again (${devicesLost} times).`;
  if (state === "done") return `All points are done.${lost}`;
  if (state === "paused") return `Paused; what was counted is kept.${lost}`;
  const where = workers === undefined ? "" : ` (cpu · ${workers} worker${workers === 1 ? "" : "s"})`;
  return `Decoding ${formatQuantity(bitsPerSecond, "bit/s")} of coded bits${where}.${lost}`;
}

function sameBitsSentence({ sameBits, decoder }: SimulationFacts): string {
  return sameBits
    ? "Every device and engine counts the same frames wrong with this decoder, and so does the command below."
    : `${decoder.split(" ")[0]} rounds as the device does: another device may count a few frames differently.`;
}

/** The command line of the same simulation. The reader's own files keep their names. */
function commandLine(
  { code, parameter, points, seed, stopping }: SimulationRequest,
  { decoder }: SimulationFacts,
): string {
  return [
    `npx ldpc simulate --code ${quoted(code.packaged ?? code.file)} --decoder "${decoder}"`,
    `  --${parameter}=${points.join(",")} --seed ${seed} --max-errors ${stopping.maxErrors} --max-frames ${stopping.maxFrames}`,
  ].join(" \\\n");
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function pointTable({ parameter, code }: SimulationFacts, rows: readonly PointRow[]): HTMLElement {
  const interval = (row: PointRow, key: "fer" | "ser" | "ber") =>
    `${formatRate(row[key])} (${formatRate(row[`${key}_low`])} – ${formatRate(row[`${key}_high`])})`;
  const symbols = code.q > 2;
  const { label, unit }: ChannelKind = channels[parameter];
  return table(
    [
      unit === undefined ? label : `${label} (${unit})`,
      "frames",
      "wrong",
      "FER (95 %)",
      ...(symbols ? ["SER (95 %)"] : []),
      "BER (95 %)",
      "iterations",
    ],
    rows.map((row) => [
      ...[String(row.point), formatCount(row.frames), formatCount(row.frame_errors), interval(row, "fer")],
      ...(symbols ? [interval(row, "ser")] : []),
      ...[interval(row, "ber"), (row.iterations / row.frames).toFixed(1)],
    ]),
  );
}
