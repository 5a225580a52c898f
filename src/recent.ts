/** Values that are costly to make, by their keys: the most recently used ones are kept, so that long sessions do not fill memory. */
export class Recent<Key, Value> {
  readonly #limit: number;
  readonly #values = new Map<Key, Value>();

  /** @param limit number of values that are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of a key, if it is kept. */
  kept(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** The value of a key. @param make makes it, if it is not kept. */
  get(key: Key, make: () => Value): Value {
    const value = this.#values.has(key) ? this.#values.get(key)! : make();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#limit) this.#values.delete(this.#values.keys().next().value!);
    return value;
  }
}
