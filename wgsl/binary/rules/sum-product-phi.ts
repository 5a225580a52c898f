import type { Part } from "../../../src/gpu/part.ts";
import { directPhiPart } from "../check-node/direct-phi.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";

export const sumProductPhi: Part = {
  name: "binary/rules/sum-product-phi",
  wgsl: new URL("./sum-product-phi.wgsl", import.meta.url),
  imports: [extrinsicPart, directPhiPart],
};
