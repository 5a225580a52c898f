import type { JournalHeader } from "../node/reconciliation-headers.ts";

/** What an unfinished run has otherwise than a new command, in words; nothing if they are about the same. */
export function runDifference(unfinished: JournalHeader, now: JournalHeader): string | undefined {
  const was = descriptions(unfinished);
  const is = descriptions(now);
  const different = Object.keys(was).find((what) => was[what] !== is[what]);
  if (different === undefined) return undefined;
  // Of what is only there in one of them, the names are enough.
  if (was[different] === undefined || is[different] === undefined) return endsText(unfinished);
  return `${different} ${was[different]}, not ${is[different]}`;
}

/** Whatever decides on the content of the files, by the option that says it. */
function descriptions({ stream, alice, bob, received, decoding }: JournalHeader): Record<string, string | undefined> {
  const { code, punctured, shortened, seed, hashBits, salt, qber, bits } = stream;
  return {
    "--bob": bob && stringText(bob),
    "--alice": alice && stringText(alice),
    "--syndromes": received,
    "--code": `${code.name} (${code.hash.slice(0, 12)}…)`,
    "--columns": code.columns,
    "--qber": String(decoding?.qber ?? qber),
    "--bits": String(bits),
    "--punctured": String(punctured),
    "--shortened": String(shortened),
    "--seed": String(seed),
    "--hash-bits": String(hashBits),
    "--salt": salt,
    "--decoder": decoding?.decoder,
  };
}

function stringText({ bits, modified }: { readonly bits: number; readonly modified: number }): string {
  return `of ${bits} bits, changed ${new Date(modified).toISOString()}`;
}

function endsText({ alice, bob }: JournalHeader): string {
  return alice === undefined ? "--bob and --syndromes" : bob === undefined ? "--alice alone" : "--alice and --bob";
}
