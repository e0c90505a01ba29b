import { eq } from 'drizzle-orm';
import type { Authorisation } from '#contract/records/branding.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { authorisations } from '../../../schema/authorisations.ts';
import { sha256Of } from '../../../platform/files/store.ts';
import { StartError } from '../../../platform/base/start-error.ts';

/**
 * Stores the authorisation text that patients sign from now on. Texts are never deleted, so that the text of every signature
 * can be shown later.
 * @throws StartError if a different text is stored under the same version
 */
export async function storeAuthorisation(db: Database, { version, text }: Authorisation): Promise<void> {
  const sha256 = sha256Of(text);
  await db.insert(authorisations).values({ version, sha256, text }).onConflictDoNothing();
  const [stored] = await db
    .select({ sha256: authorisations.sha256 })
    .from(authorisations)
    .where(eq(authorisations.version, version));
  if (stored?.sha256 !== sha256)
    throw new StartError(
      `LEGAL_TEXTS_FILE: la versión ${version} de authorisation ya tiene otro texto; dale otra versión al nuevo.`,
    );
}
