import { ENGINES } from "../../node/engine/engines.ts";
import type { Values } from "../command-line/command.ts";
import { choice, number, text } from "../command-line/option.ts";

/** The options of every command that computes. */
export const ENGINE_OPTIONS = {
  engine: choice(ENGINES, {
    group: "Computing",
    describe: "what computes; auto takes a GPU of hardware, else the CPU",
    default: "auto",
  }),
  adapter: text({
    group: "Computing",
    seldom: true,
    placeholder: "NAME",
    describe: "adapter to use, by its number, its PCI address or a part of its name, as ldpc devices lists them",
    example: "H200",
  }),
  memory: number({
    group: "Computing",
    seldom: true,
    placeholder: "GIB",
    describe: "device memory for frames, in GiB; WebGPU cannot report what is free",
    example: "8",
    noun: "the device memory in GiB",
    above: 0,
    defaultText: "2",
  }),
} as const;

/** Their values. */
export type EngineArguments = Values<typeof ENGINE_OPTIONS>;
