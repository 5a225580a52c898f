import { part } from "../../../src/gpu/part.ts";

export const halvesPart = part("binary/formats/halves", new URL("./halves.wgsl", import.meta.url));
