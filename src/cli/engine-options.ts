import type { Argv } from "yargs";
import type { EngineChoice } from "../node/engines.ts";

/** --engine, --adapter and --memory, for every command that computes. */
export interface EngineArguments {
  readonly engine: EngineChoice["engine"];
  readonly adapter?: string;
  readonly memory?: number;
}

export function withEngineOptions<T>(yargs: Argv<T>): Argv<T & EngineArguments> {
  return yargs
    .option("engine", {
      choices: ["auto", "gpu", "cpu"] as const,
      default: "auto" as const,
      describe: "what computes; auto is a WebGPU adapter if there is one, else the CPU",
    })
    .option("adapter", { type: "string", requiresArg: true, describe: "part of the adapter's name, see ldpc devices" })
    .option("memory", {
      type: "number",
      requiresArg: true,
      describe: "GiB of device memory for frames in flight, which WebGPU does not tell [2]",
    });
}
