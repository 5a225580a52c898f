import { once } from "node:events";
import type { Writable } from "node:stream";
import { InputError } from "../../errors.ts";
import type { EngineChoice } from "../engine/engines.ts";
import { type Message, messageBytes, messages, PROTOCOL } from "./message.ts";
import { Session } from "./session.ts";

/** Bytes of arrays that wait for their answers: beyond them no more is read. */
const WAITING_MAXIMUM = 2 ** 26;

/**
 * Serves one client by messages: a line of JSON, and behind it the bytes of its `arrays`, little-endian, in their order and without padding:
 * `{"id": 3, "method": "decode", "code": 1, "decoder": "min-sum", "kind": "bit", "arrays": [{"name": "llr", "dtype": "f32", "shape": [9, 576]}]}`.
 *
 * - `info` takes `protocol`: answers with protocol, version and methods.
 * - `load` takes `code` with `options`, or `matrix` with the arrays row, column and value: answers with a number, `code`, and sizes.
 * - `decoder` takes `code` and `decoder`: answers with the decoder written out.
 * - `decode` takes `code`, `decoder`, `kind` and the arrays llr and syndrome: answers with the arrays symbols, iterations and converged.
 * - `load` takes `model` with the array dem too, an error model in Stim's format; `decode-shots` takes `code`, `decoder` and the array shots,
 *   [shots][⌈detectors/8⌉]: answers with the arrays observables, iterations and found.
 * - `simulate` takes `code`, `decoder`, `channel` and `options`: sends events with `points`, and answers with the last ones and `done`.
 * - `cancel` takes `request`, the number of a simulation or a decoding; `release` takes `code`.
 *
 * An answer has the `id` of its request and `result` or `error`; answers may come in another order than requests.
 *
 * Serves until the client's stream ends: then simulations end, and decodings that are under way are still answered. The first message to the
 * client is `{"protocol": 1}`.
 * @throws InputError for a stream without messages, after an answer that reports it.
 */
export async function serve(input: AsyncIterable<Uint8Array>, output: Writable, choice: EngineChoice): Promise<void> {
  const send = (message: Message) => {
    for (const bytes of messageBytes(message)) output.write(bytes);
  };
  const session = new Session(choice, send);
  let waiting = 0;
  const under = new Set<Promise<void>>();
  send({ content: { protocol: PROTOCOL }, arrays: {} });
  try {
    for await (const message of messages(input)) {
      const size = Object.values(message.arrays).reduce((sum, { bytes }) => sum + bytes.length, 0);
      waiting += size;
      const handled = session.handle(message).finally(() => {
        waiting -= size;
        under.delete(handled);
      });
      under.add(handled);
      while (waiting > WAITING_MAXIMUM) await Promise.race(under);
      if (output.writableNeedDrain) await once(output, "drain");
    }
    session.cancelAll();
    await Promise.all(under);
  } catch (error) {
    if (error instanceof InputError) {
      send({ content: { id: null, error: { kind: "protocol", message: error.message } }, arrays: {} });
    }
    throw error;
  } finally {
    await session.close();
  }
}
