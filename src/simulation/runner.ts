import type { ChunkRunner } from "./chunk.ts";
import type { Task } from "./task.ts";

/** What does the work, for result lines and the user. */
export interface EngineDescription {
  readonly engine: "gpu" | "cpu";
  /** Name of the GPU adapter, or of the processor. */
  readonly adapter: string;
  /** Name and version of the driver; empty for the cpu engine. */
  readonly driver: string;
}

/** Makes chunk runners of one code and decoder. */
export interface RunnerFactory {
  readonly description: EngineDescription;
  /**
   * A runner of one point. After a runner threw DeviceLostError, `open` gets itself a new device.
   * @throws DeviceLostError if the device went away meanwhile; it is then tried again.
   */
  open(task: Task): Promise<ChunkRunner>;
  /** Frees what all runners share. Runners may still have runs outstanding (Ctrl-C): they are abandoned. */
  close(): Promise<void>;
}
