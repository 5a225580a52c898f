import type { Part } from "../../../src/gpu/part.ts";
import { int12 as binaryInt12 } from "../../binary/formats/int12.ts";
import type { SymbolStorage } from "./storage.ts";

const lanes = binaryInt12.twin;
/** The stored number for 1. */
const STEPS = 2048;

const twin: SymbolStorage = {
  symbolsPerWord: 1,
  interleave: 2,
  view: lanes.view as SymbolStorage["view"],
  decode: (element) => STEPS * lanes.decode(element),
  encode: (value) => lanes.encode(value / STEPS),
  rounded: (value) => value,
};

export const int12: Part<SymbolStorage> = {
  name: "nonbinary/formats/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [],
  f16: true,
  twin,
};
