import { part } from "../../../src/gpu/part.ts";
import { listPart } from "../../common/active-frames/list.ts";

export const activeWordsPart = part(
  "reproductions/ratio/active-words",
  new URL("./active-words.wgsl", import.meta.url),
  [listPart],
);
