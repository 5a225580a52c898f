import { part } from "../../src/gpu/part.ts";

export const aliasOutcomePart = part("channel/alias-outcome", new URL("./alias-outcome.wgsl", import.meta.url));
