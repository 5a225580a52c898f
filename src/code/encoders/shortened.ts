import { InputError } from "../../errors.ts";
import { type Encoder, type InformationSet, requireInformation } from "../encoder.ts";
import { positionLocation, positionsText } from "../positions.ts";

/** Longest list of positions in a message. */
const MOST_TEXT = 60;

/** The information set without the shortened positions. @throws InputError if one of them is no information symbol. */
export function shortenedInformation(information: InformationSet, shortened: Uint32Array): InformationSet {
  if (shortened.length === 0) return information;
  const { field, n, rank, parityPositions } = information;
  const zero = new Set(shortened);
  const known = new Set(information.informationPositions);
  const wrong = shortened.findIndex((position) => !known.has(position));
  if (wrong >= 0) {
    const text = positionsText([...information.informationPositions].sort((a, b) => a - b));
    const list = text.length > MOST_TEXT ? `${text.slice(0, text.lastIndexOf(",", MOST_TEXT))}, …` : text;
    throw new InputError(
      `shortened symbol ${shortened[wrong]} is no information symbol of the encoder: leave it out, or take one of ${list}`,
      positionLocation(shortened, wrong),
    );
  }
  const informationPositions = information.informationPositions.filter((position) => !zero.has(position));
  return { field, n, k: informationPositions.length, rank, informationPositions, parityPositions };
}

/** The encoder with zeros at the shortened positions. @throws InputError as `shortenedInformation`. */
export function shortenedEncoder(encoder: Encoder, shortened: Uint32Array): Encoder {
  const { field, n, k, rank, informationPositions, parityPositions } = shortenedInformation(encoder, shortened);
  const left = new Set(informationPositions);
  /** Indices of the information symbols that are not shortened. */
  const numbers = Uint32Array.from(encoder.informationPositions.keys()).filter((i) =>
    left.has(encoder.informationPositions[i]),
  );
  const result: Encoder = {
    field,
    n,
    k,
    rank,
    informationPositions,
    parityPositions,
    encode(information) {
      requireInformation(result, information);
      const all = new Uint32Array(encoder.k);
      for (let i = 0; i < numbers.length; i++) all[numbers[i]] = information[i];
      return encoder.encode(all);
    },
  };
  return result;
}
