import type { ChannelFamily } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { engineRunners } from "../../simulation/engine-runners.ts";
import type { RunnerFactory } from "../../simulation/runner.ts";
import type { CodewordSource } from "../../source/word-source.ts";
import { type EngineChoice, openEngine } from "../engine/engines.ts";

/** What a runner factory is made for. */
export interface RunnerOptions {
  readonly engine: EngineChoice;
  readonly code: Code;
  /** The decoder with the options that only change its speed. */
  readonly decoder: DecoderSpec;
  readonly codeword: CodewordSource;
  /** The channel and its parameter, without a value. */
  readonly channel: ChannelFamily;
}

export type CreateRunnerFactory = (options: RunnerOptions) => Promise<RunnerFactory>;

/**
 * Chooses an engine and device and makes runners on it.
 * @throws InputError if there is no such engine or adapter on this machine, or the code does not fit it.
 */
export const createRunnerFactory: CreateRunnerFactory = ({ engine, code, decoder, codeword, channel }) =>
  engineRunners(() => openEngine(engine), code, decoder, codeword, channel);
