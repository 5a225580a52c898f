import { part } from "../../src/gpu/part.ts";
import { bytesPart } from "../binary/formats/bytes.ts";

/** Largest magnitude in steps of a value that is not certain. */
export const SHORT_MAXIMUM = 30;

export const shortNoisePart = part("channel/short-noise", new URL("./short-noise.wgsl", import.meta.url), [bytesPart]);
