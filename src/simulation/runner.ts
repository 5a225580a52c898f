import type { EngineInfo } from "../engine/engine.ts";
import type { ChunkRunner } from "./chunk.ts";
import type { Task } from "./task.ts";

/** Releases a factory at the end of the process. */
export async function abandoned(factory: Pick<RunnerFactory, "close" | "abandon">): Promise<void> {
  await (factory.abandon === undefined ? factory.close() : factory.abandon());
}

/** Makes chunk runners of one code and decoder. */
export interface RunnerFactory {
  readonly description: EngineInfo;
  /** Plan of the decoder on the engine, in words. */
  readonly plan: readonly string[];
  /**
   * A runner of one point. After a runner threw DeviceLostError, `open` acquires a new device.
   * @throws DeviceLostError if the device is lost meanwhile; the caller may try again.
   */
  open(task: Task): Promise<ChunkRunner>;
  /**
   * Frees the resources that all runners share. Runs of runners may still be outstanding (Ctrl-C): they are abandoned.
   */
  close(): Promise<void>;
  /** Replaces `close` where the process ends at once: does not wait for the device. */
  abandon?(): Promise<void>;
}
