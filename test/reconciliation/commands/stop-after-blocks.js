// A process of the tests loads this file before all else, and is stopped after more than a number of blocks are done.
import { signalItself } from "../../setup/signals-itself.js";
import { blocksDone } from "./blocks-done.js";

const { out, signal, blocks } = JSON.parse(process.env.STOP_AFTER_BLOCKS);
signalItself(signal, () => blocksDone(out) > blocks);
