import {
  type ChannelParameter,
  type Code,
  channels,
  checkNodeRules,
  defaultDecoder,
  InputError,
} from "../../src/index.ts";
import { type CodeText, codeOf, droppedCode, packagedCode, packagedCodes } from "../shared/codes.ts";
import { h, labelled } from "../shared/dom.ts";
import { parsePoints } from "./points.ts";
import type { SimulationRequest } from "./protocol.ts";

/** Initial settings of the controls. */
export interface Settings {
  readonly code: string;
  /** Decoder spec. If empty, the code's default decoder. */
  readonly decoder: string;
  readonly parameter: ChannelParameter;
  /** `from:step:to`, or numbers with commas. */
  readonly points: string;
  readonly seed: number;
  readonly maxErrors: number;
  readonly maxFrames: number;
  /** A code from the page, which replaces `code`. */
  readonly own?: CodeText;
}

export const DEFAULTS: Settings = {
  code: "wifi-648-324",
  decoder: "offset-min-sum iterations=20 schedule=layered messages=int8",
  parameter: "ebn0",
  points: "0.5:0.5:2.5",
  seed: 1,
  maxErrors: 100,
  maxFrames: 100_000,
};

/** The controls of a simulation. */
export interface SettingsForm {
  readonly element: HTMLElement;
  /** The settings of the controls. @throws InputError for invalid text. */
  request(): Promise<SimulationRequest>;
  /** Replaces the chosen code by a file. @throws InputError if the file is no code. */
  takeFile(file: File): Promise<void>;
}

/** Makes the controls. @param onChoice called when another code is chosen. */
export function settingsForm(settings: Settings, onChoice: () => void): SettingsForm {
  let own: CodeText | undefined = settings.own;
  const code = codeSelect(settings.own === undefined ? settings.code : "");
  const file = h("input", { type: "file", "aria-label": "own matrix", onchange: () => void takeChosen() });
  const decoder = h("input", {
    type: "text",
    value: settings.decoder,
    list: "rules",
    spellcheck: false,
    class: "long",
  });
  const parameter = h(
    "select",
    { onchange: () => (points.value = channels[parameter.value as ChannelParameter].example) },
    ...Object.entries(channels)
      .filter(([, { needsTables }]) => !needsTables)
      .map(([name, { help }]) => h("option", { value: name, selected: name === settings.parameter }, help)),
  );
  const points = h("input", { type: "text", value: settings.points, spellcheck: false });
  const seed = numberInput(settings.seed, 0);
  const maxErrors = numberInput(settings.maxErrors, 1);
  const maxFrames = numberInput(settings.maxFrames, 1);
  const rules = h(
    "datalist",
    { id: "rules" },
    ...Object.keys(checkNodeRules).map((name) => h("option", { value: name })),
  );

  code.addEventListener("change", () => {
    own = undefined;
    file.value = "";
    void decoderFor(code.value);
    onChoice();
  });

  /** A decoder for the new code: the default decoder of its field if the present one is for another field. */
  async function decoderFor(name: string): Promise<void> {
    const found = packagedCodes.find((one) => one.name === name);
    if (found !== undefined) decoder.value = usualDecoder(found.q);
  }

  async function takeChosen(): Promise<void> {
    const [chosen] = file.files ?? [];
    if (chosen !== undefined) file.dispatchEvent(new CustomEvent("code-file", { bubbles: true, detail: chosen }));
  }

  return {
    element: h(
      "div",
      { class: "controls" },
      ...[labelled("Code", code), labelled("or your own matrix (alist, KN, UBS, JSON …)", file)],
      ...[labelled("Decoder and its options", decoder), labelled("Channel", parameter)],
      ...[labelled("Points, from:step:to", points), labelled("Frame errors per point", maxErrors)],
      ...[labelled("Frames at most", maxFrames), labelled("Seed", seed), rules],
    ),
    async takeFile(chosen) {
      const text = await droppedCode(chosen);
      const matrix = codeOf(text);
      own = text;
      code.value = "";
      decoder.value = usualDecoder(matrix.matrix.field.q);
    },
    async request() {
      return {
        code: own ?? (await packagedCode(code.value)),
        decoder: decoder.value.trim(),
        parameter: parameter.value as ChannelParameter,
        points: parsePoints(points.value, channels[parameter.value as ChannelParameter].better),
        seed: wholeNumber(seed, "seed"),
        stopping: { maxErrors: wholeNumber(maxErrors, "frame errors"), maxFrames: wholeNumber(maxFrames, "frames") },
        engine: "auto",
      };
    },
  };
}

function usualDecoder(q: number): string {
  return q === 2 ? DEFAULTS.decoder : `${defaultDecoder({ matrix: { field: { q } } } as Code)} iterations=10`;
}

function codeSelect(chosen: string): HTMLSelectElement {
  const families = [...new Set(packagedCodes.map(({ family }) => family))];
  return h(
    "select",
    {},
    h("option", { value: "", hidden: true, selected: chosen === "" }, "own matrix"),
    ...families.map((family) =>
      h(
        "optgroup",
        { label: family },
        ...packagedCodes
          .filter((code) => code.family === family)
          .map(({ name, q, n, m }) =>
            h("option", { value: name, selected: name === chosen }, `${name} · GF(${q}), ${n} symbols, ${m} checks`),
          ),
      ),
    ),
  );
}

function numberInput(value: number, min: number): HTMLInputElement {
  return h("input", { type: "number", value, min, step: 1 });
}

function wholeNumber({ value }: HTMLInputElement, name: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isInteger(number)) throw new InputError(`${name} "${value}" is no whole number`);
  return number;
}
