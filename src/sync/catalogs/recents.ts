import { seedRecentChoices, hasRecentChoices, MAX_SUGGESTED_CHOICES } from '#storage/cache/recents.ts';
import { backgroundClient } from '../api/api-client.ts';
import { readAccount } from '../session/session.ts';

/** Catalogues for which the server has recent options (P7), because reception chooses from them for every patient. */
const RECENTS_RESOURCES = ['evaluation-types', 'companies'] as const;

/**
 * Fetches the options that the branch uses most, to offer them to a user who registers and has no uses on this device. Sends no
 * request once the user has uses.
 */
export async function fetchAndSeedBranchRecents(): Promise<void> {
  const account = await readAccount();
  if (account?.gate !== 'open' || account.branchId === null) return;
  if (!account.actions.includes('register_patients')) return;
  for (const resource of RECENTS_RESOURCES) {
    if (await hasRecentChoices(account.userId, resource)) continue;
    const response = await backgroundClient.call('recentCatalogOptions', {
      params: { resource },
      query: { limit: MAX_SUGGESTED_CHOICES },
    });
    if (response.type !== 'ok') return;
    await seedRecentChoices(
      account.userId,
      resource,
      response.body.items.map(({ value }) => value),
    );
  }
}
