import { part } from "../../../src/gpu/part.ts";

export const edgesPart = part("nonbinary/schedules/edges", new URL("./edges.wgsl", import.meta.url));
