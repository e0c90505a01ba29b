import {
  emptySetupDraft,
  isEmptySetupDraft,
  mergeSetupDrafts,
  type SetupDraft,
} from '#domain/setup/draft.ts';
import type { SetupPart } from '#domain/setup/steps.ts';
import { StoredSetupDraft } from '../vault/encrypted-worksheets.ts';
import { createSharedDraftStore } from './shared-drafts.ts';

const setupDraftIdOf = (ownerId: string, part: SetupPart): string => `${ownerId}:setup:${part}`;

export const createSetupDraftStore = () =>
  createSharedDraftStore<SetupDraft>({
    schema: StoredSetupDraft,
    aadOf: (id) => `setup:${id}`,
    empty: emptySetupDraft,
    isEmpty: isEmptySetupDraft,
    merge: mergeSetupDrafts,
    shown: (draft) => draft,
  });
const setupDraftStore = createSetupDraftStore();

/**
 * Returns the administrator's unsaved input in the part of the set-up; null if there is none. The input contains personal data, so it
 * is stored encrypted.
 */
export const loadSetupDraft = (ownerId: string, part: SetupPart): Promise<SetupDraft | null> =>
  setupDraftStore.load(setupDraftIdOf(ownerId, part));

export const saveSetupDraft = (ownerId: string, part: SetupPart, draft: SetupDraft): Promise<void> =>
  setupDraftStore.save(setupDraftIdOf(ownerId, part), ownerId, draft);

/** Discards the unsaved input of this window; the input of other windows stays. */
export const discardWindowSetupDraft = (ownerId: string, part: SetupPart): Promise<void> =>
  saveSetupDraft(ownerId, part, emptySetupDraft);
