import { type SQL, and, asc, eq, isNotNull, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AlertKind } from '#contract/records/system.ts';
import type { Executor } from '../platform/database/connection/client.ts';
import { alerts } from '../schema/monitoring.ts';

export type Alert = typeof alerts.$inferSelect;

/** Time without the problem after which an alert ends. If the problem recurs before that, the same alert continues. */
const ALERT_END_INTERVAL = sql`interval '1 hour'`;
/**
 * Pauses in seconds before an alert mail is sent again. A mail is sent again if the mail server rejected it or did not accept
 * it before the deadline. The pause grows with each attempt, so that recipients do not get many mails.
 */
const MAIL_RETRY_DELAY_SECONDS = { first: 300, longest: 6 * 60 * 60 };

const beginReportedCondition = isNotNull(alerts.toldAt);
const endedCondition = isNotNull(alerts.endedAt);

export const listActiveAlerts = (db: Executor): Promise<Alert[]> =>
  db.select().from(alerts).where(isNull(alerts.endedAt)).orderBy(asc(alerts.beganAt), asc(alerts.kind));

/**
 * Records current problems. An alert that had ended continues if the mail about its beginning was sent; otherwise a new alert
 * begins.
 * @returns the kinds of the alerts that begin
 */
async function beginOrContinueAlerts(db: Executor, bad: readonly AlertKind[]): Promise<string[]> {
  if (bad.length === 0) return [];
  const now = sql`now()`;
  const isNewAlert = and(endedCondition, isNull(alerts.toldAt));
  const valueIfNewAlert = (column: PgColumn, value: SQL) =>
    sql`case when ${isNewAlert} then ${value} else ${column} end`;
  const stored = await db
    .insert(alerts)
    .values(bad.map((kind) => ({ kind, beganAt: now, seenAt: now, dueAt: now })))
    .onConflictDoUpdate({
      target: alerts.kind,
      set: {
        beganAt: valueIfNewAlert(alerts.beganAt, now),
        seenAt: now,
        endedAt: null,
        tries: valueIfNewAlert(alerts.tries, sql`0`),
        dueAt: valueIfNewAlert(alerts.dueAt, now),
      },
    })
    .returning({ kind: alerts.kind, isNew: sql<boolean>`${alerts.beganAt} = now()` });
  return stored.filter(({ isNew }) => isNew).map(({ kind }) => kind);
}

/**
 * Deletes alerts that ended before their beginning was mailed, because a mail about their end would be useless. A row stays
 * until its pause is over, because the mail about the beginning may still be in transit.
 */
const deleteUnreportedEndedAlerts = (db: Executor) =>
  db.delete(alerts).where(and(endedCondition, isNull(alerts.toldAt), lte(alerts.dueAt, sql`now()`)));

/**
 * Ends alerts whose problem has been absent for an hour.
 * @returns the kinds of the ended alerts
 */
async function endOtherAlerts(db: Executor, bad: readonly AlertKind[]): Promise<string[]> {
  const ended = await db
    .update(alerts)
    .set({
      endedAt: sql`now()`,
      tries: sql`case when ${beginReportedCondition} then 0 else ${alerts.tries} end`,
      dueAt: sql`case when ${beginReportedCondition} then now() else ${alerts.dueAt} end`,
    })
    .where(
      and(
        isNull(alerts.endedAt),
        lte(alerts.seenAt, sql`now() - ${ALERT_END_INTERVAL}`),
        bad.length > 0 ? notInArray(alerts.kind, [...bad]) : undefined,
      ),
    )
    .returning({ kind: alerts.kind });
  await deleteUnreportedEndedAlerts(db);
  return ended.map(({ kind }) => kind);
}

/**
 * Records the current problems.
 * @returns the kinds of the alerts that begin, and the kinds of the alerts that end
 */
export const updateAlerts = async (db: Executor, bad: readonly AlertKind[]) => ({
  begun: await beginOrContinueAlerts(db, bad),
  ended: await endOtherAlerts(db, bad),
});

/**
 * Kind of alert that is never mailed, because it means that mails fail. The log and the administrators' page show this alert.
 */
const UNMAILED_ALERT_KIND: AlertKind = 'mails';

/**
 * Claims the alerts that must be mailed now: alerts whose beginning was not mailed, and ended alerts whose beginning was
 * mailed. Each claimed alert becomes due again after a pause, in case sending fails.
 */
export async function claimUnreportedAlerts(db: Executor): Promise<Alert[]> {
  const { first, longest } = MAIL_RETRY_DELAY_SECONDS;
  return db
    .update(alerts)
    .set({
      tries: sql`${alerts.tries} + 1`,
      dueAt: sql`now() + make_interval(secs => least(${longest}, ${first} * 2 ^ least(${alerts.tries}, 20)))`,
    })
    .where(
      and(
        ne(alerts.kind, UNMAILED_ALERT_KIND),
        lte(alerts.dueAt, sql`now()`),
        sql`(${beginReportedCondition}) = (${endedCondition})`,
      ),
    )
    .returning();
}

/** Compares times in milliseconds, because a Date has milliseconds and the column has microseconds. */
const sameTimeCondition = (column: typeof alerts.beganAt | typeof alerts.endedAt, at: Date): SQL =>
  sql`date_trunc('milliseconds', ${column}) = ${at.toISOString()}`;

/**
 * Records that the mail server accepted the mail about the beginning of an alert. If the alert has ended since, its end is
 * mailed next.
 */
const recordBeginReported = (db: Executor, alert: SQL | undefined) =>
  db
    .update(alerts)
    .set({ toldAt: sql`now()`, tries: 0, dueAt: sql`now()` })
    .where(and(alert, isNull(alerts.toldAt)));

/**
 * Deletes an alert whose end was mailed. If the alert has become active again in the meantime, it is kept and its beginning is
 * mailed again.
 */
async function deleteEndedOrResetAlert(db: Executor, alert: SQL | undefined, endedAt: Date): Promise<void> {
  await db.delete(alerts).where(and(alert, sameTimeCondition(alerts.endedAt, endedAt)));
  await db
    .update(alerts)
    .set({ toldAt: null, tries: 0, dueAt: sql`now()` })
    .where(and(alert, isNull(alerts.endedAt)));
}

/**
 * Records that the mail server accepted the mail about these alerts. Times are compared, because another replica may have ended
 * or restarted an alert in the meantime.
 */
export async function recordReportedAlerts(db: Executor, reported: readonly Alert[]): Promise<void> {
  for (const { kind, beganAt, endedAt } of reported) {
    const alert = and(eq(alerts.kind, kind), sameTimeCondition(alerts.beganAt, beganAt));
    await (endedAt === null ? recordBeginReported(db, alert) : deleteEndedOrResetAlert(db, alert, endedAt));
  }
}
