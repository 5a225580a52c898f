import { InputError } from "../../../errors.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import { minMaxPlan } from "../../reproductions/min-max-symbols/check-nodes.ts";
import type { MinMaxOptions } from "../../reproductions/min-max-symbols/options.ts";
import { symbolDecoder } from "../../reproductions/min-max-symbols/program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import type { DecoderSpec } from "../../spec.ts";
import { frameProgram } from "../program.ts";
import { isSliced, slicedArithmetic } from "../sliced.ts";
import { minMaxFrames, TILE } from "../vectors.ts";

/** Frames in flight from which an invocation for each frame is the faster mapping: on a GPU, and on a processor that plays one. */
const MANY_FRAMES = 32;
const SOFTWARE_MANY_FRAMES = 16;

/** Frames in flight from which levels are faster as binary numbers of 32 frames to a word. */
const SLICED_MANY_FRAMES = 1024;

/**
 * Min-Max as a program, in the mapping that was asked for or suits the number of frames: the paper's, an invocation for each
 * field element, or one for each frame. All give the same results bit for bit.
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
  if (options.mapping === "sliced" || (options.mapping === "auto" && suitsSlices(code, spec, limits, request))) {
    if (!isSliced(options)) {
      throw new InputError(
        `mapping=sliced is for messages=levels8, levels16 or levels32: use mapping=frames for ${options.messages}`,
      );
    }
    const rule = { check: "nonbinary/rules/min-max-sliced", degreeConstants: (bits: number) => ({ SLOTS: 2 * bits }) };
    return frameProgram(code, spec, limits, slicedArithmetic(code, { ...options, scale: 1 }, rule), request);
  }
  return frameProgram(code, spec, limits, minMaxFrames(code, options, limits), request);
}

/**
 * Whether levels are faster as binary numbers, 32 frames to a word, than as thermometer codes, 32/L frames to a word, which cost
 * less the fewer levels there are, and of which fewer wait for each other where frames end early; but whole vectors of them must
 * fit registers.
 */
function suitsSlices(
  { matrix }: DecodableCode,
  { stop, options }: DecoderSpec,
  { software, twins = false }: DeviceLimits,
  { frames = SLICED_MANY_FRAMES }: DecoderRequest,
): boolean {
  const { messages, schedule } = options;
  const { q } = matrix.field;
  const gains = q > TILE || messages === "levels32" || (messages === "levels16" && stop === "none");
  const fits = isSliced({ messages: String(messages) }) && schedule === "flooding" && q >= 4;
  return gains && fits && !software && !twins && frames >= SLICED_MANY_FRAMES;
}
