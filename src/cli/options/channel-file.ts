import { existsSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { type NamedChannel, namedChannels } from "../../channel/named-channels.ts";
import type { ChannelTables } from "../../channel/table/channel-tables.ts";
import { readTables, TABLES_CHARACTERS, tablesJson } from "../../channel/table/read-tables.ts";
import { packageRoot } from "../../node/package-root.ts";
import { type Option, parsed } from "../command-line/option.ts";
import { optionList } from "./channel.ts";
import { meantName, readUnlessName } from "./named-file.ts";

const NAMES: readonly NamedChannel[] = [...namedChannels.keys()];

/** --channel: a name of `namedChannels`, or a file of tables. */
export function channelOption(said: {
  readonly describe: string;
  readonly seldom?: boolean;
  readonly defaultText: string;
}): Option<NamedChannel | ChannelTables | undefined> {
  const settings = { group: "Channel", placeholder: `${NAMES.join("|")}|FILE`, example: "rayleigh", ...said } as const;
  const option = parsed<NamedChannel | ChannelTables, typeof settings>(
    settings,
    (text, label) => NAMES.find((name) => name === text) ?? readChannelFile(text, label),
  );
  return { ...option, json: "text" } as typeof option;
}

/** Folder of the package's own tables, which users name without a path. */
const PACKAGED = join(packageRoot(), "codes", "channels");

/**
 * Reads the tables of a file, of a name below codes/channels, or of a text from `tablesJson`.
 * @throws InputError with the option, or with file and line.
 */
function readChannelFile(text: string, label: string): ChannelTables {
  if (text.startsWith("{")) return readTables(text, "table");
  const packaged = join(PACKAGED, `${text}.csv`);
  if (/^[a-z][a-z-]*$/.test(text) && existsSync(packaged)) return readTables(readFileSync(packaged, "utf8"), text);
  const rule = `choose ${NAMES.join(", ")}, or a file with the probability of each output for each input`;
  const meant = meantName(text, NAMES);
  const remedy = meant && `${meant} with ${optionList(namedChannels.get(meant)!)}`;
  return readTables(readUnlessName(text, TABLES_CHARACTERS, label, rule, remedy), parse(text).name, text);
}

/** Texts of the options that describe tables. */
export function tableTexts(table: ChannelTables | undefined): Record<string, string> {
  return table === undefined ? {} : { channel: tablesJson(table) };
}
