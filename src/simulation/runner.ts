import type { EngineInfo } from "../engine/engine.ts";
import type { ChunkRunner } from "./chunks/chunk.ts";
import type { Task } from "./task.ts";

/** Releases a factory's resources at the end of a process. */
export async function abandoned(factory: Pick<RunnerFactory, "close" | "abandon">): Promise<void> {
  await (factory.abandon === undefined ? factory.close() : factory.abandon());
}

/** Makes chunk runners of one code and decoder. */
export interface RunnerFactory {
  readonly description: EngineInfo;
  /** Plan of the decoder on the engine, in words. */
  readonly plan: readonly string[];
  /**
   * Opens a runner of one point. After a runner threw DeviceLostError, `open` acquires a new device.
   * @throws DeviceLostError if the device is lost meanwhile; the caller may try again.
   */
  open(task: Task): Promise<ChunkRunner>;
  /**
   * Releases the resources that all runners share, and abandons outstanding runs (Ctrl-C).
   */
  close(): Promise<void>;
  /** Replaces `close` at the end of a process: does not wait for the device. */
  abandon?(): Promise<void>;
}
