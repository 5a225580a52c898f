// A process of the tests loads this file before all else, and is killed after a chunk is done.
import { signalItself } from "../../setup/signals-itself.js";
import { chunksDone } from "./chunks-done.js";

signalItself("SIGKILL", () => chunksDone(process.env.KILL_AFTER_RECORD) > 0);
