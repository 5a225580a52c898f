import { part } from "../../../src/gpu/part.ts";
import { floodingMessagesPart } from "./flooding-messages.ts";

export const flooding = part("nonbinary/schedules/flooding", new URL("./flooding.wgsl", import.meta.url), [
  floodingMessagesPart,
]);
