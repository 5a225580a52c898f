import type { Values } from "../command-line/command.ts";
import { flag, number, numbers, operand, text } from "../command-line/option.ts";
import { DECODER_OPTIONS } from "../options/decoder.ts";
import { ENGINE_OPTIONS } from "../options/engine.ts";

/** The options of `ldpc replay`. */
export const REPLAY_OPTIONS = {
  run: operand({ group: "Files", describe: "folder of a run; it is only read", example: "runs/nb620" }),
  point: number({
    group: "Channel",
    placeholder: "VALUE",
    describe: "point of the run, by the channel's value",
    example: "2",
    noun: "the point",
    defaultText: "the run's only point",
  }),
  failures: flag({ group: "Files", describe: "replay the failed frames, which holds without --frame too" }),
  first: number({
    group: "Files",
    describe: "replay the first N failed frames at most",
    example: "50",
    noun: "the number of failed frames",
    whole: true,
    minimum: 1,
    default: 1000,
  }),
  frame: numbers({
    group: "Files",
    describe: "replay frames with these numbers, from 0",
    example: "17",
    noun: "the number of a frame",
    whole: true,
    minimum: 0,
    maximum: 2 ** 52,
    default: [],
    defaultText: "the failed frames",
  }),
  code: text({
    group: "Files",
    placeholder: "FILE",
    describe: "the run's code where its file has another name now",
    example: "H.alist",
    defaultText: "as the run names it",
  }),
  ...DECODER_OPTIONS,
  decoder: text({ ...DECODER_OPTIONS.decoder, defaultText: "that of the run" }),
  iterations: { ...DECODER_OPTIONS.iterations, defaultText: "as in the run; 10 for another decoder" },
  ...ENGINE_OPTIONS,
  out: text({
    group: "Output",
    placeholder: "FOLDER",
    describe: "folder for frames, llr, sent, decisions, errors and unsatisfied, each as .npy",
    example: "failures",
    defaultText: "no files",
  }),
  force: flag({ group: "Output", describe: "overwrite files that are there" }),
  json: flag({ group: "Output", describe: "print JSON instead of text" }),
  quiet: flag({ group: "Output", describe: "show no progress on stderr" }),
} as const;

/** Values of `REPLAY_OPTIONS`. */
export type ReplayOptions = Values<typeof REPLAY_OPTIONS>;
