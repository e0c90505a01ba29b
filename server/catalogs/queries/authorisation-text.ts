import { desc, eq } from 'drizzle-orm';
import { type AuthorisationText, EARLIER_AUTHORISATIONS_MAX } from '#contract/records/authorisation-text.ts';
import type { Authorisation } from '#contract/records/branding.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { authorisationPeriods, authorisations } from '../../schema/authorisations.ts';
import { users } from '../../schema/accounts/accounts.ts';

type PeriodRow = typeof authorisationPeriods.$inferSelect;

/** Returns the present period. The migration has created the first one, so there is always a row. */
export async function readPresentPeriod(db: Executor): Promise<PeriodRow> {
  const [row] = await db
    .select()
    .from(authorisationPeriods)
    .orderBy(desc(authorisationPeriods.revision))
    .limit(1);
  if (!row) throw new Error('authorisation_periods has no row');
  return row;
}

/** Returns the text that patients sign now; null without one. */
export async function readAuthorisationInForce(db: Executor): Promise<Authorisation | null> {
  const { version } = await readPresentPeriod(db);
  if (version === null) return null;
  const [row] = await db
    .select({ version: authorisations.version, text: authorisations.text })
    .from(authorisations)
    .where(eq(authorisations.version, version));
  return row ?? null;
}

/** @param isFromFile true if LEGAL_TEXTS_FILE sets the text */
export async function readAuthorisationText(db: Executor, isFromFile: boolean): Promise<AuthorisationText> {
  const rows = await db
    .select({
      revision: authorisationPeriods.revision,
      version: authorisationPeriods.version,
      text: authorisations.text,
      since: authorisationPeriods.since,
      set_by: users.displayName,
      approved: authorisationPeriods.approved,
    })
    .from(authorisationPeriods)
    .leftJoin(authorisations, eq(authorisations.version, authorisationPeriods.version))
    .leftJoin(users, eq(users.id, authorisationPeriods.setBy))
    .orderBy(desc(authorisationPeriods.revision))
    .limit(1 + EARLIER_AUTHORISATIONS_MAX);
  const [present, ...earlier] = rows.map((row) => ({ ...row, since: row.since.toISOString() }));
  if (!present) throw new Error('authorisation_periods has no row');
  return {
    ...present,
    is_from_file: isFromFile,
    earlier: earlier.map(({ revision: _omitted, ...period }) => period),
  };
}
