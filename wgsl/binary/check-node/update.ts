import { part } from "../../../src/gpu/part.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";

export const updatePart = part("binary/check-node/update", new URL("./update.wgsl", import.meta.url), [laneBitsPart]);
