import { part } from "../../../src/gpu/part.ts";

export const levelMessagesPart = part(
  "nonbinary/formats/level-messages",
  new URL("./level-messages.wgsl", import.meta.url),
);
