import { seedRecents, hasRecents, RECENTS_MAX } from '#storage/cache/recents.ts';
import { callServer } from '../api/remote.ts';
import { readAccount } from '../session/session.ts';

/** Catalogues that reception chooses from repeatedly (P7: the resources of 'recent'). */
const RESOURCES = ['evaluation-types', 'companies'] as const;

/**
 * Fetches the options that the branch uses most, to offer them first to a user who registers and has used nothing on this
 * device yet. No request is sent once the user has uses.
 */
export async function fetchBranchRecents(): Promise<void> {
  const account = await readAccount();
  if (account?.gate !== 'open' || account.branchId === null) return;
  if (!account.actions.includes('register_patients')) return;
  for (const resource of RESOURCES) {
    if (await hasRecents(account.userId, resource)) continue;
    const response = await callServer('recentCatalogOptions', {
      params: { resource },
      query: { limit: RECENTS_MAX },
    });
    if (response.type !== 'ok') return;
    await seedRecents(
      account.userId,
      resource,
      response.body.items.map(({ value }) => value),
    );
  }
}
