import type { EngineInfo } from "../engine/engine.ts";
import type { ChunkRunner } from "./chunk.ts";
import type { Task } from "./task.ts";

/** Lets go of a factory at the end of the process. */
export async function abandoned(factory: Pick<RunnerFactory, "close" | "abandon">): Promise<void> {
  await (factory.abandon === undefined ? factory.close() : factory.abandon());
}

/** Makes chunk runners of one code and decoder. */
export interface RunnerFactory {
  readonly description: EngineInfo;
  /** How the decoder is done on it, in words. */
  readonly plan: readonly string[];
  /**
   * A runner of one point. After a runner threw DeviceLostError, `open` gets itself a new device.
   * @throws DeviceLostError if the device went away meanwhile; it is then tried again.
   */
  open(task: Task): Promise<ChunkRunner>;
  /** Frees what all runners share. Runners may still have runs outstanding (Ctrl-C): they are abandoned. */
  close(): Promise<void>;
  /** In the place of `close` where the process ends now: does not wait for the device. */
  abandon?(): Promise<void>;
}
