import { checkMinMax } from "./check-min-max.ts";
import { decide } from "./decide.ts";
import { encode } from "./encode.ts";
import { init } from "./init.ts";
import type { Kernel } from "./kernel.ts";
import { normalise } from "./normalise.ts";
import { sample } from "./sample.ts";
import { source } from "./source.ts";
import { symbolLlr } from "./symbol-llr.ts";
import { syndrome } from "./syndrome.ts";
import { tally } from "./tally.ts";
import { variable } from "./variable.ts";

/** All kernels by name. Programs name kernels, engines find them here; a test holds it equal to the folder wgsl/. */
export const kernels: Readonly<Record<string, Kernel>> = Object.fromEntries(
  [source, encode, sample, symbolLlr, init, checkMinMax, decide, syndrome, variable, normalise, tally].map((kernel) => [
    kernel.name,
    kernel,
  ]),
);

/** WGSL files that kernels import, by the name in `#import`. Literal URLs, so that bundlers find the files. */
export const sharedSources: Readonly<Record<string, URL>> = {
  "shared/bound": new URL("../../wgsl/shared/bound.wgsl", import.meta.url),
  "shared/done": new URL("../../wgsl/shared/done.wgsl", import.meta.url),
  "shared/galois": new URL("../../wgsl/shared/galois.wgsl", import.meta.url),
  "shared/philox": new URL("../../wgsl/shared/philox.wgsl", import.meta.url),
  "shared/run": new URL("../../wgsl/shared/run.wgsl", import.meta.url),
  "shared/square": new URL("../../wgsl/shared/square.wgsl", import.meta.url),
};
