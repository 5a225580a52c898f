import type { DeviceLimits } from "../../../gpu/program.ts";
import type { OptionsOf } from "../../option.ts";
import { type DecoderSpec, stopConstant } from "../../spec.ts";
import type { GraphSide } from "./graph.ts";
import { RATIO_LAYOUTS, type RATIO_OPTIONS } from "./options.ts";

/** The inputs of the dispatches. */
export interface RatioDecoding {
  readonly spec: DecoderSpec;
  readonly options: OptionsOf<typeof RATIO_OPTIONS>;
  readonly sides: { readonly checks: GraphSide; readonly variables: GraphSide };
  /** Frames of a word. */
  readonly interleave: number;
  readonly syndrome: boolean;
  readonly limits: DeviceLimits;
}

/** Whether words of active frames move together. */
export function compactsWords({ spec, options }: Pick<RatioDecoding, "spec" | "options">): boolean {
  return RATIO_LAYOUTS[options.layout].FRAME_INTERLEAVED === 1 && stopConstant(spec) === 1;
}

/** Buffers that differ by layout. */
export function namesOf({ options }: RatioDecoding) {
  const { ONE_ARRAY, FRAME_INTERLEAVED } = RATIO_LAYOUTS[options.layout];
  const isOneArray = ONE_ARRAY === 1;
  const [toChecks, toVariables] = isOneArray ? ["messages", "messages"] : ["to_checks", "to_variables"];
  return {
    isOneArray,
    toChecks,
    toVariables,
    received: (name: string) => (isOneArray ? "unused" : name),
    activeList: FRAME_INTERLEAVED === 1 ? "active_list" : "unused",
  };
}
