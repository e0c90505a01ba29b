import { DateOnly } from '#contract/primitives.ts';
import { dayWritten, writtenDay } from '../../time/calendar.ts';
import { tidySubject, type BegunLine } from './note-lines.ts';

/** What somebody may not do, and how long: a restriction without an end says so. */
export interface Restriction {
  readonly what: string;
  /** Days, YYYY-MM-DD; the last one included. */
  readonly from: string;
  /** Null for one that stays. */
  readonly to: string | null;
}

export type RestrictionProblem = 'missing' | 'no_day' | 'before_from';
type RestrictionProblems = Readonly<Partial<Record<'subject' | 'from' | 'to', RestrictionProblem>>>;

/** A year that is still being typed, 0202, is not meant. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

function dayProblem(day: string): RestrictionProblem | undefined {
  if (day === '') return 'missing';
  return DateOnly.safeParse(day).success && day >= FIRST_DAY && day <= LAST_DAY ? undefined : 'no_day';
}

function endProblem({ from, to, isPermanent }: BegunLine): RestrictionProblem | undefined {
  if (isPermanent) return undefined;
  return dayProblem(to) ?? (dayProblem(from) === undefined && to < from ? 'before_from' : undefined);
}

/** What keeps it from being written; empty where nothing does. */
export function restrictionProblems(begun: BegunLine): RestrictionProblems {
  const subject = tidySubject(begun.subject) === '' ? 'missing' : undefined;
  const from = dayProblem(begun.from);
  const to = endProblem(begun);
  return { ...(subject && { subject }), ...(from && { from }), ...(to && { to }) };
}

/** 'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.' Of one without problems. */
export function restrictionLine({ subject, from, to, isPermanent }: BegunLine): string {
  const how = isPermanent
    ? `permanente desde el ${writtenDay(from)}`
    : `del ${writtenDay(from)} al ${writtenDay(to)}`;
  return `${tidySubject(subject)}, ${how}.`;
}

/** Returns the sentence of a stored restriction. */
export const decidedRestrictionLine = ({ what, from, to }: Restriction): string =>
  restrictionLine({ subject: what, from, to: to ?? '', isPermanent: to === null });

/** A line of such words, whoever wrote it; null for any other. */
export function readRestriction(line: string): Restriction | null {
  const comma = line.lastIndexOf(', ');
  const how = line.slice(comma + 2);
  const [, from, to] = /^del (.{10,11}) al (.{10,11}?)\.?$/.exec(how) ?? [];
  const [, since] = /^permanente desde el (.{10,11}?)\.?$/.exec(how) ?? [];
  const first = dayWritten(from ?? since ?? '');
  const last = dayWritten(to ?? '');
  if (comma <= 0 || first === null || (since === undefined && last === null)) return null;
  return { what: line.slice(0, comma), from: first, to: last };
}
