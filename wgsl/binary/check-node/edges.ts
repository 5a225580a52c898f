import { part } from "../../../src/gpu/part.ts";
import { wordIndexPart } from "../../common/word-index.ts";

export const edgesPart = part("binary/check-node/edges", new URL("./edges.wgsl", import.meta.url), [wordIndexPart]);
