import { part } from "../../../src/gpu/part.ts";

export const threefryPart = part("common/random/threefry", new URL("./threefry.wgsl", import.meta.url));
