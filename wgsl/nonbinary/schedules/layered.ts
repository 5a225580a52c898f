import { part } from "../../../src/gpu/part.ts";
import { edgesPart } from "./edges.ts";

export const layered = part("nonbinary/schedules/layered", new URL("./layered.wgsl", import.meta.url), [edgesPart]);
