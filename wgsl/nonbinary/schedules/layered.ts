import type { Part } from "../../../src/gpu/part.ts";
import { edgesPart, type SymbolSchedule } from "./edges.ts";

export const layered: Part<SymbolSchedule> = {
  name: "nonbinary/schedules/layered",
  wgsl: new URL("./layered.wgsl", import.meta.url),
  imports: [edgesPart],
  twin: { layered: true },
};
