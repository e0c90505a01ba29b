import { untilScarce, type StorageSpace } from './storage-space.ts';

/**
 * What a device keeps of what it has delivered, until a copy of the provider's database has it (S29). Times are milliseconds of the
 * provider's clock unless something else is said; the device's own has no say in what is safe.
 */

/** How far copies reach, as the provider said it of itself. */
export interface Statement {
  readonly life: string;
  /** The life that this one was restored from; null for the first. */
  readonly after: string | null;
  /** Of the life before everything until then is here; null where nobody knows. */
  readonly holdsUntil: number | null;
  /** Everything until then is in a verified copy; null where there is none. */
  readonly backedUpUntil: number | null;
  readonly at: number;
}

/** When something was delivered: in which life, and before when. */
export interface Delivery {
  readonly life: string;
  /** The time of the provider's next statement: the entry had arrived before it. 0 until there is one. */
  readonly seenAt: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** Who makes no copy for so long makes none. */
export const MOST_DAYS = 7;
/** On so many days a provider is asked that says nothing more. */
const MOST_SILENT_DAYS = 30;
/** Several providers may not agree on the time. */
export const CLOCKS_APART_MS = 5 * 60_000;
export const MOST_ENTRIES = 2_000;
export const MOST_BYTES = 300_000_000;

/** What a statement means for one delivery. */
export type Fate =
  /** No copy is known to have it. */
  | 'kept'
  /** A verified copy has it. */
  | 'copied'
  /** Nobody made a copy for so long. */
  | 'too_old'
  /** The database that took it is no more, or was set back: it goes once more, under its keys. */
  | 'lost';

const isBefore = ({ seenAt }: Delivery, until: number | null): boolean =>
  seenAt > 0 && until !== null && seenAt + CLOCKS_APART_MS <= until;

/** A database that was set back by other means than our restore goes on under its id, and knows fewer copies than before. */
const hasGoneBack = (known: Statement | null, told: Statement): boolean =>
  known?.life === told.life && (told.backedUpUntil ?? 0) < (known.backedUpUntil ?? 0);

/** Whether what was delivered before may be lost: it is another database that speaks, or the same set back. */
export const isAnotherDatabase = (known: Statement | null, told: Statement): boolean =>
  known !== null && (known.life !== told.life || hasGoneBack(known, told));

/** Whether the database that speaks has what was delivered. */
function isThere(delivery: Delivery, known: Statement | null, told: Statement): boolean {
  if (delivery.life === told.life) return !hasGoneBack(known, told);
  // Of the life before that one nobody here knows what came over.
  return delivery.life === told.after && isBefore(delivery, told.holdsUntil);
}

/** `known`: what was said before; null where that was nothing. */
export function fateOf(delivery: Delivery, known: Statement | null, told: Statement): Fate {
  if (!isThere(delivery, known, told)) return 'lost';
  if (isBefore(delivery, told.backedUpUntil)) return 'copied';
  return delivery.seenAt > 0 && told.at - delivery.seenAt > MOST_DAYS * DAY_MS ? 'too_old' : 'kept';
}

/** When a provider last answered, in milliseconds of the device's clock, and on how many days it has said nothing of its copies. */
export interface Hearing {
  readonly heardAt: number;
  readonly silentDays?: number;
}

/**
 * After an answer that says nothing of copies; null where nothing is kept for this provider any more. Days on which it answered are
 * counted, once each: a clock that jumps, or a tablet that lay in a drawer, makes one of them.
 */
export function afterSilence<Known extends Hearing>(known: Known, now: number): Known | null {
  if (Math.abs(now - known.heardAt) < DAY_MS) return known;
  const silentDays = (known.silentDays ?? 0) + 1;
  return silentDays > MOST_SILENT_DAYS ? null : { ...known, heardAt: now, silentDays };
}

/** When what was delivered last is thrown away at the latest, copied or not. */
export const latestEnd = (seenAt: number): number => seenAt + MOST_DAYS * DAY_MS;

/**
 * The parts of the HMAC of a statement, joined as those of a consent (outbox/consent.ts). The first keeps it apart from every other use
 * of the user's tag key. Instants as they travel.
 */
export const statementParts = (said: {
  readonly userId: string;
  readonly deviceId: string;
  readonly life: string;
  readonly after: string | null;
  readonly holdsUntil: string | null;
  readonly backedUpUntil: string | null;
  readonly at: string;
}): readonly string[] => [
  'copies v1',
  said.userId,
  said.deviceId,
  said.life,
  said.after ?? '',
  said.holdsUntil ?? '',
  said.backedUpUntil ?? '',
  said.at,
];

/** What lies in custody. */
export interface Held {
  /** Milliseconds; 0 where no statement has followed it. */
  readonly seenAt: number;
  /** Bytes. */
  readonly size: number;
}

/** How much room it may take: what waits goes first (S20). `held`: bytes that it takes. `space`: null where the browser does not say. */
export const roomFor = (space: StorageSpace | null, held: number): number =>
  space === null
    ? UNKNOWN_ROOM
    : Math.max(0, Math.min(MOST_BYTES, untilScarce({ ...space, used: space.used - held }) / 2));
const UNKNOWN_ROOM = 100_000_000;

/** How many of the oldest go, so that the others fit. `held`: the oldest first. */
export function tooMany(held: readonly Held[], room: number): number {
  let [size, from] = [0, held.length];
  while (from > 0 && held.length - from < MOST_ENTRIES) {
    size += held[from - 1]?.size ?? 0;
    if (size > room) break;
    from -= 1;
  }
  return from;
}
