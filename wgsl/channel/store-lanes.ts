import { part } from "../../src/gpu/part.ts";

export const storeLanesPart = part("channel/store-lanes", new URL("./store-lanes.wgsl", import.meta.url));
