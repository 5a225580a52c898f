import { part } from "../../../src/gpu/part.ts";
import { listPart } from "./list.ts";
import { listRowsPart } from "./list-rows.ts";

export const slotsPart = part("common/active-frames/slots", new URL("./slots.wgsl", import.meta.url), [
  listRowsPart,
  listPart,
]);
