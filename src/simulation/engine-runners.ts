import { type ChannelFamily, channelKind } from "../channel/channels.ts";
import type { RandomGenerator } from "../channel/random.ts";
import type { Code } from "../code/code.ts";
import { decoderText } from "../decoder/decoder.ts";
import { textsOf } from "../decoder/given-files.ts";
import { isModelCode } from "../decoder/shots/model.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { type Engine, planOn } from "../engine/engine.ts";
import { givenRun } from "../engine/frame-slots.ts";
import { DeviceLostError } from "../errors.ts";
import type { Program } from "../gpu/program.ts";
import type { CodewordSource } from "../source/word-source.ts";
import type { ChunkRunner } from "./chunks/chunk-block.ts";
import { type FrameSlots, monteCarloRunner } from "./monte-carlo-runner.ts";
import { type MonteCarloProgram, monteCarloProgram } from "./program/monte-carlo.ts";
import { type WindowProgram, windowProgram, windowRunner } from "./shot-runner.ts";
import type { RunnerFactory } from "./worker.ts";

/** Engine and tasks for the runners. */
export interface EngineRunnersOptions {
  /** Opens the engine: at the start, and again after every loss of its device. */
  readonly openEngine: () => Promise<Engine>;
  readonly code: Code;
  readonly decoder: DecoderSpec;
  /** Source of the words; random codewords if left out. */
  readonly codeword?: CodewordSource;
  readonly channel: ChannelFamily;
  /** The random generator of the tasks; the default of new runs if left out. */
  readonly generator?: RandomGenerator;
}

/**
 * Makes runners on an engine for tasks with one code, decoder, source of words and channel. After a loss of the device,
 * the next runner opens the engine anew.
 */
export async function engineRunners(options: EngineRunnersOptions): Promise<RunnerFactory> {
  const { openEngine, code, decoder, codeword = "random", channel, generator } = options;
  let engine: Engine | undefined = await openEngine();
  const { info, limits } = engine;
  const windowed = isModelCode(code) && code.windows !== undefined ? code : undefined;
  let program: MonteCarloProgram | WindowProgram;
  try {
    program =
      windowed === undefined
        ? monteCarloProgram(code, decoder, codeword, limits, channel, { generator })
        : windowProgram(windowed, decoder, codeword, limits, channel);
    if (Object.keys(textsOf(decoderText(decoder))).length > 0) await tryProgram(engine, program);
  } catch (error) {
    await engine.close();
    throw error;
  }
  let slots: FrameSlots = {};
  const close = async () => {
    await slots.prepared?.then(
      (prepared) => prepared.release(),
      () => {},
    );
    await engine?.close();
  };
  return {
    description: info,
    plan: planOn(engine, program),
    async open(task): Promise<ChunkRunner> {
      if (task.codeword !== codeword)
        throw new Error(`a task of ${task.codeword} words for runners of ${codeword} ones`);
      const [wanted, own] = [task.channel, channel].map((family) => channelKind(family).column);
      if (wanted !== own) throw new Error(`a task over ${wanted} for runners over ${own}`);
      engine ??= await openEngine();
      const current = engine;
      const runner =
        program.alphabet !== undefined
          ? monteCarloRunner(current, program, task, code, slots)
          : windowRunner(current, windowed!, decoder, task);
      return {
        ...runner,
        async run(...chunks) {
          try {
            return await runner.run(...chunks);
          } catch (error) {
            if (error instanceof DeviceLostError && engine === current) {
              engine = undefined;
              slots = {};
              await current.close();
            }
            throw error;
          }
        },
      };
    },
    close,
    async abandon() {
      if (engine?.abandon === undefined) await close();
      else engine.abandon();
    },
  };
}

/** Decodes a frame, so that an error in the rule of a user's file is known before its run is written. */
async function tryProgram(engine: Engine, program: Program): Promise<void> {
  const prepared = await engine.prepare(program, 1);
  try {
    await prepared.run(givenRun(1), []);
  } finally {
    prepared.release();
  }
}
