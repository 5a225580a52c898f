import type { Command, Report, SimulationRequest } from "./protocol.ts";

/** A simulation in a worker of its own, so that the page stays responsive. */
export interface LiveSimulation {
  pause(): void;
  resume(): void;
  /** Destroys the WebGPU device, which the simulation then opens again. */
  loseDevice(): void;
  /** Ends the worker. */
  dispose(): void;
}

/** Starts a simulation. @param onReport receives the properties, the points every 0.2 s, and the reason of a failure. */
export function startSimulation(request: SimulationRequest, onReport: (report: Report) => void): LiveSimulation {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "simulation" });
  const send = (command: Command) => worker.postMessage(command);
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => onReport(data));
  worker.addEventListener("error", ({ message }) =>
    onReport({ kind: "failed", message: message || "the worker did not start" }),
  );
  send({ kind: "start", request });
  return {
    pause: () => send({ kind: "pause" }),
    resume: () => send({ kind: "resume" }),
    loseDevice: () => send({ kind: "lose" }),
    dispose: () => worker.terminate(),
  };
}
