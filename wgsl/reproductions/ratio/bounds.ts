import { part } from "../../../src/gpu/part.ts";

export const boundsPart = part("reproductions/ratio/bounds", new URL("./bounds.wgsl", import.meta.url));
