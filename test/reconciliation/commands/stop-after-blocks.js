// A process of the tests loads this file before all else, and is stopped after more than a number of blocks are done. It draws the same
// salts and seeds in every run, on which it depends how many blocks fail.
import { fixRandomness } from "../../setup/fixed-randomness.js";
import { signalItself } from "../../setup/signals-itself.js";
import { blocksDone } from "./blocks-done.js";

const { out, signal, blocks } = JSON.parse(process.env.STOP_AFTER_BLOCKS);
fixRandomness(`${signal} after ${blocks}`);
signalItself(signal, () => blocksDone(out) > blocks);
