import {
  emptySetupDraft,
  isEmptySetupDraft,
  mergeSetupDrafts,
  type SetupDraft,
} from '#domain/setup/draft.ts';
import type { SetupStep } from '#domain/setup/steps.ts';
import { StoredSetupDraft } from '../vault/encrypted-worksheets.ts';
import { createSharedDraftStore } from './shared-drafts.ts';

const setupDraftIdOf = (ownerId: string, step: SetupStep): string => `${ownerId}:setup:${step}`;

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
 * Returns the administrator's unsaved input in the setup step; null if there is none. The input contains personal data, so it
 * is stored encrypted.
 */
export const loadSetupDraft = (ownerId: string, step: SetupStep): Promise<SetupDraft | null> =>
  setupDraftStore.load(setupDraftIdOf(ownerId, step));

export const saveSetupDraft = (ownerId: string, step: SetupStep, draft: SetupDraft): Promise<void> =>
  setupDraftStore.save(setupDraftIdOf(ownerId, step), ownerId, draft);

/** Discards the unsaved input of this window; the input of other windows stays. */
export const discardWindowSetupDraft = (ownerId: string, step: SetupStep): Promise<void> =>
  saveSetupDraft(ownerId, step, emptySetupDraft);
