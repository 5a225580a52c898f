import { it } from "vitest";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { shaderRunner } from "../run-shader.ts";

const runShader = shaderRunner();

it("squares 32-bit integers to 64 bits", async () => {
  const random = randomNumbers(5);
  const edges = [0, 1, 2, 0xffff, 0x10000, 0x10001, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
  const values = [...edges, ...Array.from({ length: 500 }, () => Math.floor(random() * 2 ** (32 * random())))];
  const body = `
    let square = square_wide(input[item]);
    output[4u * item] = square.x;
    output[4u * item + 1u] = square.y;`;
  const result = await runShader(["statistics/square"], body, Uint32Array.from(values), values.length);
  const expected = values.flatMap((value) => {
    const square = BigInt(value) ** 2n;
    return [Number(square % 2n ** 32n), Number(square / 2n ** 32n), 0, 0];
  });
  expectSameElements(result, expected);
});
