import { part } from "../../../src/gpu/part.ts";

export const ratioLevelsPair = part("reproductions/ratio/levels-pair", new URL("./levels-pair.wgsl", import.meta.url));
