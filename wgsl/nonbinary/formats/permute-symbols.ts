import { part } from "../../../src/gpu/part.ts";

export const permuteSymbolsPart = part(
  "nonbinary/formats/permute-symbols",
  new URL("./permute-symbols.wgsl", import.meta.url),
);
