import { part } from "../../../src/gpu/part.ts";

export const listRowsPart = part("common/active-frames/list-rows", new URL("./list-rows.wgsl", import.meta.url));
