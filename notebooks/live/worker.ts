import {
  defaultDecoder,
  type Engine,
  formatPoints,
  openCpuPool,
  openWebGpu,
  readDecoder,
  type Simulation,
  type SimulationProgress,
  simulate,
} from "../../src/index.ts";
import { codeOf } from "../shared/codes.ts";
import { errorText } from "../shared/dom.ts";
import { simulationFacts } from "./facts.ts";
import type { Command, Report, SimulationRequest } from "./protocol.ts";

/** Milliseconds between two reports of progress. */
const REPORT_EVERY = 200;

/** One simulation. It can be paused, and continues with its counts. */
class LiveRun {
  readonly #request: SimulationRequest;
  #simulation: Simulation | undefined;
  #engine: Engine | undefined;
  #engines = 0;
  /** Number of coded bits of a frame. */
  #frameBits = 0;
  #working: Promise<void> = Promise.resolve();
  #frames = 0;

  constructor(request: SimulationRequest) {
    this.#request = request;
  }

  async open(): Promise<void> {
    const { code: text, decoder: words, parameter, points, seed, stopping, engine } = this.#request;
    const code = codeOf(text);
    const decoder = readDecoder(words || defaultDecoder(code));
    const first = await this.#openEngine();
    const runner = { info: first.info, workers: first.runsInFlight, asked: engine };
    tell({ kind: "facts", facts: simulationFacts(code, decoder, parameter, points, runner) });
    let unused: Engine | undefined = first;
    const open = async () => {
      const opened = unused ?? (await this.#openEngine());
      unused = undefined;
      return opened;
    };
    const channel = { [parameter]: points } as Parameters<typeof simulate>[2];
    this.#simulation = simulate(code, decoder, channel, { engine: open, seed, ...stopping });
    this.#frameBits = code.matrix.columns * code.matrix.field.p;
  }

  /** Works until all points are done or `pause` is called. */
  resume(): void {
    this.#working = this.#working.then(() => this.#run());
    this.#working.catch(fail);
  }

  pause(): void {
    this.#simulation?.pause();
  }

  /** Destroys the simulation's device. */
  async lose(): Promise<void> {
    await this.#engine?.close();
  }

  async #openEngine(): Promise<Engine> {
    this.#engines++;
    const gpu = this.#request.engine === "cpu" ? undefined : await openWebGpu();
    this.#engine = gpu ?? (await openCpuPool());
    return this.#engine;
  }

  async #run(): Promise<void> {
    if (this.#simulation === undefined) return;
    const begun = { at: performance.now(), frames: this.#frames };
    let reported = Number.NEGATIVE_INFINITY;
    let last: SimulationProgress | undefined;
    for await (last of this.#simulation) {
      this.#frames = last.frames;
      if (performance.now() - reported < REPORT_EVERY) continue;
      reported = performance.now();
      this.#report(last, "running", begun);
    }
    if (last !== undefined) this.#report(last, last.done ? "done" : "paused", begun);
  }

  #report(
    { points, frames }: SimulationProgress,
    state: "running" | "paused" | "done",
    begun: { readonly at: number; readonly frames: number },
  ): void {
    const seconds = (performance.now() - begun.at) / 1000;
    tell({
      kind: "points",
      rows: points,
      csv: formatPoints([...points]),
      bitsPerSecond: ((frames - begun.frames) * this.#frameBits) / seconds,
      state,
      devicesLost: this.#engines - 1,
    });
  }
}

let simulation: LiveRun | undefined;

function tell(report: Report): void {
  postMessage(report);
}

function fail(error: unknown): void {
  tell({ kind: "failed", message: errorText(error) });
}

async function obey(command: Command): Promise<void> {
  if (command.kind === "start") {
    simulation = new LiveRun(command.request);
    await simulation.open();
    simulation.resume();
  } else if (command.kind === "resume") simulation?.resume();
  else if (command.kind === "pause") simulation?.pause();
  else await simulation?.lose();
}

addEventListener("message", ({ data }: MessageEvent<Command>) => void obey(data).catch(fail));
