import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { LOGO_MAX_BYTES } from '#contract/limits.ts';
import { type HostileText, createHostileTexts, repeatHostileText } from './hostile.ts';
import {
  type FoundPattern,
  zodFormatsIn,
  patternLiteralsOf,
  recordCreatedPatterns,
  countDynamicPatterns,
  readInputHandlingFiles,
} from './patterns.ts';

/** Maximum length of a text in a JSON body in characters (server-options.ts). Headers and addresses are shorter. */
const MAX_BODY_TEXT_LENGTH = 64 * 1024;
/** Files whose patterns may receive texts longer than MAX_BODY_TEXT_LENGTH, each with that maximum length. */
const MAX_TEXT_LENGTH_BY_FILE: Readonly<Record<string, number>> = {
  'server/platform/files/logos/svg.ts': LOGO_MAX_BYTES,
};
/**
 * Text lengths to try, in ascending order. The short ones reveal patterns whose time doubles with each character, the last one
 * reveals quadratic time.
 */
const TRIED_TEXT_LENGTHS = [20, 24, 256, 2 * 1024, 8 * 1024];
/** Limit in ms: after a slower trial, no longer text is tried. */
const SLOW_TRIAL_MS = 20;
const TRIES_PER_MEASUREMENT = 3;
const ROUNDS = 3;
const CONFIRMING_MEASUREMENT_COUNT = 5;
/**
 * Accepted multiple of the time of one linear pass over the text. Harmless patterns with bounded repetitions take up to this
 * multiple.
 */
const MAX_LINEAR_TIME_RATIO = 300;
/** The check compares a text with one of a fourth of its length: linear time grows by a factor of 4, quadratic time by 16. */
const SIZE_FACTOR = 4;
const MAX_TIME_GROWTH_FACTOR = 8;

const patternOfSchema = (schema: z.ZodMiniType): RegExp | null =>
  'pattern' in schema.def && schema.def.pattern instanceof RegExp ? schema.def.pattern : null;

/** Returns true if zod checks the format with a pattern and the format's schema needs no arguments. */
function isFormatWithPattern(name: string): boolean {
  const make = name.split('.').reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], z);
  try {
    return patternOfSchema((make as () => z.ZodMiniType)()) !== null;
  } catch {
    return false; // The schema of this format needs other schemas as arguments.
  }
}

/** Files that create patterns from texts at run time, each with a call during which the file creates its patterns. */
const PATTERN_CREATING_CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  'domain/roster/headers.ts': async () =>
    (await import('#domain/roster/headers.ts')).targetOfHeader(undefined, []),
  'domain/evaluation/notes/leaks.ts': async () =>
    (await import('#domain/evaluation/notes/leaks.ts')).markPossibleFindings('Voz.'),
  'domain/evaluation/notes/prose.ts': async () =>
    (await import('#domain/evaluation/notes/prose.ts')).requestedProgrammesIn('Voz.'),
  'server/platform/http/responses/allowed-methods.ts': async () =>
    (await import('#server/platform/http/responses/allowed-methods.ts')).allowedMethods('/'),
};

const inputHandlingFiles = readInputHandlingFiles();

