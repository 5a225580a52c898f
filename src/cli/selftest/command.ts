import { selftest } from "../../node/selftest/selftest.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag, number, text } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { CommandExit } from "../exit.ts";
import { ENGINE_OPTIONS } from "../options/engine.ts";
import { print } from "../output.ts";
import { selftestDevice } from "./device.ts";

/** Width of the column of a step's name. */
const NAME_WIDTH = 18;

export default defineCommand({
  options: {
    ledger: text({
      group: "Files",
      placeholder: "FOLDER",
      describe: "folder to test, on the file system that workers will share; the test's files are removed",
      example: "/scratch/me",
    }),
    device: flag({
      group: "Computing",
      describe: "test the device: every decoder against the CPU engine",
    }),
    workers: number({
      group: "Computing",
      describe: "worker processes",
      example: "8",
      noun: "the number of workers",
      whole: true,
      minimum: 2,
      maximum: 8,
      default: 4,
    }),
    ...ENGINE_OPTIONS,
  },
  about: [
    "--device decodes the same frames on the device and on the CPU engine, by every check-node rule with every number format, schedule and mapping, and compares decisions, iterations and verdicts of every frame. It prints driver, limits and features, and one line to paste into a report; its digest is the same on every device. Takes about three minutes on a GPU.",
    "--ledger runs a small simulation in several processes on the CPU, kills some of them, tears their last lines, removes claims and leaves rubbish, makes the folder read-only for a while, and compares points.csv with that of one process. Takes about half a minute.",
    "Ends with status 3 if a check fails. One host is one client of a file server: conflicts between two clients do not show.",
  ],
  examples: [
    { line: "ldpc selftest --ledger /scratch/me", does: "find out whether workers can share the folder" },
    { line: "ldpc selftest --device", does: "find out whether this GPU computes the CPU engine's bits" },
  ],
  async run({ ledger, workers, device, ...choice }) {
    if ((ledger === undefined) !== device) throw new UsageError("say either --ledger FOLDER or --device");
    if (ledger === undefined) return selftestDevice(choice);
    const isGood = await selftest(ledger, workers, ({ name, verdict, text: said }) =>
      print(`${verdict.padEnd(8)}  ${name.padEnd(NAME_WIDTH)}  ${said}`),
    );
    if (!isGood) throw new CommandExit(`workers cannot share ${ledger}, as reported above`, 3);
    print(`workers can share ${ledger}`);
  },
});
