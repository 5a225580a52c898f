/** Converts the type `max-errors` to a property name. */
export type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Converts `max-errors` to `maxErrors`. */
export function camel<Name extends string>(name: Name): Camel<Name> {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>;
}

/** Converts `maxErrors` to `max-errors`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
