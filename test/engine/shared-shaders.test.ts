import { describe, expect, it } from "vitest";
import type { ShaderMessage } from "../../src/engine/cpu/pool/protocol.ts";
import { SharedShaders, WorkerShaders } from "../../src/engine/cpu/pool/shared-shaders.ts";
import type { CompiledShader } from "../../src/wgsl-cpu/index.ts";

/** A pool whose messages arrive when the test delivers them. */
class Mail {
  readonly shared = new SharedShaders();
  /** Keys of the shaders that were compiled, in the order of compilation. */
  readonly compiled: string[] = [];
  readonly #letters: (() => void)[] = [];

  worker() {
    const sharing = { post: (message: ShaderMessage) => this.#send(message, (copy) => store.hear(copy)) };
    const store = new WorkerShaders({
      post: (message) => this.#send(message, (copy) => this.shared.hear(sharing, copy)),
    });
    const want = (key: string) => store.compiled(key, () => this.#compile(key));
    return { sharing, want };
  }

  /** Delivers messages, also messages in answer to them. */
  async deliver(most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let done = 0; done < most && this.#letters.length > 0; done++) {
      this.#letters.shift()!();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  #send(message: ShaderMessage, hear: (copy: ShaderMessage) => void): void {
    const copy = structuredClone(message);
    this.#letters.push(() => hear(copy));
  }

  #compile(key: string): CompiledShader {
    this.compiled.push(key);
    if (key === "bad") throw new Error("wgsl/bad.wgsl:7: no such name");
    return { bytes: new TextEncoder().encode(key), scratchBytes: key.length };
  }
}

const shaderOf = (key: string) => ({ bytes: new TextEncoder().encode(key), scratchBytes: key.length });

describe("the shaders of a pool", () => {
  it("are compiled once, and sent to workers that wait and to workers that come later", async () => {
    const mail = new Mail();
    const workers = [0, 1, 2].map(() => mail.worker());
    const wanted = workers.flatMap(({ want }) => ["a", "bb", "ccc"].map(want));
    await mail.deliver();
    expect(await Promise.all(wanted)).toEqual([0, 1, 2].flatMap(() => ["a", "bb", "ccc"].map(shaderOf)));
    const late = ["bb", "dddd"].map(mail.worker().want);
    await mail.deliver();
    expect(await Promise.all(late)).toEqual(["bb", "dddd"].map(shaderOf));
    expect(mail.compiled).toEqual(["a", "bb", "ccc", "dddd"]);
  });

  it("are refused to all workers that wait where the compiler refuses one", async () => {
    const mail = new Mail();
    const refused = Promise.allSettled([0, 1].map(() => mail.worker().want("bad")));
    await mail.deliver();
    for (const { status, reason } of (await refused) as PromiseRejectedResult[]) {
      expect([status, reason.message]).toEqual(["rejected", "wgsl/bad.wgsl:7: no such name"]);
    }
    expect(mail.compiled).toEqual(["bad"]);
  });

  it("are compiled by another worker where the first ends", async () => {
    const mail = new Mail();
    const [first, second, third] = [0, 1, 2].map(() => mail.worker());
    first.want("a");
    const wanted = second.want("a");
    third.want("a");
    // The requests arrive at the pool, its answer does not arrive at the first worker.
    await mail.deliver(3);
    expect(mail.compiled).toEqual([]);
    mail.shared.leave(third.sharing);
    mail.shared.leave(first.sharing);
    await mail.deliver(1);
    expect(mail.compiled).toEqual(["a"]);
    await mail.deliver();
    expect(await wanted).toEqual(shaderOf("a"));
  });
});
