import type { ChannelParameter, PointRow, Stopping } from "../../src/index.ts";
import type { CodeText } from "../shared/codes.ts";

/** A simulation as texts and numbers, which can be sent to a worker. */
export interface SimulationRequest {
  readonly code: CodeText;
  /** Decoder spec. If empty, the code's default decoder. */
  readonly decoder: string;
  readonly parameter: ChannelParameter;
  /** Values of the parameter, in any order. */
  readonly points: readonly number[];
  readonly seed: number;
  readonly stopping: Stopping;
  /** With `cpu`, the worker does not look for WebGPU. */
  readonly engine: "auto" | "cpu";
}

/** A message of the page to the worker. */
export type Command =
  | { readonly kind: "start"; readonly request: SimulationRequest }
  | { readonly kind: "pause" }
  | { readonly kind: "resume" }
  /** Destroys the device, to show that a lost device is opened again. */
  | { readonly kind: "lose" };

/** Properties of a simulation before its first frame. */
export interface SimulationFacts {
  /** The engine, as a sentence. */
  readonly engine: string;
  /** Largest number of Web Workers that decode; undefined on a WebGPU device. */
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
  /** Whether all devices give equal counts. */
  readonly sameBits: boolean;
  /** The parameter's value at the channel's capacity; null if it is unknown in closed form. */
  readonly limit: number | null;
  /** Approximate FER of the best code of this length and rate. */
  readonly approximation: readonly { readonly x: number; readonly fer: number }[];
}

/** A message of the worker to the page. */
export type Report =
  | { readonly kind: "facts"; readonly facts: SimulationFacts }
  | {
      readonly kind: "points";
      readonly rows: readonly PointRow[];
      /** The whole file points.csv, as in a run folder. */
      readonly csv: string;
      /** Coded bits per second since the last start or resumption. */
      readonly bitsPerSecond: number;
      readonly state: "running" | "paused" | "done";
      /** Number of times that the device was lost and opened again. */
      readonly devicesLost: number;
    }
  | { readonly kind: "failed"; readonly message: string };
