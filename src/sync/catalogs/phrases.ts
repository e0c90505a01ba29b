import { NOTE_PHRASES_RESOURCE } from '#storage/cache/catalogs.ts';
import { listActiveCachedPhrases, type CachedPhrase } from '#storage/cache/phrases.ts';
import { recordChoiceUses } from '#storage/cache/recents.ts';
import { refreshCatalog, type CatalogRefreshOutcome } from './catalog-cache.ts';

export type { CachedPhrase } from '#storage/cache/phrases.ts';

export interface DatedPhrases {
  readonly phrases: readonly CachedPhrase[];
  readonly fetchedAt: number;
}

/** Refreshes the clinic's phrases on the device. The stored phrases stay unchanged when the server does not send them. */
export const refreshPhrases = (): Promise<CatalogRefreshOutcome> => refreshCatalog(NOTE_PHRASES_RESOURCE);

export const readCachedPhrases = async (ownerId: string): Promise<DatedPhrases> => ({
  phrases: await listActiveCachedPhrases(ownerId),
  fetchedAt: Date.now(),
});

/** Returns the clinic's phrases from the server, or the stored ones if it is unreachable. */
export async function refreshAndReadPhrases(ownerId: string): Promise<DatedPhrases> {
  await refreshPhrases();
  return readCachedPhrases(ownerId);
}

export const recordPhraseUse = (ownerId: string, branchId: string, id: string): Promise<void> =>
  recordChoiceUses(ownerId, [{ resource: NOTE_PHRASES_RESOURCE, id }], { branchId, at: Date.now() });
