import { part } from "../../../src/gpu/part.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";

export const activeWordsPart = part(
  "reproductions/ratio/active-words",
  new URL("./active-words.wgsl", import.meta.url),
  [slotsPart],
);
