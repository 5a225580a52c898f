import type { ChannelParameter, PointRow, Stopping } from "../../src/index.ts";
import type { CodeText } from "../shared/codes.ts";

/** What is simulated: texts and numbers, so that it can go to a worker. */
export interface SimulationRequest {
  readonly code: CodeText;
  /** Decoder spec; the code's default decoder if empty. */
  readonly decoder: string;
  readonly parameter: ChannelParameter;
  /** Values of the parameter, in any order. */
  readonly points: readonly number[];
  readonly seed: number;
  readonly stopping: Stopping;
  /** `cpu` does not look for WebGPU. */
  readonly engine: "auto" | "cpu";
}

/** What the page tells the worker. */
export type Command =
  | { readonly kind: "start"; readonly request: SimulationRequest }
  | { readonly kind: "pause" }
  | { readonly kind: "resume" }
  /** Destroys the device: shows that a lost one is opened again. */
  | { readonly kind: "lose" };

/** What is known of a simulation before its first frame. */
export interface SimulationFacts {
  /** Who runs it, in a sentence. */
  readonly engine: string;
  /** Most Web Workers that decode; undefined on a WebGPU device. */
  readonly workers?: number;
  /** Whether the kernels run on a WebGPU device. */
  readonly webgpu: boolean;
  readonly code: {
    readonly name: string;
    readonly n: number;
    readonly k: number;
    readonly q: number;
    readonly rate: number;
  };
  /** The canonical spec. */
  readonly decoder: string;
  readonly parameter: ChannelParameter;
  /** Whether every device counts the same. */
  readonly sameBits: boolean;
  /** The parameter's value at the channel's capacity; null where it is not known in closed form. */
  readonly limit: number | null;
  /** The FER that the best code of this length and rate has about. */
  readonly approximation: readonly { readonly x: number; readonly fer: number }[];
}

/** What the worker tells the page. */
export type Report =
  | { readonly kind: "facts"; readonly facts: SimulationFacts }
  | {
      readonly kind: "points";
      readonly rows: readonly PointRow[];
      /** Whole file, as a run folder has it. */
      readonly csv: string;
      /** Coded bits per second since the last start or resumption. */
      readonly bitsPerSecond: number;
      readonly state: "running" | "paused" | "done";
      /** How often the device was lost and opened again. */
      readonly devicesLost: number;
    }
  | { readonly kind: "failed"; readonly message: string };
