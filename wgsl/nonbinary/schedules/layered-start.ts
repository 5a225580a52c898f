import { part } from "../../../src/gpu/part.ts";
import { layeredPutPart } from "./layered-put.ts";

export const layeredStart = part(
  "nonbinary/schedules/layered-start",
  new URL("./layered-start.wgsl", import.meta.url),
  [layeredPutPart],
);
