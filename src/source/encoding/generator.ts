import { BIT_FRAMES } from "../../../wgsl/common/lane-signs.ts";
import { PLANE_FRAMES, WORDS_ENCODED } from "../../../wgsl/source/index.ts";
import type { SystematicEncoder } from "../../code/encoder.ts";
import { constantBuffer, frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { Encoding } from "./encoding.ts";

/** The parts of a systematic encoder that a device needs to make parity symbols. */
type Generator = Omit<SystematicEncoder, "encode" | "parity">;

/** Codes without structure, over any field: a dense generator. Shortened symbols are zeros among the information. */
export function generatorEncoding(encoder: Generator): Encoding {
  const { field, n, k, rank, informationPositions, parityPositions, planes } = encoder;
  const { p, polynomial } = field;
  const words = Math.ceil(k / 32);
  return {
    dispatches: [
      {
        kernel: "source/encoding/bit-planes",
        constants: { N: n, K: k, P: p, WORDS: words },
        buffers: ["generator_position", "codeword", "information_planes"],
        workgroups: Math.ceil((words * PLANE_FRAMES) / WORKGROUP_SIZE),
        framesPerWorkgroup: PLANE_FRAMES,
      },
      {
        kernel: "source/encoding/encode",
        constants: { P: p, POLYNOMIAL: polynomial, COEFFICIENTS: 2 * p - 1, N: n, RANK: rank, WORDS: words },
        buffers: ["parity_position", "generator", "information_planes", "codeword"],
        workgroups: Math.ceil(rank / WORKGROUP_SIZE),
        framesPerWorkgroup: PLANE_FRAMES,
      },
    ],
    buffers: {
      generator_position: constantBuffer(informationPositions),
      parity_position: constantBuffer(parityPositions),
      generator: constantBuffer(planes),
      information_planes: frameBuffer("u32", PLANE_FRAMES * words * p, PLANE_FRAMES),
    },
  };
}

/** `generatorEncoding` for binary codes, with 32 frames in a word. */
export function bitGeneratorEncoding(encoder: Generator): Encoding {
  const { n, k, rank, informationPositions, parityPositions, planes } = encoder;
  return {
    dispatches: [
      {
        kernel: "source/encoding/encode-bits",
        constants: { N: n, K: k, RANK: rank, WORDS: Math.ceil(k / 32) },
        buffers: ["generator_position", "parity_position", "generator", "codeword"],
        workgroups: Math.ceil(rank / WORKGROUP_SIZE),
        framesPerWorkgroup: WORDS_ENCODED * BIT_FRAMES,
      },
    ],
    buffers: {
      generator_position: constantBuffer(informationPositions),
      parity_position: constantBuffer(parityPositions),
      generator: constantBuffer(planes),
    },
  };
}
