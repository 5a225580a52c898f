import { h, labelled } from "../shared/dom.ts";
import { mountPlot } from "../shared/plot.ts";
import { type Curve, curvesOf, recordedCodes } from "./curves.ts";
import { familyFigure } from "./figure.ts";

/** Mounts recorded runs beside published curves. The reader chooses a code, then any of its curves. */
export function mountFamily(element: HTMLElement, { code = "nb620-gf32" } = {}): void {
  const choice = h(
    "select",
    { onchange: fill },
    ...recordedCodes.map((name) => h("option", { value: name, selected: name === code }, name)),
  );
  const list = h("fieldset", { class: "choices" });
  const rates = h(
    "select",
    { onchange: draw },
    h("option", { value: "fer" }, "FER"),
    h("option", { value: "ser" }, "FER and SER"),
  );
  const figure = h("div");
  const plot = mountPlot(figure);
  element.append(h("div", { class: "controls" }, labelled("Code", choice), labelled("Rates", rates)), list, figure);
  let curves: readonly Curve[] = [];
  fill();
  element.dataset.state = "done";

  function fill(): void {
    curves = curvesOf(choice.value);
    const boxes = curves.map(({ name, kind }, i) => {
      const box = h("input", {
        type: "checkbox",
        checked: i < SHOWN || kind === "reference",
        value: i,
        onchange: draw,
      });
      return h("label", { class: "check" }, box, ` ${name}`);
    });
    list.replaceChildren(h("legend", {}, "Curves"), ...boxes);
    draw();
  }

  function draw(): void {
    const chosen = [...list.querySelectorAll("input")]
      .filter(({ checked }) => checked)
      .map(({ value }) => curves[Number(value)]);
    void plot.draw(familyFigure(chosen, rates.value === "ser"));
  }
}

/** Largest number of curves that are shown at first. */
const SHOWN = 8;
