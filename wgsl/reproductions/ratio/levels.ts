import { part } from "../../../src/gpu/part.ts";

export const ratioLevels = part("reproductions/ratio/levels", new URL("./levels.wgsl", import.meta.url));
