// Every Node process of the tests, and every process that they start, loads this file (vitest.config.ts). The compiler of WGSL and the
// oracles run for seconds with code that V8 optimises again for each new closure. V8 optimises a function after this number of bytes of
// its bytecode, nine times V8's own number in Node 20 (67,584), which takes less processor time in all.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--interrupt-budget=600000");
// V8 takes longer to optimise a kernel of WebAssembly than most tests run it. So it optimises a kernel only after it ran about a hundred times as
// long as by V8's own number in Node 20 (1,800,000), or fifteen times as long as by that of later versions (13,000,000).
setFlagsFromString("--wasm-tiering-budget=200000000");
