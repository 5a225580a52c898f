import { part } from "../../src/gpu/part.ts";

export const transposedTilePart = part("binary/transposed-tile", new URL("./transposed-tile.wgsl", import.meta.url));
