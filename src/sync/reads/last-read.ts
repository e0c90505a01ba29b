import type { Link } from '#domain/link.ts';
import { agoWords } from '#domain/time/ago.ts';
import { dayOf, timeOfDay } from '#domain/time/words.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { Refused, Unreachable } from '../requests/api-request.ts';
import { failureReason, supportCodeBehind } from '../words/failure-text.ts';
import { withStop } from '../words/refusal-text.ts';
import type { Account } from '../session/session.ts';
import { ANOTHER_ANSWERS, isIntercepted } from '../requests/unreached-text.ts';

/** What the last attempt to read something from the provider came to (R3). */
export type LastRead =
  | { readonly name: 'fine' }
  /** Nobody is reached: no network, or no provider. */
  | { readonly name: 'offline' }
  /** Something between us and the provider answers in its stead (S6). */
  | { readonly name: 'portal' }
  /** Nothing is asked before the person signs in (S9, D2). */
  | { readonly name: 'session' }
  /** The link has just come back, and what failed without it is asked for anew. */
  | { readonly name: 'comeback' }
  /** The provider answers, and what it said was a refusal, its own failure, or nothing in time. `isRepeated`: it is asked again by itself. */
  | {
      readonly name: 'failed';
      readonly reason: string;
      readonly isRepeated: boolean;
      readonly supportCode?: string;
    }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind };

interface Signs {
  readonly query: {
    /** Of the last attempt, once it was repeated in vain (P9). */
    readonly error: unknown;
    /** Of the last attempt, also where it is about to be repeated. */
    readonly failureReason: unknown;
    /** It is being asked for at this moment. */
    readonly isFetching: boolean;
  };
  /** Nothing has been heard yet, of the device's own copy either. */
  readonly beginning?: boolean;
  readonly link: Link;
  readonly gate: Account['gate'];
}

/** Milliseconds after which the device would have shown its own copy, so that a link that is down is said. */
export const OWN_COPY_MS = 300;

const isEnded = (error: unknown): boolean => error instanceof Refused && error.status === 401;

/** A link that is down explains whatever failed before; otherwise it is the attempt itself that tells. */
export function lastRead({ query, beginning = false, link, gate }: Signs): LastRead {
  const error = query.error ?? query.failureReason;
  if (error instanceof StorageProblem) return { name: 'storage', kind: error.kind };
  if (error === null && beginning) return { name: 'fine' };
  if (link.name === 'down') return { name: isIntercepted(link) ? 'portal' : 'offline' };
  if (gate !== 'open' || isEnded(error)) return { name: 'session' };
  if (error instanceof Unreachable && error.reason === 'portal') return { name: 'portal' };
  if (error === null) return { name: 'fine' };
  if (query.error instanceof Unreachable && query.isFetching) return { name: 'comeback' };
  const supportCode = supportCodeBehind(error);
  return {
    name: 'failed',
    reason: failureReason(error),
    isRepeated: query.error === null,
    ...(supportCode !== undefined && { supportCode }),
  };
}

/**
 * How old what is shown is. `updated`: the word for what the provider has just said ('Actualizado'); it is not said of
 * what could not be read anew. Milliseconds.
 */
export function ageWords(read: LastRead, updated: string, fetchedAt: number, now: number): string {
  const ago = agoWords(fetchedAt, now);
  switch (read.name) {
    case 'fine':
      return `${updated} ${ago}`;
    case 'offline':
      return `Sin conexión · datos de ${ago}`;
    case 'portal':
    case 'session':
    case 'comeback':
    case 'failed':
    case 'storage':
      return `Sin actualizar · datos de ${ago}`;
  }
}

export type ReadProblem =
  | { readonly type: 'storage'; readonly kind: StorageProblemKind }
  | {
      readonly type: 'read';
      /** The screen's own text (P8). */
      readonly title: string;
      readonly text: string;
      /** A copy is on the screen meanwhile. */
      readonly isKept: boolean;
      readonly supportCode?: string;
    };

function reasonWords(read: Exclude<LastRead, { name: 'fine' | 'comeback' | 'storage' }>): string {
  switch (read.name) {
    case 'offline':
      return `Sin conexión: ${navigator.onLine ? 'el servidor no responde' : 'este dispositivo no tiene red'}.`;
    case 'portal':
      return ANOTHER_ANSWERS;
    case 'session':
      return 'Inicia sesión para cargar los datos.';
    case 'failed':
      return read.reason;
  }
}

/** The hour does not change while one reads, so that a screen reader hears it once. */
function copyWords(fetchedAt: number): string {
  const isToday = dayOf(fetchedAt) === dayOf(Date.now());
  const day = isToday ? '' : `del ${dayOf(fetchedAt)} `;
  return `Ves la copia ${day}de las ${timeOfDay(fetchedAt)}.`;
}

/**
 * What a screen says of a reading that failed; null for none. `failed`: its own text (P8). `keptAt`: when the
 * provider said what is on the screen, null without any. What the age and the banner of the session say is not repeated.
 */
export function readProblem(read: LastRead, failed: string, keptAt: number | null): ReadProblem | null {
  if (read.name === 'fine' || read.name === 'comeback') return null;
  if (read.name === 'storage') return { type: 'storage', kind: read.kind };
  const isKept = keptAt !== null;
  // In front of a skeleton one answer of a busy server that the next repeats well is not worth a word.
  if (read.name === 'failed' && read.isRepeated && !isKept) return null;
  if (isKept && (read.name === 'offline' || read.name === 'session')) return null;
  const later = read.name === 'offline' ? 'Se intenta de nuevo cuando vuelva.' : '';
  const sentences = [reasonWords(read), keptAt === null ? later : copyWords(keptAt)].filter(
    (one) => one !== '',
  );
  const code = read.name === 'failed' && read.supportCode !== undefined && { supportCode: read.supportCode };
  return { type: 'read', title: failed, text: sentences.map(withStop).join(' '), isKept, ...code };
}

/** What a query of a screen holds: only in memory, or out of the device's own copy. */
interface Shown {
  readonly data: unknown;
  /** Milliseconds. */
  readonly dataUpdatedAt: number;
  readonly isPlaceholderData: boolean;
}

export interface Reading {
  readonly problem: ReadProblem | null;
  /** How old what is shown is, at a time in milliseconds; null of what the provider has just said, or of nothing. */
  readonly age: ((now: number) => string) | null;
}

/** What a screen says of its last reading; `failed` as above. */
export function readingOf({ failed, ...signs }: Signs & { query: Shown; failed: string }): Reading {
  const { data, dataUpdatedAt, isPlaceholderData } = signs.query;
  const keptAt = data === undefined || data === null || isPlaceholderData ? null : dataUpdatedAt;
  const read = lastRead(signs);
  return {
    problem: readProblem(read, failed, keptAt),
    age: keptAt === null || read.name === 'fine' ? null : (now) => ageWords(read, 'Actualizado', keptAt, now),
  };
}
