import type { Part } from "../../../src/gpu/part.ts";
import { directPhiPart } from "../check-node/direct-phi.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";

export const sumProductDirect: Part = {
  name: "binary/rules/sum-product-direct",
  wgsl: new URL("./sum-product-direct.wgsl", import.meta.url),
  imports: [extrinsicPart, directPhiPart],
};
