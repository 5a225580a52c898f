import type { Part } from "../../../../src/gpu/part.ts";
import { ASSIGNED_FIRST } from "../../../../src/wgsl-cpu/intrinsic.ts";

/** A kernel that imports this part assigns each element of these arrays before it reads the element, so on a CPU they are not zeroed. */
export const extraColumnPart: Part = {
  name: "nonbinary/rules/trellis/extra-column",
  intrinsics: {
    Words: ASSIGNED_FIRST,
    Values: ASSIGNED_FIRST,
    Numbers: ASSIGNED_FIRST,
    Leasts: ASSIGNED_FIRST,
    OfEdges: ASSIGNED_FIRST,
  },
};