function runPattern(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  while (pattern.test(text) && pattern.global);
}
const readCpuTimeMs = (): number => {
  // Processor time, because other programs affect wall-clock time.
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
function measureFastestRunMs(pattern: RegExp, text: string, tries: number): number {
  let best = Infinity;
  for (let count = 0; count < tries; count += 1) {
    const began = readCpuTimeMs();
    runPattern(pattern, text);
    best = Math.min(best, readCpuTimeMs() - began);
  }
  return best;
}
/** Returns the time in ms of one linear pass over `length` characters on this machine, plus the clock's resolution. */
const measureLinearPassMs = (length: number): number =>
  measureFastestRunMs(/[^x]$/, 'x'.repeat(length), TRIES_PER_MEASUREMENT) + 0.005;

interface PatternTrial {
  readonly text: HostileText;
  readonly length: number;
  readonly ms: number;
}
/** Measures the pattern with increasing text lengths until it is slow. */
function measureUntilSlow(pattern: RegExp, text: HostileText, longest: number): PatternTrial {
  let trial: PatternTrial = { text, length: 0, ms: 0 };
  for (const length of TRIED_TEXT_LENGTHS) {
    if (length > longest || trial.ms > SLOW_TRIAL_MS) break;
    trial = { text, length, ms: measureFastestRunMs(pattern, repeatHostileText(text, length), 1) };
  }
  return trial;
}

/** Returns the slowest trial of all hostile texts; stops at the first trial above SLOW_TRIAL_MS. */
function findWorstTrialUntilSlow(pattern: RegExp, longest: number): PatternTrial | null {
  let worst: PatternTrial | null = null;
  for (const text of createHostileTexts(pattern)) {
    const trial = measureUntilSlow(pattern, text, longest);
    if (worst === null || trial.ms > worst.ms) worst = trial;
    if (worst.ms > SLOW_TRIAL_MS) break;
  }
  return worst;
}

/** Returns true if the pattern's time grows much faster than the text length in every round of measurements. */
function growsTooFast(pattern: RegExp, { text, length }: Pick<PatternTrial, 'text' | 'length'>): boolean {
  for (let count = 0; count < ROUNDS; count += 1) {
    const whole = measureFastestRunMs(pattern, repeatHostileText(text, length), TRIES_PER_MEASUREMENT);
    if (whole <= MAX_LINEAR_TIME_RATIO * measureLinearPassMs(length)) return false;
    if (
      whole <=
      MAX_TIME_GROWTH_FACTOR *
        measureFastestRunMs(pattern, repeatHostileText(text, length / SIZE_FACTOR), TRIES_PER_MEASUREMENT)
    )
      return false;
  }
  return true;
}

/** Returns a description of the problem; null if the time of the pattern is proportional to the text length. */
function findPatternProblem({ file, pattern }: FoundPattern): string | null {
  const longest = MAX_TEXT_LENGTH_BY_FILE[file] ?? MAX_BODY_TEXT_LENGTH;
  const worst = findWorstTrialUntilSlow(pattern, longest);
  if (worst === null) return null;
  const { text, length, ms } = worst;
  if (
    !growsTooFast(pattern, worst) &&
    (ms > SLOW_TRIAL_MS || !growsTooFast(pattern, { text, length: longest }))
  )
    return null;
  return `${file}: ${String(pattern)} takes ${ms.toFixed(1)} ms for ${length} signs of ${JSON.stringify(text)}`;
}

/**
 * Returns the problem if repeated measurements confirm it. A single measurement can report a harmless pattern, because Node
 * counts the processor time of all threads together.
 */
function findConfirmedProblem(found: FoundPattern): string | null {
  const problem = findPatternProblem(found);
  if (problem === null) return null;
  const further = Array.from({ length: CONFIRMING_MEASUREMENT_COUNT - 1 }, () => findPatternProblem(found));
  return further.filter((look) => look !== null).length >= CONFIRMING_MEASUREMENT_COUNT / 2 ? problem : null;
}

// The tests make thousands of time measurements, which take a minute on a busy machine.
describe('H1 patterns that match external text', { timeout: 240_000, tags: ['landing'] }, () => {
  it('the check finds no slow regular-expression literal in code that handles external text', () => {
    const literals = inputHandlingFiles.flatMap(patternLiteralsOf);
    expect(literals.length).toBeGreaterThan(100);
    expect(literals.map(findConfirmedProblem).filter((problem) => problem !== null)).toEqual([]);
  });

  it('the check finds no slow pattern among the patterns that the code creates from a text', async () => {
    expect(
      inputHandlingFiles.filter((file) => countDynamicPatterns(file) > 0).map(({ file }) => file),
    ).toEqual(Object.keys(PATTERN_CREATING_CALLS));
    vi.resetModules();
    const made: FoundPattern[] = [];
    for (const [file, work] of Object.entries(PATTERN_CREATING_CALLS))
      made.push(...(await recordCreatedPatterns(file, work)));
    expect(new Set(made.map(({ file }) => file)).size).toBe(Object.keys(PATTERN_CREATING_CALLS).length);
    expect(made.map(findConfirmedProblem).filter((problem) => problem !== null)).toEqual([]);
  });

  it('the check finds no slow pattern among the zod formats that the contract uses', () => {
    const formats = { email: z.email(), uuid: z.uuid(), 'iso.datetime': z.iso.datetime({ offset: true }) };
    const asked = new Set(inputHandlingFiles.flatMap(zodFormatsIn).filter(isFormatWithPattern));
    expect([...asked].sort()).toEqual(Object.keys(formats).sort());
    const found = Object.entries(formats).map(([name, schema]) => ({
      file: `z.${name}`,
      pattern: patternOfSchema(schema)!,
    }));
    expect(found.map(findConfirmedProblem).filter((problem) => problem !== null)).toEqual([]);
  });

  it.each([/\bVersion\/[\d.]+.*\bSafari\//, /\s+$/, /(a+)+$/, /^[^\s/]+\.[^\s]+$/, /<!DOCTYPE[^>[]*\[/])(
    'the check reports a known slow pattern: %s',
    (pattern) => {
      // The check runs several times, because other programs may slow down the measurement of the shorter text and so hide the
      // growth.
      const looks = Array.from(
        { length: CONFIRMING_MEASUREMENT_COUNT },
        () => () => findPatternProblem({ file: 'x', pattern }),
      );
      expect(looks.some((look) => look() !== null)).toBe(true);
    },
  );
});
