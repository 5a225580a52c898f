import { part } from "../../../src/gpu/part.ts";
import { wordIndexPart } from "../word-index.ts";
import { listPart } from "./list.ts";

export const activeWordsPart = part("common/active-frames/words", new URL("./words.wgsl", import.meta.url), [
  wordIndexPart,
  listPart,
]);
