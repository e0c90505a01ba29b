import { and, asc, eq, isNotNull, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { AlertKind } from '#contract/records/system.ts';
import type { Executor } from '../database/connection/client.ts';
import { alerts } from '../database/tables/watch.ts';

export type Alert = typeof alerts.$inferSelect;

/** Over only when it was not so for this long: what comes and goes is one alert. */
const OVER_AFTER = sql`interval '1 hour'`;
/** A mail server that says no, or yes too late, is asked again after pauses that grow: no flood, whatever it does. */
const PAUSE_SECONDS = { first: 300, longest: 6 * 60 * 60 };

export const alertsOn = (db: Executor): Promise<Alert[]> =>
  db.select().from(alerts).where(isNull(alerts.endedAt)).orderBy(asc(alerts.beganAt), asc(alerts.kind));

/** What is bad is kept, and goes on where it had just been over. @returns the kinds that were not on before */
async function keepOn(db: Executor, bad: readonly AlertKind[]): Promise<string[]> {
  if (bad.length === 0) return [];
  const now = sql`now()`;
  const kept = await db
    .insert(alerts)
    .values(bad.map((kind) => ({ kind, beganAt: now, seenAt: now, dueAt: now })))
    .onConflictDoUpdate({ target: alerts.kind, set: { seenAt: now, endedAt: null } })
    .returning({ kind: alerts.kind, isNew: sql<boolean>`xmax = 0` });
  return kept.filter(({ isNew }) => isNew).map(({ kind }) => kind);
}

/** What was not bad for an hour ends; what nobody was told of needs no mail of its end. @returns the kinds that end */
async function endOthers(db: Executor, bad: readonly AlertKind[]): Promise<string[]> {
  const ended = await db
    .update(alerts)
    .set({ endedAt: sql`now()`, tries: 0, dueAt: sql`now()` })
    .where(
      and(
        isNull(alerts.endedAt),
        lte(alerts.seenAt, sql`now() - ${OVER_AFTER}`),
        bad.length > 0 ? notInArray(alerts.kind, [...bad]) : undefined,
      ),
    )
    .returning({ kind: alerts.kind });
  await db.delete(alerts).where(and(isNotNull(alerts.endedAt), isNull(alerts.toldAt)));
  return ended.map(({ kind }) => kind);
}

/** Keeps what is the matter now. @returns the kinds that begin and that end with this */
export const keepAlerts = async (db: Executor, bad: readonly AlertKind[]) => ({
  begun: await keepOn(db, bad),
  ended: await endOthers(db, bad),
});

/** Of mails that fail no mail can tell: the log does, and the page. */
const UNMAILED: AlertKind = 'mails';

/** What is to be told by mail now: its beginning, or its end. Each is tried again after a pause, whatever becomes of this try. */
export async function takeUntold(db: Executor): Promise<Alert[]> {
  const { first, longest } = PAUSE_SECONDS;
  return db
    .update(alerts)
    .set({
      tries: sql`${alerts.tries} + 1`,
      dueAt: sql`now() + make_interval(secs => least(${longest}, ${first} * 2 ^ least(${alerts.tries}, 20)))`,
    })
    .where(
      and(
        ne(alerts.kind, UNMAILED),
        lte(alerts.dueAt, sql`now()`),
        or(isNull(alerts.toldAt), isNotNull(alerts.endedAt)),
      ),
    )
    .returning();
}

/** A mail server took the mail that tells them. */
export async function noteTold(db: Executor, told: readonly Alert[]): Promise<void> {
  for (const { kind, endedAt } of told)
    if (endedAt !== null) await db.delete(alerts).where(eq(alerts.kind, kind));
    else
      await db
        .update(alerts)
        .set({ toldAt: sql`now()`, tries: 0 })
        .where(eq(alerts.kind, kind));
}
