import type { Part } from "../../../src/gpu/part.ts";
import { edgesPart, type SymbolSchedule } from "./edges.ts";

export const flooding: Part<SymbolSchedule> = {
  name: "nonbinary/schedules/flooding",
  wgsl: new URL("./flooding.wgsl", import.meta.url),
  imports: [edgesPart],
  twin: { layered: false },
};
