import { part } from "../../../src/gpu/part.ts";

export const storeLanesPart = part("channel/lanes/store", new URL("./store.wgsl", import.meta.url));
