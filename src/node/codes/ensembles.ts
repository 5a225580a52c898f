import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { MetEnsemble } from "../../code/construct/met.ts";
import { ENSEMBLE_ENDING, readEnsemble } from "../../code/formats/json.ts";
import { InputError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import { packageRoot } from "../package-root.ts";
import { readText } from "./codes.ts";

/**
 * Names of the multi-edge-type ensembles that come with the package.
 * @example
 * listEnsembles().length > 0; // → true
 */
export function listEnsembles(): string[] {
  return ensembleFiles().map((path) => basename(path, ENSEMBLE_ENDING));
}

/**
 * A multi-edge-type ensemble of the package by its name, or else an ensemble from a file.
 * @param nameOrFile name of an ensemble of the package, or path of a JSON file.
 * @throws InputError for an unknown name (with the nearest one), or a file that cannot be read or is no ensemble.
 * @example
 * designRate(loadEnsemble(listEnsembles()[0])) > 0; // → true
 */
export function loadEnsemble(nameOrFile: string): MetEnsemble {
  const found = ensembleFiles().find((path) => basename(path, ENSEMBLE_ENDING) === nameOrFile);
  const path = found ?? nameOrFile;
  if (found !== undefined || /[/\\]|\.json$/.test(nameOrFile) || existsSync(nameOrFile)) {
    return readEnsemble(readText(path), path);
  }
  const meant = nearest(nameOrFile, listEnsembles());
  const remedy = meant === undefined ? `there are ${listEnsembles().join(", ")}` : `did you mean ${meant}?`;
  throw new InputError(`unknown ensemble "${nameOrFile}", and there is no such file: ${remedy}`);
}

function ensembleFiles(): string[] {
  const root = join(packageRoot(), "codes");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ENSEMBLE_ENDING))
    .sort()
    .map((path) => join(root, path));
}
