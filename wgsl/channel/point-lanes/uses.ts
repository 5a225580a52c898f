import { part } from "../../../src/gpu/part.ts";

export const usesPart = part("channel/point-lanes/uses", new URL("./uses.wgsl", import.meta.url));
