import { DateOnly } from '#contract/primitives.ts';
import { parseShortDayText, shortDayText } from '../../time/calendar.ts';
import { normalizeLineSubject, type UnfinishedLine } from './note-lines.ts';

/** Restricted activity with its period. Without a last day, the restriction is permanent. */
export interface Restriction {
  readonly what: string;
  readonly from: string;
  /** Last day of the restriction (included), YYYY-MM-DD; null for a permanent restriction. */
  readonly to: string | null;
}

export type RestrictionProblem = 'missing' | 'no_day' | 'before_from';
type RestrictionProblems = Readonly<Partial<Record<'subject' | 'from' | 'to', RestrictionProblem>>>;

/** Earliest accepted day. This limit rejects a date whose year the user is still typing, such as 0202. */
const EARLIEST_RESTRICTION_DAY = '2000-01-01';
const LATEST_RESTRICTION_DAY = '2099-12-31';

function dayProblem(day: string): RestrictionProblem | undefined {
  if (day === '') return 'missing';
  return DateOnly.safeParse(day).success && day >= EARLIEST_RESTRICTION_DAY && day <= LATEST_RESTRICTION_DAY
    ? undefined
    : 'no_day';
}

function endDayProblem({ from, to, isPermanent }: UnfinishedLine): RestrictionProblem | undefined {
  if (isPermanent) return undefined;
  return dayProblem(to) ?? (dayProblem(from) === undefined && to < from ? 'before_from' : undefined);
}

/** Returns the problems of the fields of the form; empty when the form may write the line. */
export function restrictionProblems(begun: UnfinishedLine): RestrictionProblems {
  const subject = normalizeLineSubject(begun.subject) === '' ? 'missing' : undefined;
  const from = dayProblem(begun.from);
  const to = endDayProblem(begun);
  return { ...(subject && { subject }), ...(from && { from }), ...(to && { to }) };
}

/**
 * Returns the sentence of a restriction, such as 'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.' The input must have no
 * problems.
 */
export function restrictionLine({ subject, from, to, isPermanent }: UnfinishedLine): string {
  const how = isPermanent
    ? `permanente desde el ${shortDayText(from)}`
    : `del ${shortDayText(from)} al ${shortDayText(to)}`;
  return `${normalizeLineSubject(subject)}, ${how}.`;
}

export const decidedRestrictionLine = ({ what, from, to }: Restriction): string =>
  restrictionLine({ subject: what, from, to: to ?? '', isPermanent: to === null });

/** Parses a line in the form that `restrictionLine` writes, even if a user typed it; returns null for any other line. */
export function readRestriction(line: string): Restriction | null {
  const comma = line.lastIndexOf(', ');
  const how = line.slice(comma + 2);
  const [, from, to] = /^del (.{10,11}) al (.{10,11}?)\.?$/.exec(how) ?? [];
  const [, since] = /^permanente desde el (.{10,11}?)\.?$/.exec(how) ?? [];
  const first = parseShortDayText(from ?? since ?? '');
  const last = parseShortDayText(to ?? '');
  if (comma <= 0 || first === null || (since === undefined && last === null)) return null;
  return { what: line.slice(0, comma), from: first, to: last };
}
