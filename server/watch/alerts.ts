import { type SQL, and, asc, eq, isNotNull, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AlertKind } from '#contract/records/system.ts';
import type { Executor } from '../database/connection/client.ts';
import { alerts } from '../database/tables/watch.ts';

export type Alert = typeof alerts.$inferSelect;

/** Over only when it was not so for this long: what comes and goes is one alert. */
const OVER_AFTER = sql`interval '1 hour'`;
/** A mail server that says no, or yes too late, is asked again after pauses that grow: no flood, whatever it does. */
const PAUSE_SECONDS = { first: 300, longest: 6 * 60 * 60 };

const isTold = isNotNull(alerts.toldAt);
const isOver = isNotNull(alerts.endedAt);

export const alertsOn = (db: Executor): Promise<Alert[]> =>
  db.select().from(alerts).where(isNull(alerts.endedAt)).orderBy(asc(alerts.beganAt), asc(alerts.kind));

/**
 * What is bad is kept, and goes on where it had just been over and people were told that it began; else it begins anew.
 * @returns the kinds that were not on before
 */
async function keepOn(db: Executor, bad: readonly AlertKind[]): Promise<string[]> {
  if (bad.length === 0) return [];
  const now = sql`now()`;
  const isAnew = and(isOver, isNull(alerts.toldAt));
  const anew = (column: PgColumn, value: SQL) => sql`case when ${isAnew} then ${value} else ${column} end`;
  const kept = await db
    .insert(alerts)
    .values(bad.map((kind) => ({ kind, beganAt: now, seenAt: now, dueAt: now })))
    .onConflictDoUpdate({
      target: alerts.kind,
      set: {
        beganAt: anew(alerts.beganAt, now),
        seenAt: now,
        endedAt: null,
        tries: anew(alerts.tries, sql`0`),
        dueAt: anew(alerts.dueAt, now),
      },
    })
    .returning({ kind: alerts.kind, isNew: sql<boolean>`${alerts.beganAt} = now()` });
  return kept.filter(({ isNew }) => isNew).map(({ kind }) => kind);
}

/** Of what nobody was told a mail may be on its way until its pause is over: then its row goes, and no mail tells of its end. */
const dropUntold = (db: Executor) =>
  db.delete(alerts).where(and(isOver, isNull(alerts.toldAt), lte(alerts.dueAt, sql`now()`)));

/** What was not bad for an hour ends. @returns the kinds that end */
async function endOthers(db: Executor, bad: readonly AlertKind[]): Promise<string[]> {
  const ended = await db
    .update(alerts)
    .set({
      endedAt: sql`now()`,
      tries: sql`case when ${isTold} then 0 else ${alerts.tries} end`,
      dueAt: sql`case when ${isTold} then now() else ${alerts.dueAt} end`,
    })
    .where(
      and(
        isNull(alerts.endedAt),
        lte(alerts.seenAt, sql`now() - ${OVER_AFTER}`),
        bad.length > 0 ? notInArray(alerts.kind, [...bad]) : undefined,
      ),
    )
    .returning({ kind: alerts.kind });
  await dropUntold(db);
  return ended.map(({ kind }) => kind);
}

/** Keeps what is the matter now. @returns the kinds that begin and that end with this */
export const keepAlerts = async (db: Executor, bad: readonly AlertKind[]) => ({
  begun: await keepOn(db, bad),
  ended: await endOthers(db, bad),
});

/** Of mails that fail no mail can tell: the log does, and the page. */
const UNMAILED: AlertKind = 'mails';

/** What is to be told by mail now: its beginning, or the end of what was told. Each is tried again after a pause, whatever becomes of this try. */
export async function takeUntold(db: Executor): Promise<Alert[]> {
  const { first, longest } = PAUSE_SECONDS;
  return db
    .update(alerts)
    .set({
      tries: sql`${alerts.tries} + 1`,
      dueAt: sql`now() + make_interval(secs => least(${longest}, ${first} * 2 ^ least(${alerts.tries}, 20)))`,
    })
    .where(and(ne(alerts.kind, UNMAILED), lte(alerts.dueAt, sql`now()`), sql`(${isTold}) = (${isOver})`))
    .returning();
}

/** A Date has milliseconds, the column microseconds. */
const isAt = (column: typeof alerts.beganAt | typeof alerts.endedAt, at: Date): SQL =>
  sql`date_trunc('milliseconds', ${column}) = ${at.toISOString()}`;

/** What has ended while the mail was on its way is told next. */
const noteBegun = (db: Executor, alert: SQL | undefined) =>
  db
    .update(alerts)
    .set({ toldAt: sql`now()`, tries: 0, dueAt: sql`now()` })
    .where(and(alert, isNull(alerts.toldAt)));

/** What is bad again since the mail was taken stays, and is told anew: people were told that it is over. */
async function noteOver(db: Executor, alert: SQL | undefined, endedAt: Date): Promise<void> {
  await db.delete(alerts).where(and(alert, isAt(alerts.endedAt, endedAt)));
  await db
    .update(alerts)
    .set({ toldAt: null, tries: 0, dueAt: sql`now()` })
    .where(and(alert, isNull(alerts.endedAt)));
}

/** A mail server took the mail that tells them. Meanwhile another provider may have ended one, begun it again, or made a new one. */
export async function noteTold(db: Executor, told: readonly Alert[]): Promise<void> {
  for (const { kind, beganAt, endedAt } of told) {
    const alert = and(eq(alerts.kind, kind), isAt(alerts.beganAt, beganAt));
    await (endedAt === null ? noteBegun(db, alert) : noteOver(db, alert, endedAt));
  }
}
