import type { Code } from "../code/code.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { RunnerFactory } from "../simulation/runner.ts";

/** What a runner factory is made for. */
export interface RunnerOptions {
  readonly code: Code;
  /** The decoder with the options that only change its speed. */
  readonly decoder: DecoderSpec;
  readonly engine: "auto" | "gpu" | "cpu";
  /** Part of the name of the GPU adapter to use. */
  readonly adapter?: string;
  /** Worker processes that share this machine: the cpu engine takes its part of the cores. */
  readonly jobs: number;
}

export type CreateRunnerFactory = (options: RunnerOptions) => Promise<RunnerFactory>;

/**
 * Chooses an engine and device.
 * @throws InputError if there is no such engine or adapter on this machine.
 */
export const createRunnerFactory: CreateRunnerFactory = async () => {
  throw new Error("engine not connected");
};
