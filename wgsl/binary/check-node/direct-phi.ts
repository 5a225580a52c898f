import { part } from "../../../src/gpu/part.ts";

export const directPhiPart = part("binary/check-node/direct-phi", new URL("./direct-phi.wgsl", import.meta.url));
