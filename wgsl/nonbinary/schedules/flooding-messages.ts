import { part } from "../../../src/gpu/part.ts";
import { edgesPart } from "./edges.ts";

export const floodingMessagesPart = part(
  "nonbinary/schedules/flooding-messages",
  new URL("./flooding-messages.wgsl", import.meta.url),
  [edgesPart],
);
