import { eq, sql } from 'drizzle-orm';
import type { AuthorisationTextBody } from '#contract/records/authorisation-text.ts';
import type { Authorisation } from '#contract/records/branding.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { recordActivity } from '../../audit/index.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { AppError } from '../../platform/base/errors.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';
import { StartError } from '../../platform/base/start-error.ts';
import type { Database, Transaction } from '../../platform/database/connection/client.ts';
import { sha256Of } from '../../platform/files/store.ts';
import { authorisationPeriods, authorisations } from '../../schema/authorisations.ts';
import { readPresentPeriod } from '../queries/authorisation-text.ts';

type PeriodRow = typeof authorisationPeriods.$inferSelect;

/** Locks the periods until the end of the transaction, so that one change follows the other, and returns the present one. */
async function lockPresentPeriod(tx: Transaction): Promise<PeriodRow> {
  await tx.execute(sql`lock table ${authorisationPeriods} in share row exclusive mode`);
  return readPresentPeriod(tx);
}

const beginPeriod = (
  tx: Transaction,
  { revision }: PeriodRow,
  period: Omit<PeriodRow, 'revision'>,
): Promise<unknown> => tx.insert(authorisationPeriods).values({ ...period, revision: revision + 1 });

interface StoredText {
  readonly version: string;
  readonly sha256: string;
}

/**
 * Returns the stored version of a text, and stores a new text. Its version names the day and the text, so that another text
 * never gets the same version, even after the restore of an old backup. Texts are never deleted, so that the text of every
 * signature can be shown later.
 */
async function storeText(
  tx: Transaction,
  text: string,
  { version, at }: { version: string | null; at: Date },
): Promise<StoredText> {
  const sha256 = sha256Of(text);
  const known = await tx
    .select({ version: authorisations.version })
    .from(authorisations)
    .where(eq(authorisations.sha256, sha256));
  // A file may have stored one text under several versions; the present one counts first.
  const same = known.find((row) => row.version === version) ?? known[0];
  if (same) return { ...same, sha256 };
  const added = `${bogotaDay(at.getTime())} ${sha256.slice(0, 8)}`;
  await tx.insert(authorisations).values({ version: added, sha256, text, knownSince: at });
  return { version: added, sha256 };
}

interface AuthorisationChange {
  readonly trace: AuditContext;
  readonly body: AuthorisationTextBody;
  readonly ifMatch: IfMatch;
  /** True if LEGAL_TEXTS_FILE sets the text. */
  readonly isFromFile: boolean;
}

/**
 * Sets the text that patients sign from now on. The present text again changes nothing, so that the device can retry a change
 * after a lost response, but begins a period if its approval was not stated before.
 * @throws precondition_failed; requirements_missing if the settings file sets the text
 */
export async function setAuthorisationText(
  tx: Transaction,
  { trace, body: { text }, ifMatch, isFromFile }: AuthorisationChange,
): Promise<void> {
  if (isFromFile)
    throw new AppError(
      'requirements_missing',
      'El servidor fija este texto en LEGAL_TEXTS_FILE. Cuando quien lo opera lo quite de ahí, sigue vigente y se cambia aquí.',
    );
  const present = await lockPresentPeriod(tx);
  const stored = text === null ? null : await storeText(tx, text, { version: present.version, at: trace.at });
  const version = stored?.version ?? null;
  const approved = stored !== null;
  if (version === present.version && approved === present.approved) return;
  requireCurrentRevision(present, ifMatch);
  await beginPeriod(tx, present, { version, since: trace.at, setBy: trace.actor.userId, approved });
  await recordActivity(tx, trace, {
    action: 'authorisation_text_changed',
    detail: stored
      ? { version: stored.version, text_sha256: stored.sha256, approved: true }
      : { removed: true },
  });
}

async function storeTextOfFile(tx: Transaction, { version, text }: Authorisation): Promise<void> {
  const sha256 = sha256Of(text);
  await tx.insert(authorisations).values({ version, sha256, text }).onConflictDoNothing();
  const [stored] = await tx
    .select({ sha256: authorisations.sha256 })
    .from(authorisations)
    .where(eq(authorisations.version, version));
  if (stored?.sha256 !== sha256)
    throw new StartError(
      `LEGAL_TEXTS_FILE: la versión ${version} de authorisation ya tiene otro texto; dale otra versión al nuevo.`,
    );
}

/**
 * Begins a period with the text of LEGAL_TEXTS_FILE at the start of the server. A start without one changes nothing: only a user
 * ends a text, so that a server with other settings does not end it for all.
 * @throws StartError if a different text is stored under the same version
 */
export const applyAuthorisationOfFile = (db: Database, authorisation: Authorisation): Promise<void> =>
  db.transaction(async (tx) => {
    const present = await lockPresentPeriod(tx);
    await storeTextOfFile(tx, authorisation);
    if (authorisation.version !== present.version)
      await beginPeriod(tx, present, {
        version: authorisation.version,
        since: new Date(),
        setBy: null,
        approved: false,
      });
  });
