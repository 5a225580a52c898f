import type { Part } from "../../../src/gpu/part.ts";
import { ASSIGNED_FIRST } from "../../../src/wgsl-cpu/intrinsic.ts";

/** A kernel that imports this part assigns each element of a `Vector` before it reads the element: compiled for a CPU a `Vector` is not zeroed. */
export const normalisedVectorsPart: Part = {
  name: "nonbinary/check-node/normalised-vectors",
  intrinsics: { Vector: ASSIGNED_FIRST },
};
