import type { Code } from "../code/code.ts";
import { systematicEncoder } from "../code/encoder.ts";
import { type CodewordSource, monteCarloProgram } from "../decoder/monte-carlo.ts";
import type { Program } from "../decoder/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { DeviceLostError } from "../errors.ts";
import type { ChunkRunner } from "../simulation/chunk.ts";
import { monteCarloRunner } from "../simulation/monte-carlo-runner.ts";
import type { RunnerFactory } from "../simulation/runner.ts";
import { type EngineChoice, openEngine } from "./engines.ts";

/** What a runner factory is made for. */
export interface RunnerOptions extends Required<Pick<EngineChoice, "engine" | "jobs">> {
  readonly code: Code;
  /** The decoder with the options that only change its speed. */
  readonly decoder: DecoderSpec;
  /** Part of the name of the GPU adapter to use. */
  readonly adapter?: string;
}

export type CreateRunnerFactory = (options: RunnerOptions) => Promise<RunnerFactory>;

/**
 * Opens an engine and makes runners on it. After a device was lost, the next runner opens the engine anew.
 * @throws InputError if there is no such engine or adapter on this machine, or the code does not fit it.
 */
export const createRunnerFactory: CreateRunnerFactory = async (options) => {
  const { matrix } = options.code;
  const encoder = systematicEncoder(matrix);
  const rate = encoder.k / encoder.n;
  let engine: Engine | undefined = await openEngine(options);
  const { info } = engine;
  const programs = new Map<CodewordSource, Program>();

  function programOf(open: Engine, codeword: CodewordSource): Program {
    let program = programs.get(codeword);
    if (program === undefined) {
      program = monteCarloProgram(matrix, encoder, options.decoder, codeword, open.limits);
      programs.set(codeword, program);
    }
    return program;
  }

  return {
    description: info,
    async open(task): Promise<ChunkRunner> {
      engine ??= await openEngine(options);
      const current = engine;
      const runner = monteCarloRunner(current, programOf(current, task.codeword), task, rate);
      return {
        ...runner,
        async run(firstChunk, chunks) {
          try {
            return await runner.run(firstChunk, chunks);
          } catch (error) {
            if (error instanceof DeviceLostError && engine === current) {
              engine = undefined;
              await current.close();
            }
            throw error;
          }
        },
      };
    },
    close: async () => engine?.close(),
  };
};
