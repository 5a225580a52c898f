import { part } from "../../../src/gpu/part.ts";
import { symbolNumbersPart } from "./lanes/numbers.ts";

export const oneFramePart = part("nonbinary/formats/one-frame", new URL("./one-frame.wgsl", import.meta.url), [
  symbolNumbersPart,
]);
