/// <reference types="vite/client" />

/** The codes that come with the package, made by notebooks/site/catalogue.ts. */
declare module "virtual:codes" {
  import type { CatalogueCode } from "./shared/codes.ts";

  const codes: readonly CatalogueCode[];
  export default codes;
}

declare module "plotly.js-basic-dist-min" {
  const plotly: {
    react(element: HTMLElement, data: readonly object[], layout: object, config?: object): Promise<void>;
    purge(element: HTMLElement): void;
    Plots: { resize(element: HTMLElement): void };
  };
  export default plotly;
}
