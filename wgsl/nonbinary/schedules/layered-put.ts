import { part } from "../../../src/gpu/part.ts";
import { edgesPart } from "./edges.ts";

export const layeredPutPart = part("nonbinary/schedules/layered-put", new URL("./layered-put.wgsl", import.meta.url), [
  edgesPart,
]);
