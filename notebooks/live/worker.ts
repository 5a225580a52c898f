import {
  channelPoint,
  defaultDecoder,
  type Engine,
  engineRunners,
  formatPoints,
  MemoryLedger,
  openCpuPool,
  openWebGpu,
  type RunnerFactory,
  readDecoder,
  type Sweep,
  simulationSweep,
  sweepPoints,
  sweepRows,
  work,
} from "../../src/index.ts";
import { codeOf } from "../shared/codes.ts";
import { errorText } from "../shared/dom.ts";
import { simulationFacts } from "./facts.ts";
import type { Command, Report, SimulationRequest } from "./protocol.ts";

/** Milliseconds between two reports of progress. */
const REPORT_EVERY = 200;

/** A ledger that tells of what comes in. */
class HeardLedger extends MemoryLedger {
  readonly #onBlocks: () => void;

  constructor(sweep: Sweep, onBlocks: () => void) {
    super(sweep);
    this.#onBlocks = onBlocks;
  }

  override async append(...blocks: Parameters<MemoryLedger["append"]>): Promise<void> {
    await super.append(...blocks);
    this.#onBlocks();
  }
}

/** One simulation: it can be paused and goes on where it was. */
class Simulation {
  readonly #request: SimulationRequest;
  #ledger: HeardLedger | undefined;
  #factory: RunnerFactory | undefined;
  #engine: Engine | undefined;
  #engines = 0;
  #stop: AbortController | undefined;
  #working: Promise<void> = Promise.resolve();
  #reported = 0;
  #begun = { at: 0, frames: 0 };

  constructor(request: SimulationRequest) {
    this.#request = request;
  }

  async open(): Promise<void> {
    const { code: text, decoder: words, parameter, points, seed, stopping, engine } = this.#request;
    const code = codeOf(text);
    const decoder = readDecoder(words || defaultDecoder(code));
    const channel = channelPoint(parameter, points[0]);
    this.#factory = await engineRunners({ openEngine: () => this.#openEngine(), code, decoder, channel });
    const sweep = simulationSweep(code, { decoder, parameter, points, seed, stopping });
    this.#ledger = new HeardLedger(sweep, () => this.#progress());
    const runner = { info: this.#factory.description, workers: this.#engine!.runsInFlight, asked: engine };
    const facts = simulationFacts(code, decoder, parameter, points, runner);
    tell({ kind: "facts", facts });
  }

  /** Works until all points are done or `pause` is called. */
  resume(): void {
    this.#working = this.#working.then(async () => {
      const [shared, factory] = [this.#ledger, this.#factory];
      if (shared === undefined || factory === undefined) return;
      this.#begun = { at: performance.now(), frames: this.#frames() };
      this.#stop = new AbortController();
      const end = await work({ shared, factory, signal: this.#stop.signal });
      this.#report(end === "done" ? "done" : "paused");
      if (end === "done") await factory.close();
    });
    this.#working.catch(fail);
  }

  pause(): void {
    this.#stop?.abort();
  }

  /** Destroys the device under the simulation. */
  async lose(): Promise<void> {
    await this.#engine?.close();
  }

  async #openEngine(): Promise<Engine> {
    this.#engines++;
    const gpu = this.#request.engine === "cpu" ? undefined : await openWebGpu();
    this.#engine = gpu ?? (await openCpuPool());
    return this.#engine;
  }

  #frames(): number {
    const { sweep, ledger } = this.#ledger!;
    return sweepPoints(sweep, ledger).reduce((sum, { all }) => sum + all.total.frames, 0);
  }

  #progress(): void {
    if (performance.now() - this.#reported >= REPORT_EVERY) this.#report("running");
  }

  #report(state: "running" | "paused" | "done"): void {
    const { sweep, ledger } = this.#ledger!;
    this.#reported = performance.now();
    const rows = sweepRows(sweep, sweepPoints(sweep, ledger));
    const seconds = (performance.now() - this.#begun.at) / 1000;
    const bits = (this.#frames() - this.#begun.frames) * sweep.symbols * sweep.bitsPerSymbol;
    tell({
      kind: "points",
      rows,
      csv: formatPoints(rows),
      bitsPerSecond: bits / seconds,
      state,
      devicesLost: this.#engines - 1,
    });
  }
}

let simulation: Simulation | undefined;

function tell(report: Report): void {
  postMessage(report);
}

function fail(error: unknown): void {
  tell({ kind: "failed", message: errorText(error) });
}

async function obey(command: Command): Promise<void> {
  if (command.kind === "start") {
    simulation = new Simulation(command.request);
    await simulation.open();
    simulation.resume();
  } else if (command.kind === "resume") simulation?.resume();
  else if (command.kind === "pause") simulation?.pause();
  else await simulation?.lose();
}

addEventListener("message", ({ data }: MessageEvent<Command>) => void obey(data).catch(fail));
