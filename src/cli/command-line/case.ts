/** `max-errors` as a property's name. */
export type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** `max-errors` as `maxErrors`. */
export function camel<Name extends string>(name: Name): Camel<Name> {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>;
}

/** `maxErrors` as `max-errors`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
