import { part } from "../../../src/gpu/part.ts";
import { floodingMessagesPart } from "./flooding-messages.ts";

export const floodingStart = part(
  "nonbinary/schedules/flooding-start",
  new URL("./flooding-start.wgsl", import.meta.url),
  [floodingMessagesPart],
);
