import type { ConnectionState } from '#domain/connection-state.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { failureReasonText, supportCodeOfError } from '../messages/failure-text.ts';
import { addFullStop } from '../messages/rejection-text.ts';
import type { Account } from '../session/session.ts';
import { CAPTIVE_PORTAL_TEXT, isBehindCaptivePortal } from '../requests/unreachable-text.ts';

export type LastReadOutcome =
  | { readonly name: 'fine' }
  /** The server did not respond, with or without network. */
  | { readonly name: 'offline' }
  /** A captive portal or gateway responded in place of the server (S6). */
  | { readonly name: 'portal' }
  /** The user must sign in before a request is sent (S9, D2). */
  | { readonly name: 'session' }
  | { readonly name: 'comeback' }
  /**
   * The server rejected the request, failed, or exceeded the time limit. `isRepeated`: true while the request is repeated
   * automatically.
   */
  | {
      readonly name: 'failed';
      readonly reason: string;
      readonly isRepeated: boolean;
      readonly supportCode?: string;
    }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind };

interface LastReadInput {
  readonly query: {
    /** Error of the last attempt after all retries have failed (P9). */
    readonly error: unknown;
    /** Error of the last attempt; already set while a retry is pending. */
    readonly failureReason: unknown;
    readonly isFetching: boolean;
  };
  /** True until a first result arrives, from the cache or from the server. */
  readonly beginning?: boolean;
  readonly link: ConnectionState;
  readonly gate: Account['gate'];
}

/**
 * Time within which a screen shows cached data if the device has any, ms. Only after this time is a connection reported as
 * down.
 */
export const CACHED_DATA_WAIT_MS = 300;

const isSessionEndedError = (error: unknown): boolean => error instanceof Rejected && error.status === 401;

/**
 * Returns the outcome of the last read. While the connection is down, the outcome is `offline` or `portal` whatever error the
 * attempt had, except for a storage failure.
 */
export function lastReadOutcome({ query, beginning = false, link, gate }: LastReadInput): LastReadOutcome {
  const error = query.error ?? query.failureReason;
  if (error instanceof StorageProblem) return { name: 'storage', kind: error.kind };
  if (error === null && beginning) return { name: 'fine' };
  if (link.name === 'down') return { name: isBehindCaptivePortal(link) ? 'portal' : 'offline' };
  if (gate !== 'open' || isSessionEndedError(error)) return { name: 'session' };
  if (error instanceof Unreachable && error.reason === 'portal') return { name: 'portal' };
  if (error === null) return { name: 'fine' };
  if (query.error instanceof Unreachable && query.isFetching) return { name: 'comeback' };
  const supportCode = supportCodeOfError(error);
  return {
    name: 'failed',
    reason: failureReasonText(error),
    isRepeated: query.error === null,
    ...(supportCode !== undefined && { supportCode }),
  };
}

/**
 * Returns the text about the age of the displayed data. `updated`: word for data just sent by the server ('Actualizado'), not
 * used for data that could not be refreshed. Times in ms since the epoch.
 */
export function formatReadAge(
  read: LastReadOutcome,
  updated: string,
  fetchedAt: number,
  now: number,
): string {
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

export type ShownReadProblem =
  | { readonly type: 'storage'; readonly kind: StorageProblemKind }
  | {
      readonly type: 'read';
      readonly title: string;
      readonly text: string;
      readonly isKept: boolean;
      readonly supportCode?: string;
    };

function lastReadFailureText(
  read: Exclude<LastReadOutcome, { name: 'fine' | 'comeback' | 'storage' }>,
): string {
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

/**
 * Returns the text for cached data. It contains the hour, not the age, so that it does not change and a screen reader reads it
 * once.
 */
function cachedCopyText(fetchedAt: number): string {
  const isToday = formatDate(fetchedAt) === formatDate(Date.now());
  const day = isToday ? '' : `del ${formatDate(fetchedAt)} `;
  return `Ves la copia ${day}de las ${formatTime(fetchedAt)}.`;
}

/**
 * Returns the problem to show after a failed read; null for none. `failed`: title of the screen's error message (P8). `keptAt`:
 * time at which the server sent the displayed data; null without data. Omits problems that the age text or the session banner
 * already reports.
 */
export function findReadProblem(
  read: LastReadOutcome,
  failed: string,
  keptAt: number | null,
): ShownReadProblem | null {
  if (read.name === 'fine' || read.name === 'comeback') return null;
  if (read.name === 'storage') return { type: 'storage', kind: read.kind };
  const isCached = keptAt !== null;
  if (read.name === 'failed' && read.isRepeated && !isCached) return null;
  if (isCached && (read.name === 'offline' || read.name === 'session')) return null;
  const later = read.name === 'offline' ? 'Se intenta de nuevo cuando vuelva.' : '';
  const sentences = [lastReadFailureText(read), keptAt === null ? later : cachedCopyText(keptAt)].filter(
    (one) => one !== '',
  );
  const code = read.name === 'failed' && read.supportCode !== undefined && { supportCode: read.supportCode };
  return {
    type: 'read',
    title: failed,
    text: sentences.map(addFullStop).join(' '),
    isKept: isCached,
    ...code,
  };
}

interface ShownRead {
  readonly data: unknown;
  /** Time at which the server sent the data, ms since the epoch. */
  readonly dataUpdatedAt: number;
  readonly isPlaceholderData: boolean;
}

export interface ReadDisplay {
  readonly problem: ShownReadProblem | null;
  /** Returns the age text at a time in ms since the epoch. Null for data just sent by the server, and without data. */
  readonly age: ((now: number) => string) | null;
}

export function createReadDisplay({
  failed,
  ...signs
}: LastReadInput & { query: ShownRead; failed: string }): ReadDisplay {
  const { data, dataUpdatedAt, isPlaceholderData } = signs.query;
  const keptAt = data === undefined || data === null || isPlaceholderData ? null : dataUpdatedAt;
  const read = lastReadOutcome(signs);
  return {
    problem: findReadProblem(read, failed, keptAt),
    age:
      keptAt === null || read.name === 'fine'
        ? null
        : (now) => formatReadAge(read, 'Actualizado', keptAt, now),
  };
}
