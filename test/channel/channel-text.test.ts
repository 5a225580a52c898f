import { describe, expect, it } from "vitest";
import type { ChannelOption } from "../../src/channel/channel-kind.ts";
import { type ChannelPoints, MODULATION_OPTIONS, namedChannels, readChannel } from "../../src/channel/channel-text.ts";
import { channelKind, channels, familyOfColumn } from "../../src/channel/channels.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";

const binary = codeOf(randomMatrix(galoisField(2), Array(12).fill(4), 24, 3));

const WORDS = [...namedChannels].flatMap(([name, words]) =>
  [...words].map(([word, parameter]) => [name, word, parameter] as const),
);

// Every channel with every word for its parameter.
it.each(WORDS)("the text %s %s=… is the channel by its parameter", (name, word, parameter) => {
  const [first, , last] = channels[parameter].example.split(":").map(Number);
  const { family, points } = readChannel(`${name} ${word}=${first},${last}`, binary);
  const values = [first, last].toSorted((a, b) => (channels[parameter].better === "larger" ? a - b : b - a));
  expect(points).toEqual(values);
  expect(family).toMatchObject({ name: name === "rayleigh" ? "awgn" : name, parameter });
  expect(family.modulation?.fading).toBe(name === "rayleigh" ? 1 : undefined);
  // Of parameters that several channels have, the value alone means the first of them.
  const usual = WORDS.find(([, , shared]) => shared === parameter)?.[0];
  if (name === usual && name !== "depolarizing") {
    const plain = { [parameter]: [last, first] } as unknown as ChannelPoints;
    expect(readChannel(plain, binary)).toEqual({ family, points });
  }
  expect(familyOfColumn(channelKind(family).column)).toEqual(family);
});

const OPTIONS = Object.entries<ChannelOption<unknown>>(MODULATION_OPTIONS);

// Every option changes the channel, and points.csv says so.
it.each(OPTIONS)("the word %s= is stored, and stands in points.csv", (word, { choices, example }) => {
  const text = "rayleigh esn0=10";
  const usual = word === "modulation" ? text : `${text} modulation=16qam`;
  const value =
    choices === undefined ? example : choices.find((choice) => choice === "natural" || choice === "max-log");
  const [plain, changed] = [usual, `${usual} ${word}=${value}`].map((one) => readChannel(one, binary).family);
  expect(changed).not.toEqual(plain);
  expect(channelKind(changed).column).not.toBe(channelKind(plain).column);
  expect(familyOfColumn(channelKind(changed).column)).toEqual(changed);
});

describe("a channel's text", () => {
  it("needs no name where the parameter says the channel, and holds own points, orders and tables", () => {
    expect(readChannel("esn0=linspace(1,3,3)", binary)).toEqual(readChannel("awgn esn0=1:3", binary));
    const { modulation } = readChannel(
      "esn0=5 modulation=cross=0,1,0;1,0,1;2,0,-1;3,-1,0 interleaver=turned=12-23,0-11",
      binary,
    ).family;
    expect(modulation).toMatchObject({
      name: "cross",
      points: { count: 4 },
      interleaver: { name: "turned", count: 24 },
    });
    const { family, points } = readChannel("0.9 0.1\n0.2 0.8\n at=0", binary);
    expect(family).toMatchObject({ name: "table", table: { inputs: 2, outputs: 2 } });
    expect(points).toEqual([0]);
  });

  it.each([
    ["raylegh ebn0=1", 'channel "raylegh" is unknown: did you mean rayleigh with ebn0=, esn0=, snr= or snr-db=?'],
    ["bsc esn0=1", "channel bsc has no esn0=: give qber=, or channel awgn"],
    ["bsc qber=0.1 erasure=0.2", "qber= and erasure= are given: choose one channel"],
    ["bsc", "no qber= given for channel bsc: give for example qber=0.02:0.005:0.05"],
    ["bsc qbre=0.1", "the channel has no word qbre=; did you mean qber=?"],
    ["awgn esn0=1 esn0=2", "the channel has esn0= twice: give it once"],
    ["awgn esn0=3,1", 'channel: esn0= "3,1" does not ascend'],
    ["awgn esn0=x", 'channel: esn0= "x" cannot be read: write for example 2.5, 1:0.25:3'],
    ["awgn esn0=1 modulation=65qam", 'channel: modulation= "65qam" is unknown: did you mean 64qam?'],
    ["awgn esn0=1 modulation=16qam labeling=grey", 'channel: labeling= "grey" is unknown: choose gray, natural'],
    ["awgn esn0=1 modulation=16qam mismatch=21", "channel: mismatch= 21: a mismatch in dB is a number from -20 to 20"],
    ["awgn esn0=1 modulation=16qam mismatch=", "channel: mismatch= : a mismatch in dB is a number from -20 to 20"],
    ["rayleigh esn0=1 block-length=1.5", "a number of points is a whole number from 1 to 16777216"],
    ["awgn esn0=1 block-length=5", "block-length= belongs to channel rayleigh"],
    ["bsc qber=0.1 modulation=16qam", "modulation 16qam: the binary symmetric channel has none"],
    ["at=1", "at= chooses one of several tables"],
  ])("%j is refused", (text, message) => {
    expect(() => readChannel(text, binary)).toThrow(InputError);
    expect(() => readChannel(text, binary)).toThrow(message);
  });
});
