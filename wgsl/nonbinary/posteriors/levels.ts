import { part } from "../../../src/gpu/part.ts";
import { levelsPart } from "../formats/levels.ts";

export const levelsPosteriors = part("nonbinary/posteriors/levels", new URL("./levels.wgsl", import.meta.url), [
  levelsPart,
]);
