import { part } from "../../../src/gpu/part.ts";
import { edgesPart } from "./edges.ts";

export const flooding = part("nonbinary/schedules/flooding", new URL("./flooding.wgsl", import.meta.url), [edgesPart]);
