import type { ChannelFamily } from "../../channel/channels.ts";
import type { RandomGenerator } from "../../channel/random/generators.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { engineRunners } from "../../simulation/engine-runners.ts";
import type { RunnerFactory } from "../../simulation/runner.ts";
import type { CodewordSource } from "../../source/word-source.ts";
import { type ReadyOptions, readyWords } from "../codes/ready-encoder.ts";
import { type EngineChoice, openEngine } from "../engine/engines.ts";

/** The inputs of a runner factory. */
export interface RunnerOptions extends ReadyOptions {
  readonly engine: EngineChoice;
  readonly code: Code;
  /** The decoder with the options that only change its speed. */
  readonly decoder: DecoderSpec;
  readonly codeword: CodewordSource;
  /** The channel and its parameter, without a value. */
  readonly channel: ChannelFamily;
  readonly generator: RandomGenerator;
}

export type CreateRunnerFactory = (options: RunnerOptions) => Promise<RunnerFactory>;

/**
 * Chooses an engine and device and makes runners on it.
 * @throws InputError if this machine lacks the engine or adapter, or the code does not fit it; the signal's reason if it is
 * aborted while the code's encoder is made.
 */
export const createRunnerFactory: CreateRunnerFactory = async ({ signal, say, ...options }) => {
  const { engine, code, decoder, codeword, channel, generator } = options;
  await readyWords(code, codeword, channel, { signal, say });
  return engineRunners({
    openEngine: () => openEngine(engine, say),
    code,
    decoder,
    codeword,
    channel,
    generator,
  });
};
