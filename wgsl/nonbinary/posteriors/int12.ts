import { part } from "../../../src/gpu/part.ts";

export const int12Posteriors = part("nonbinary/posteriors/int12", new URL("./int12.wgsl", import.meta.url));
