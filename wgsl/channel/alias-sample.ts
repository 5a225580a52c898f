import { part } from "../../src/gpu/part.ts";
import { aliasOutcomePart } from "./alias-outcome.ts";

export const aliasSamplePart = part("channel/alias-sample", new URL("./alias-sample.wgsl", import.meta.url), [
  aliasOutcomePart,
]);
