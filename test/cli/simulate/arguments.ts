import type { Given } from "../../../src/cli/command-line/option.ts";
import { readArguments } from "../../../src/cli/command-line/parse.ts";
import type { SimulateOptions } from "../../../src/cli/simulate.ts";
import { commands } from "../../../src/cli/sweep.ts";
import type { CardSystem } from "../../../src/node/cards/cards.ts";

/** Options of `ldpc simulate` by name in camel case: texts, and booleans for flags. */
export type SimulateTexts = Readonly<Partial<Record<keyof SimulateOptions, string | boolean | readonly string[]>>>;

/** The options as the parser of the command line reads them. */
export function simulateArguments(texts: SimulateTexts): Promise<{ options: SimulateOptions; given: Given }> {
  const argv = Object.entries(texts).flatMap(([name, value]) => {
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    return value === true ? [option] : [value].flat().map((text) => `${option}=${text}`);
  });
  return readArguments(commands.simulate, "ldpc simulate", argv);
}

/** Fails the test if a command asks for the machine's graphics cards. */
export function noCards(): Promise<CardSystem> {
  throw new Error("asked for cards");
}
