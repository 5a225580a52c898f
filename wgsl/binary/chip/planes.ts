import { part } from "../../../src/gpu/part.ts";

/** The test of many checks at a time. */
export const planesPart = part("binary/chip/planes", new URL("./planes.wgsl", import.meta.url));

/** Variables of a plane of signs: all of a block column, and the first again, so that 32 from any one on are in two words. */
export const planeVariables = (liftingSize: number): number => 32 * (Math.floor((liftingSize - 1) / 32) + 2);
