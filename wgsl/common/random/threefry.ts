import type { Part } from "../../../src/gpu/part.ts";

export const threefryPart: Part = { name: "common/random/threefry" };
