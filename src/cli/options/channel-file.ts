import { existsSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { CHANNEL_PARAMETERS, channels } from "../../channel/channels.ts";
import type { ChannelTables } from "../../channel/table/channel-tables.ts";
import { readTables, TABLES_CHARACTERS, tablesJson } from "../../channel/table/read-tables.ts";
import { InputError } from "../../errors.ts";
import { packageRoot } from "../../node/package-root.ts";
import { type Option, parsed } from "../command-line/option.ts";
import { readUnlessName } from "./named-file.ts";

/** An option for a channel's name or a file of tables. @param names names of the channels. */
export function channelFileOption<const Name extends string>(
  names: readonly Name[],
  said: { readonly describe: string; readonly seldom?: boolean; readonly default: NoInfer<Name> },
): Option<Name | ChannelTables> {
  const settings = { group: "Channel", placeholder: `${names.join("|")}|FILE`, example: names[1], ...said } as const;
  const option = parsed<Name | ChannelTables, typeof settings>(
    settings,
    (text, label) => names.find((name) => name === text) ?? readChannelFile(text, label, names),
  );
  return { ...option, json: "text" } as Option<Name | ChannelTables>;
}

/** Folder of the package's own tables, which users name without a path. */
const PACKAGED = join(packageRoot(), "codes", "channels");

/**
 * Reads the tables of a file, of a name below codes/channels, or of a text from `tablesJson`.
 * @throws InputError with the option, or with file and line.
 */
function readChannelFile(text: string, label: string, names: readonly string[]): ChannelTables {
  if (text.startsWith("{")) return readTables(text, "table");
  const packaged = join(PACKAGED, `${text}.csv`);
  if (/^[a-z][a-z-]*$/.test(text) && existsSync(packaged)) return readTables(readFileSync(packaged, "utf8"), text);
  const parameters = CHANNEL_PARAMETERS.filter((parameter) => channels[parameter].name === text);
  if (parameters.length > 0 && !existsSync(text)) {
    throw new InputError(
      `${label} ${text}: --${parameters.join(" or --")} chooses this channel by itself, so leave ${label} out`,
    );
  }
  const rule = `choose ${names.join(", ")}, or a file with the probability of each output for each input`;
  return readTables(readUnlessName(text, TABLES_CHARACTERS, label, rule), parse(text).name, text);
}

/** Texts of the options that describe tables. */
export function tableTexts(table: ChannelTables | undefined): Record<string, string> {
  return table === undefined ? {} : { channel: tablesJson(table) };
}
