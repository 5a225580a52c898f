import type { Argv } from "yargs";
import type { ChannelKind } from "../channel/channel-kind.ts";
import {
  CHANNEL_PARAMETERS,
  type ChannelParameter,
  type ChannelPoint,
  channelPoint,
  channels,
} from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import { evaluateList, evaluateNumber } from "./expression.ts";

/** --ebn0, --snr and so on, one for each channel: as texts, which are read later. */
export type ChannelArguments = { readonly [parameter in ChannelParameter]?: string };

/** Adds them to a command. @param describe what the help says of a channel's option. */
export function withChannelOptions<T>(
  yargs: Argv<T>,
  describe: (kind: ChannelKind) => string,
): Argv<T & ChannelArguments> {
  const added = CHANNEL_PARAMETERS.reduce(
    (command: Argv, parameter) =>
      command.option(parameter, { type: "string", requiresArg: true, describe: describe(channels[parameter]) }),
    yargs,
  );
  return added as Argv<T & ChannelArguments>;
}

/** What a channel option says. */
interface Given {
  readonly parameter: ChannelParameter;
  readonly text: string;
}

/** The one channel option that is given; nothing if none is. @throws InputError if several are. */
function givenChannel(options: ChannelArguments): Given | undefined {
  const given = CHANNEL_PARAMETERS.flatMap((parameter) => {
    const text = options[parameter];
    return text === undefined ? [] : [{ parameter, text }];
  });
  if (given.length > 1) {
    throw new InputError(
      `${list(
        given.map(({ parameter }) => parameter),
        "and",
      )} are given: choose one channel`,
    );
  }
  return given[0];
}

/**
 * The points that the channel option stands for, in the order given.
 * @throws InputError naming the option if none or several are given, or a value cannot be read or is out of range.
 */
export async function readChannelPoints(options: ChannelArguments): Promise<ChannelPoint[]> {
  const given = givenChannel(options);
  if (given === undefined) {
    const [first] = CHANNEL_PARAMETERS;
    const example = `--${first}=${channels[first].example}`;
    throw new InputError(`no ${list(CHANNEL_PARAMETERS, "or")} given: say for example ${example}`);
  }
  const { parameter, text } = given;
  return (await evaluateList(text, `--${parameter}`)).map((value) => checkedPoint(parameter, value));
}

/** The point that the channel option names, `fallback` if none is given. Same errors as `readChannelPoints`. */
export async function readChannelPoint(options: ChannelArguments, fallback: ChannelPoint): Promise<ChannelPoint> {
  const given = givenChannel(options);
  if (given === undefined) return fallback;
  return checkedPoint(given.parameter, await evaluateNumber(given.text, `--${given.parameter}`));
}

/** @throws InputError naming the option for a point that the channel does not have over GF(q). */
export function requireChannelPoint({ parameter, value }: ChannelPoint, q?: number): void {
  const fault = channels[parameter].fault(value, q);
  if (fault !== undefined) throw new InputError(`--${parameter} ${value}: ${fault}`);
}

function checkedPoint(parameter: ChannelParameter, value: number): ChannelPoint {
  const point = channelPoint(parameter, value);
  requireChannelPoint(point);
  return point;
}

/** `--ebn0, --snr or --qber`, of all that there are. */
function list(parameters: readonly ChannelParameter[], word: string): string {
  const options = parameters.map((parameter) => `--${parameter}`);
  return `${options.slice(0, -1).join(", ")} ${word} ${options[options.length - 1]}`;
}
