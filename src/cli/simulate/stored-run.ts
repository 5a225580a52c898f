import { statSync } from "node:fs";
import { join } from "node:path";
import { requireCodeFile } from "../../node/codes/stored-code.ts";
import { type RunFile, requireRunFile } from "../../node/run/run-file.ts";
import { stoppingTexts } from "../../simulation/stopping/rules.ts";
import { kebab } from "../command-line/case.ts";
import type { Given, GivenOption } from "../command-line/command.ts";
import { channelTexts, replaceChannel } from "../options/channel.ts";
import { transportTexts } from "../options/transport.ts";

/**
 * Completes the options of a command line by the options of a stored run: the run that --again names, or the run in --out if no code is
 * given. Options of the command line override. --again continues in the run's own folder unless --out names another.
 * @throws InputError if --again names no run, or if the file of the run's code is not there.
 */
export function withStoredRun(given: Given): Given {
  const again = given.get("again")?.texts[0];
  const out = given.get("out")?.texts[0];
  const folder = again ?? (given.has("code") || out === undefined || !holdsRun(out) ? undefined : out);
  if (folder === undefined) return given;
  const run = requireRunFile(folder);
  const stored = new Map(Object.entries(storedTexts(run)));
  // A code from the command line is read with the command line's options.
  if (given.has("code")) for (const name of Object.keys(codeTexts(run))) stored.delete(name);
  else requireCodeFile(run.code, folder);
  replaceChannel(stored, given, (channel) => channel);
  if (given.has("channel") && run.channel.table !== undefined) stored.delete("at");
  // The decoder's text includes its number of iterations and its options of reprocessing.
  const entries = [...stored].map(([name, text]): [string, GivenOption] => [name, { texts: [text] }]);
  return new Map([["out", { texts: [folder] }], ...entries, ...given]);
}

function holdsRun(folder: string): boolean {
  try {
    return statSync(join(folder, "run.json")).isFile();
  } catch {
    return false;
  }
}

/** The options with which the code was read. */
function codeTexts({ code: { options = {} } }: RunFile): Record<string, string> {
  const { transport, ...others } = options;
  const texts = Object.entries(others).map(([name, value]) => [kebab(name), String(value)]);
  return { ...Object.fromEntries(texts), ...(transport && transportTexts(transport)) };
}

function storedTexts(run: RunFile): Record<string, string> {
  const { code, decoder, channel, points, seed, chunkFrames, codeword, stopping, part } = run;
  return {
    code: code.given,
    ...codeTexts(run),
    decoder,
    [channel.parameter]: [...points].sort((a, b) => a - b).join(","),
    ...channelTexts(channel),
    seed: String(seed),
    chunk: String(chunkFrames),
    codeword,
    random: run.random,
    ...stoppingTexts(stopping),
    ...(part === undefined ? {} : { part: `${part.index}/${part.of}` }),
  };
}
