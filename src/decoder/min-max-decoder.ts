import { InputError } from "../errors.ts";
import type { DecodableCode, DecoderRequest } from "./check-node-rule.ts";
import { minMaxFrames } from "./frames/min-max.ts";
import { frameProgram } from "./frames/program.ts";
import { minMaxPlan } from "./min-max.ts";
import type { MinMaxOptions } from "./min-max-options.ts";
import { symbolDecoder } from "./nonbinary.ts";
import type { DecoderProgram, DeviceLimits } from "./program.ts";
import type { DecoderSpec } from "./spec.ts";

/** Frames in flight from which a work item for each frame is the faster mapping: on a GPU, and on a processor that plays one. */
const MANY_FRAMES = 32;
const SOFTWARE_MANY_FRAMES = 16;

/**
 * Min-Max as a program, in the mapping that was asked for or suits the number of frames: the paper's, a work item for each
 * field element, or one for each frame. Both give the same results bit for bit.
 * @throws InputError for an option that the code, device or mapping does not allow.
 */
export function minMaxDecoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const options = spec.options as unknown as MinMaxOptions;
  const paper = options.schedule === "flooding" && options.messages === "f32";
  if (options.mapping === "symbols" && !paper) {
    throw new InputError(
      `mapping=symbols is for schedule=flooding messages=f32: use mapping=frames for ${options.schedule} ${options.messages}`,
    );
  }
  const many = limits.software ? SOFTWARE_MANY_FRAMES : MANY_FRAMES;
  // The twins do one frame after the other, and have less to look up where its messages stand together.
  const few = limits.twins === true || (request.frames ?? many) < many;
  if (options.mapping === "symbols" || (options.mapping === "auto" && paper && few)) {
    return symbolDecoder(minMaxPlan, code, spec, limits, request);
  }
  return frameProgram(code, spec, minMaxFrames(code, options, limits), request);
}
