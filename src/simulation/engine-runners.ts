import type { Code } from "../code/code.ts";
import { systematicEncoder } from "../code/encoder.ts";
import { requireAllSent } from "../code/rate-matching.ts";
import { type CodewordSource, monteCarloProgram } from "../decoder/monte-carlo.ts";
import type { Program } from "../decoder/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { DeviceLostError } from "../errors.ts";
import type { ChunkRunner } from "./chunk.ts";
import { monteCarloRunner } from "./monte-carlo-runner.ts";
import type { RunnerFactory } from "./runner.ts";

/**
 * Makes runners of a code and decoder on an engine. After its device was lost, the next runner opens the engine anew.
 * @param openEngine opens the engine; called at once, and again after every loss.
 * @throws InputError if the engine cannot be opened or the decoder does not fit its device.
 */
export async function engineRunners(
  openEngine: () => Promise<Engine>,
  code: Code,
  decoder: DecoderSpec,
): Promise<RunnerFactory> {
  requireAllSent(code);
  const { matrix } = code;
  const encoder = systematicEncoder(matrix);
  const rate = encoder.k / encoder.n;
  let engine: Engine | undefined = await openEngine();
  const { info } = engine;
  const programs = new Map<CodewordSource, Program>();

  function programOf({ limits }: Engine, codeword: CodewordSource): Program {
    let program = programs.get(codeword);
    if (program === undefined) {
      program = monteCarloProgram(matrix, encoder, decoder, codeword, limits);
      programs.set(codeword, program);
    }
    return program;
  }

  return {
    description: info,
    async open(task): Promise<ChunkRunner> {
      engine ??= await openEngine();
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
}
