import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { LOGO_MAX_BYTES } from '#contract/limits.ts';
import { type Hostile, hostileTo, textOf } from './hostile.ts';
import { type Found, formatsIn, literalsOf, madeBy, madeIn, sources } from './patterns.ts';

/** Of a JSON body (server-options.ts); a header and an address have less room. */
const LONGEST = 64 * 1024;
/** Where a text may be longer. */
const LENGTHS: Readonly<Record<string, number>> = {
  'server/files/logos/svg.ts': LOGO_MAX_BYTES,
};
/** Step by step, for a pattern may take twice the time for each sign; with the last a square stands out. */
const SCREENED = [20, 24, 256, 2 * 1024, 8 * 1024];
/** What is slower is not tried longer. */
const SLOW_MS = 20;
const TRIES = 3;
const ROUNDS = 3;
const LOOKS = 5;
/** So many times a walk over the text is nothing to look at: repetitions with a bound may take that. */
const UNREMARKABLE = 300;
/** Of four times the text: four times the time is linear, sixteen times a square. */
const PARTS = 4;
const GROWTH = 8;

const patternOf = (schema: z.ZodMiniType): RegExp | null =>
  'pattern' in schema.def && schema.def.pattern instanceof RegExp ? schema.def.pattern : null;

/** Whether zod checks it with a pattern: what can be made without arguments and has one. */
function isPatterned(name: string): boolean {
  const make = name.split('.').reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], z);
  try {
    return patternOf((make as () => z.ZodMiniType)()) !== null;
  } catch {
    return false; // made of other schemas
  }
}

/** Files that make patterns of texts, and what makes them do it. */
const MADE: Readonly<Record<string, () => Promise<unknown>>> = {
  'domain/evaluation/notes/leaks.ts': async () =>
    (await import('#domain/evaluation/notes/leaks.ts')).markLeaks('Voz.'),
  'domain/evaluation/notes/prose.ts': async () =>
    (await import('#domain/evaluation/notes/prose.ts')).programmesIn('Voz.'),
  'server/http/answers/allowed-methods.ts': async () =>
    (await import('#server/http/answers/allowed-methods.ts')).allowedMethods('/'),
};

const files = sources();

/** Over the whole text, wherever the pattern matches. */
function walk(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  while (pattern.test(text) && pattern.global);
}
const cpuMs = (): number => {
  // Of the processor, not of the clock: other programs may hold it meanwhile.
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
function timeOf(pattern: RegExp, text: string, tries: number): number {
  let best = Infinity;
  for (let count = 0; count < tries; count += 1) {
    const began = cpuMs();
    walk(pattern, text);
    best = Math.min(best, cpuMs() - began);
  }
  return best;
}
/** What walking over so long a text takes here and now, and the clock's own grain. */
const walkOf = (length: number): number => timeOf(/[^x]$/, 'x'.repeat(length), TRIES) + 0.005;

interface Trial {
  readonly text: Hostile;
  readonly length: number;
  readonly ms: number;
}
/** How long the pattern takes for the text, as long as is needed to tell. */
function tried(pattern: RegExp, text: Hostile, longest: number): Trial {
  let trial: Trial = { text, length: 0, ms: 0 };
  for (const length of SCREENED) {
    if (length > longest || trial.ms > SLOW_MS) break;
    trial = { text, length, ms: timeOf(pattern, textOf(text, length), 1) };
  }
  return trial;
}

/** The text that it takes longest for, or the first that it is slow with. */
function worstOf(pattern: RegExp, longest: number): Trial | null {
  let worst: Trial | null = null;
  for (const text of hostileTo(pattern)) {
    const trial = tried(pattern, text, longest);
    if (worst === null || trial.ms > worst.ms) worst = trial;
    if (worst.ms > SLOW_MS) break;
  }
  return worst;
}

/** Whether the time grows much faster than the text, each time that it is looked at. */
function isSteep(pattern: RegExp, { text, length }: Pick<Trial, 'text' | 'length'>): boolean {
  for (let count = 0; count < ROUNDS; count += 1) {
    const whole = timeOf(pattern, textOf(text, length), TRIES);
    if (whole <= UNREMARKABLE * walkOf(length)) return false;
    if (whole <= GROWTH * timeOf(pattern, textOf(text, length / PARTS), TRIES)) return false;
  }
  return true;
}

/** Null for a pattern that takes time as its text is long. */
function problemOf({ file, pattern }: Found): string | null {
  const longest = LENGTHS[file] ?? LONGEST;
  const worst = worstOf(pattern, longest);
  if (worst === null) return null;
  const { text, length, ms } = worst;
  if (!isSteep(pattern, worst) && (ms > SLOW_MS || !isSteep(pattern, { text, length: longest }))) return null;
  return `${file}: ${String(pattern)} takes ${ms.toFixed(1)} ms for ${length} signs of ${JSON.stringify(text)}`;
}

// Thousands of walks that are compared with each other: on a busy machine they take a minute.
describe(
  'H1 no text from outside keeps a pattern busy for more than its length',
  { timeout: 240_000, tags: ['landing'] },
  () => {
    it('no pattern that is written out', () => {
      const literals = files.flatMap(literalsOf);
      expect(literals.length).toBeGreaterThan(100);
      expect(literals.map(problemOf).filter((problem) => problem !== null)).toEqual([]);
    });

    it('no pattern that is made of a text', async () => {
      expect(files.filter((file) => madeIn(file) > 0).map(({ file }) => file)).toEqual(Object.keys(MADE));
      vi.resetModules();
      const made: Found[] = [];
      for (const [file, work] of Object.entries(MADE)) made.push(...(await madeBy(file, work)));
      expect(new Set(made.map(({ file }) => file)).size).toBe(Object.keys(MADE).length);
      expect(made.map(problemOf).filter((problem) => problem !== null)).toEqual([]);
    });

    it('no format of zod that the contract asks for', () => {
      const formats = { email: z.email(), uuid: z.uuid(), 'iso.datetime': z.iso.datetime({ offset: true }) };
      const asked = new Set(files.flatMap(formatsIn).filter(isPatterned));
      expect([...asked].sort()).toEqual(Object.keys(formats).sort());
      const found = Object.entries(formats).map(([name, schema]) => ({
        file: `z.${name}`,
        pattern: patternOf(schema)!,
      }));
      expect(found.map(problemOf).filter((problem) => problem !== null)).toEqual([]);
    });

    it.each([/\bVersion\/[\d.]+.*\bSafari\//, /\s+$/, /(a+)+$/, /^[^\s/]+\.[^\s]+$/, /<!DOCTYPE[^>[]*\[/])(
      'and one that does is told: %s',
      (pattern) => {
        // Where other programs hold the processor a look may miss it: a round whose smaller text was slowed is no proof.
        const looks = Array.from({ length: LOOKS }, () => () => problemOf({ file: 'x', pattern }));
        expect(looks.some((look) => look() !== null)).toBe(true);
      },
    );
  },
);
