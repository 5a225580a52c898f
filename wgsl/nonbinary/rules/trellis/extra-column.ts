import { part } from "../../../../src/gpu/part.ts";

export const extraColumnPart = part(
  "nonbinary/rules/trellis/extra-column",
  new URL("./extra-column.wgsl", import.meta.url),
);
