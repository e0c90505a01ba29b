// What a suite prints while it runs: how far it is, each tenth of the way, and what fails, with how to run it alone.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const STEPS = 10;

/** Prints 'files 12 of 120' each tenth of the way; nothing of a run of one. */
export class Progress {
  #done = 0;
  #told = 0;
  #all = 0;
  #unit;

  constructor(unit) {
    this.#unit = unit;
  }

  begin(all) {
    [this.#all, this.#done, this.#told] = [all, 0, 0];
  }

  advance() {
    this.#done += 1;
    const step = Math.floor((this.#done * STEPS) / this.#all);
    if (step === this.#told || this.#all < 2) return;
    this.#told = step;
    console.log(`${this.#unit} ${this.#done} of ${this.#all}`);
  }
}

/** Within single quotes of a shell. */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Text that a regular expression matches literally. */
export const literally = (text) => quoted(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));

/**
 * Prints one failure. `place`: file and line, absolute; `said`: expectation and difference; `alone`: the command that runs this test only.
 */
export function tellFailure({ title, place, said, alone }) {
  const lines = stripVTControlCharacters(said).trimEnd().split('\n');
  console.log(
    [
      `FAILED ${title}`,
      ...lines.map((line) => `    ${line}`),
      `  at ${path.relative(process.cwd(), place)}`,
      ...(alone ? [`  alone: ${alone}`] : []),
    ].join('\n'),
  );
}
