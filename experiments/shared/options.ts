import { number, text } from "../../src/cli/command-line/option.ts";

/** --seed of experiments that simulate. */
export const SEED = number({
  group: "Channel",
  placeholder: "SEED",
  describe: "seed of words and noise",
  example: "7",
  default: 1,
});

/** --seconds of experiments that measure. */
export const SECONDS = number({
  group: "Measurement",
  placeholder: "SECONDS",
  describe: "time for each measurement",
  example: "2",
  default: 1,
});

/** --out of an experiment that writes a report. @param name of the experiment. */
export const reportOut = (name: string) =>
  text({
    group: "Output",
    placeholder: "FILE",
    describe: "JSON file to write; measurements that it has are not made again",
    example: `runs/${name}.json`,
    default: `runs/${name}.json`,
  });
