import type { Kernel, KernelFamily } from "../../src/gpu/kernel.ts";
import type { Part } from "../../src/gpu/part.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { transposedTileBytes } from "../common/word-index.ts";
import { bytesPart } from "./formats/bytes.ts";
import { type Lanes, messageFormats } from "./formats/index.ts";

/** All iterations of a binary decoder, posteriors in workgroup memory. */
export const residentIterations = {
  name: "binary/resident",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ CORE }) => 4 * (CORE + 2),
} satisfies Kernel;

/** All iterations of a layered decoder of a quasi-cyclic code, posteriors in workgroup memory and messages in registers. */
export const chipIterations = {
  name: "binary/chip/iterations",
  workgroupSize: ({ LIFTING_SIZE, WORDS }) => LIFTING_SIZE * WORDS,
  workgroupBytes: ({ CORE, WORDS, PLANES_SIZE }) => 4 * WORDS * (CORE + PLANES_SIZE + 2) + 8,
} satisfies Kernel;

/** The kernels that transpose tiles between frames and words. */
const transposing = ["decide", "pack-llr", "pack-syndrome", "soft"].map((name) => ({
  name: `binary/${name}`,
  workgroupBytes: transposedTileBytes,
}));

export const minSumInt8: Part = {
  name: "binary/rules/min-sum-int8",
  intrinsics: {
    magnitude_changed: ["i8x16.add_sat_s", "magnitude", "change"],
    signed: ["i8x16.sub", ["v128.xor", "change", "negative"], "negative"],
    bounded: ["i8x16.min_u", "magnitude", 0x1f1f1f1f],
  },
};

export const binaryKernels: KernelFamily = {
  kernels: [
    ...[residentIterations, chipIterations, ...transposing],
    {
      name: "binary/scatter/check",
      workgroupSize: () => WIDE_WORKGROUP_SIZE,
      workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
    },
    {
      name: "binary/scatter/finish",
      workgroupSize: () => WIDE_WORKGROUP_SIZE,
      workgroupBytes: () => WIDE_WORKGROUP_SIZE / 4,
    },
  ],
  parts: [
    ...Object.values(messageFormats).flatMap((format: Lanes) => [format, ...(format.onCpu ? [format.onCpu] : [])]),
    ...[bytesPart, minSumInt8],
  ],
};
