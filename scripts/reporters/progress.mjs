// Output of a test suite during its run: progress after each tenth, and each failure with the command that runs only the failed
// test.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const PROGRESS_STEPS = 10;

/** Prints the progress after each tenth, such as 'files 12 of 120'; nothing when only one file runs. */
export class ProgressPrinter {
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
    const step = Math.floor((this.#done * PROGRESS_STEPS) / this.#all);
    if (step === this.#told || this.#all < 2) return;
    this.#told = step;
    console.log(`${this.#unit} ${this.#done} of ${this.#all}`);
  }
}

const quoteForShell = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a regular expression that matches exactly the text, quoted for a shell. */
export const quotedLiteralPattern = (text) =>
  quoteForShell(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));

/**
 * Prints one failure. `place`: absolute file name and line; `said`: expectation and difference; `alone`: command that runs only
 * this test.
 */
export function printFailure({ title, place, said, alone }) {
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
