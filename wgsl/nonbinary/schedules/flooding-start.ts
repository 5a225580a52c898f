import { part } from "../../../src/gpu/part.ts";
import { edgesPart } from "./edges.ts";

export const floodingStart = part(
  "nonbinary/schedules/flooding-start",
  new URL("./flooding-start.wgsl", import.meta.url),
  [edgesPart],
);
