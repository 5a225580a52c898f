import type { Engine } from "../../engine/engine.ts";
import { ALL_ADAPTERS, ENGINES, type EngineChoice, openEngine } from "../../node/engine/engines.ts";
import type { Values } from "../command-line/command.ts";
import { choice, number, text } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";

/** The options of every command that computes. */
export const ENGINE_OPTIONS = {
  engine: choice(ENGINES, {
    group: "Computing",
    describe: "auto takes a hardware GPU, else the CPU",
    default: "auto",
  }),
  adapter: text({
    group: "Computing",
    seldom: true,
    placeholder: "NAME",
    describe: "adapter to use, by its number, its PCI address or a part of its name, as ldpc devices lists them",
    example: "H200",
  }),
  memory: number({
    group: "Computing",
    seldom: true,
    placeholder: "GIB",
    describe: "device memory for frames, in GiB or with a unit (500 MB); WebGPU cannot report free memory",
    example: "8",
    noun: "the device memory in GiB",
    unit: "GiB",
    above: 0,
    defaultText: "2",
  }),
} as const;

/** Values of `ENGINE_OPTIONS`. */
export type EngineArguments = Values<typeof ENGINE_OPTIONS>;

/** @throws UsageError for an adapter with the CPU engine, which has no adapters. */
export function requireEngineOptions({ engine, adapter }: Pick<EngineChoice, "engine" | "adapter">): void {
  if (engine !== "cpu" || adapter === undefined) return;
  throw new UsageError(`--adapter ${adapter} names a GPU: it does not go with --engine cpu`);
}

/**
 * Opens the engine of a command that computes in this process.
 * @throws InputError as `openEngine`; UsageError for contradictory options.
 */
export function openChosenEngine(options: EngineChoice): Promise<Engine> {
  requireEngineOptions(options);
  if (options.adapter === ALL_ADAPTERS) {
    throw new UsageError("--adapter all is for ldpc simulate and ldpc sweep, which start workers: name one adapter");
  }
  const { engine, adapter, memory, jobs } = options;
  return openEngine({ engine, adapter, memory, jobs });
}
