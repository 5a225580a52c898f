import type { ChannelFamily } from "../channel/channels.ts";
import { modulatedText } from "../channel/modulation/modulated.ts";
import { printable } from "../printable.ts";
import { generatorOf, type Task } from "./task.ts";

/** Number of characters shown of a difference: long specs of decoders have some hundred. */
const SHOWN = 1000;

/**
 * The difference between two tasks that should be equal but for the channel's value, in words; undefined for equal
 * tasks.
 */
export function taskDifference(task: Task, other: Task): string | undefined {
  const { value, ...channel } = task.channel;
  const { value: otherValue, ...otherChannel } = other.channel;
  const [a, b] = [
    { ...task, channel: channelText(channel), random: undefined, "random generator": generatorOf(task) },
    { ...other, channel: channelText(otherChannel), random: undefined, "random generator": generatorOf(other) },
  ];
  for (const key of Object.keys(a) as (keyof typeof a)[]) {
    const [x, y] = [a[key], b[key]].map(memberText);
    if (x !== y) return `its ${key} is ${printable(y, SHOWN)}, not ${printable(x, SHOWN)}`;
  }
  return undefined;
}

/** `awgn by ebn0`, and the modulation if there is one. */
function channelText({ name, parameter, modulation }: ChannelFamily): string {
  return `${name} by ${parameter}${modulation === undefined ? "" : ` with ${modulatedText(modulation)}`}`;
}

/** A member of a task in words: an object as its values, hashes by their beginning. */
function memberText(member: unknown): string {
  if (typeof member !== "object" || member === null) return String(member);
  const values = Object.values(member).map((value) => String(value).replace(/^([0-9a-f]{12})[0-9a-f]{20,}$/, "$1…"));
  return values.join(" by ");
}
