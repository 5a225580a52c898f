import type { ChannelFamily } from "../channel/channels.ts";
import { modulatedText } from "../channel/modulation/modulated.ts";
import { tablesText } from "../channel/table/channel-tables.ts";
import { printable } from "../printable.ts";
import type { Task } from "./task.ts";

/** Maximum number of characters of a value in a difference: specs of decoders have up to some hundred. */
const SHOWN = 1000;

/**
 * Describes the difference between two tasks that should differ only in the channel's value; undefined for equal tasks.
 */
export function taskDifference(task: Task, other: Task): string | undefined {
  const { value, ...channel } = task.channel;
  const { value: otherValue, ...otherChannel } = other.channel;
  const [a, b] = [
    { ...named(task), channel: channelText(channel) },
    { ...named(other), channel: channelText(otherChannel) },
  ];
  for (const key of Object.keys(a) as (keyof typeof a)[]) {
    const [x, y] = [a[key], b[key]].map(memberText);
    if (x !== y) return `its ${key} is ${printable(y, SHOWN)}, not ${printable(x, SHOWN)}`;
  }
  return undefined;
}

/** The members of a task under names for readers. */
function named({ chunkFrames, random, ...task }: Task) {
  return { ...task, "chunk size": chunkFrames, "random generator": random };
}

/** `awgn by ebn0`, and the channel's options, the modulation or the tables if there are any. */
function channelText({ name, parameter, modulation, table, options = {} }: ChannelFamily): string {
  if (table !== undefined) return `${name} by ${parameter} of ${tablesText(table)}`;
  const words = Object.entries(options).map(([option, value]) => ` ${option}=${value}`);
  return `${name}${words.join("")} by ${parameter}${modulation === undefined ? "" : ` with ${modulatedText(modulation)}`}`;
}

/** A member of a task in words: objects as their values, hashes by their first digits. */
function memberText(member: unknown): string {
  if (typeof member !== "object" || member === null) return String(member);
  const values = Object.values(member).map((value) => String(value).replace(/^([0-9a-f]{12})[0-9a-f]{20,}$/, "$1…"));
  return values.join(" by ");
}
