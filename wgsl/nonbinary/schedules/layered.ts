import { part } from "../../../src/gpu/part.ts";
import { layeredPutPart } from "./layered-put.ts";

export const layered = part("nonbinary/schedules/layered", new URL("./layered.wgsl", import.meta.url), [
  layeredPutPart,
]);
