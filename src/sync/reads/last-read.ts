import type { ConnectionState } from '#domain/connection-state.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { failureReason, supportCodeSuffix } from '../messages/failure-text.ts';
import { withFullStop } from '../messages/rejection-text.ts';
import type { Account } from '../session/session.ts';
import { CAPTIVE_PORTAL_TEXT, isIntercepted } from '../requests/unreachable-text.ts';

/** Outcome of the last attempt to read data from the server (R3). */
export type LastRead =
  | { readonly name: 'fine' }
  /** No response: no network, or no server. */
  | { readonly name: 'offline' }
  /** Another system between the device and the server responds in its place (S6). */
  | { readonly name: 'portal' }
  /** No request is sent before the user signs in (S9, D2). */
  | { readonly name: 'session' }
  /** The connection has just come back, and the failed request is being repeated. */
  | { readonly name: 'comeback' }
  /**
   * The server responded with a rejection or its own failure, or exceeded the time limit. `isRepeated`: the request is repeated
   * automatically.
   */
  | {
      readonly name: 'failed';
      readonly reason: string;
      readonly isRepeated: boolean;
      readonly supportCode?: string;
    }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind };

interface Signs {
  readonly query: {
    /** Error of the last attempt, once the retries have failed (P9). */
    readonly error: unknown;
    /** Error of the last attempt, also while a retry is pending. */
    readonly failureReason: unknown;
    /** A request is in flight at this moment. */
    readonly isFetching: boolean;
  };
  /** No result has arrived yet, not even the device's cached copy. */
  readonly beginning?: boolean;
  readonly link: ConnectionState;
  readonly gate: Account['gate'];
}

/**
 * Milliseconds after which the device has shown its cached copy, if it has one. After that time a connection that is down is
 * reported.
 */
export const OFFLINE_COPY_MS = 300;

const isEnded = (error: unknown): boolean => error instanceof Rejected && error.status === 401;

/**
 * Returns the outcome of the last read. A connection that is down explains any earlier failure; otherwise the attempt itself
 * decides.
 */
export function lastReadOutcome({ query, beginning = false, link, gate }: Signs): LastRead {
  const error = query.error ?? query.failureReason;
  if (error instanceof StorageProblem) return { name: 'storage', kind: error.kind };
  if (error === null && beginning) return { name: 'fine' };
  if (link.name === 'down') return { name: isIntercepted(link) ? 'portal' : 'offline' };
  if (gate !== 'open' || isEnded(error)) return { name: 'session' };
  if (error instanceof Unreachable && error.reason === 'portal') return { name: 'portal' };
  if (error === null) return { name: 'fine' };
  if (query.error instanceof Unreachable && query.isFetching) return { name: 'comeback' };
  const supportCode = supportCodeSuffix(error);
  return {
    name: 'failed',
    reason: failureReason(error),
    isRepeated: query.error === null,
    ...(supportCode !== undefined && { supportCode }),
  };
}

/**
 * Returns the text for the age of the displayed data. `updated`: the word for data that the server has just sent
 * ('Actualizado'); it is not used for data that could not be refreshed. Times in milliseconds.
 */
export function readAgeText(read: LastRead, updated: string, fetchedAt: number, now: number): string {
  const ago = relativeTimeText(fetchedAt, now);
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
      /** Title of the error message that this screen shows after a failed read (P8). */
      readonly title: string;
      readonly text: string;
      /** A cached copy is on the screen in the meantime. */
      readonly isKept: boolean;
      readonly supportCode?: string;
    };

function reasonText(read: Exclude<LastRead, { name: 'fine' | 'comeback' | 'storage' }>): string {
  switch (read.name) {
    case 'offline':
      return `Sin conexión: ${navigator.onLine ? 'el servidor no responde' : 'este dispositivo no tiene red'}.`;
    case 'portal':
      return CAPTIVE_PORTAL_TEXT;
    case 'session':
      return 'Inicia sesión para cargar los datos.';
    case 'failed':
      return read.reason;
  }
}

/** Returns the text for a cached copy. The hour does not change while the user reads, so that a screen reader reads it once. */
function backupText(fetchedAt: number): string {
  const isToday = formatDate(fetchedAt) === formatDate(Date.now());
  const day = isToday ? '' : `del ${formatDate(fetchedAt)} `;
  return `Ves la copia ${day}de las ${formatTime(fetchedAt)}.`;
}

/**
 * Returns the problem that a screen shows after a failed read; null for none. `failed`: title of the screen's error message
 * (P8). `keptAt`: time at which the server sent the displayed data; null without any. The texts of the age and of the session
 * banner are not repeated.
 */
export function readProblem(read: LastRead, failed: string, keptAt: number | null): ReadProblem | null {
  if (read.name === 'fine' || read.name === 'comeback') return null;
  if (read.name === 'storage') return { type: 'storage', kind: read.kind };
  const isCached = keptAt !== null;
  // While a skeleton is shown, one response of a busy server that the next attempt corrects is not reported.
  if (read.name === 'failed' && read.isRepeated && !isCached) return null;
  if (isCached && (read.name === 'offline' || read.name === 'session')) return null;
  const later = read.name === 'offline' ? 'Se intenta de nuevo cuando vuelva.' : '';
  const sentences = [reasonText(read), keptAt === null ? later : backupText(keptAt)].filter(
    (one) => one !== '',
  );
  const code = read.name === 'failed' && read.supportCode !== undefined && { supportCode: read.supportCode };
  return {
    type: 'read',
    title: failed,
    text: sentences.map(withFullStop).join(' '),
    isKept: isCached,
    ...code,
  };
}

/** Data of a screen's query: in memory only, or from the device's cached copy. */
interface Shown {
  readonly data: unknown;
  /** Time at which the server sent the data, in milliseconds. */
  readonly dataUpdatedAt: number;
  readonly isPlaceholderData: boolean;
}

export interface ReadDisplay {
  readonly problem: ReadProblem | null;
  /**
   * Returns the text for the age of the displayed data at a time in milliseconds; null for data that the server has just sent,
   * or for none.
   */
  readonly age: ((now: number) => string) | null;
}

/** Returns the problem and the age that a screen shows for its last read. `failed`: title of the screen's error message. */
export function readDisplayOf({ failed, ...signs }: Signs & { query: Shown; failed: string }): ReadDisplay {
  const { data, dataUpdatedAt, isPlaceholderData } = signs.query;
  const keptAt = data === undefined || data === null || isPlaceholderData ? null : dataUpdatedAt;
  const read = lastReadOutcome(signs);
  return {
    problem: readProblem(read, failed, keptAt),
    age:
      keptAt === null || read.name === 'fine' ? null : (now) => readAgeText(read, 'Actualizado', keptAt, now),
  };
}
