import {
  emptySetupDraft,
  isEmptySetupDraft,
  mergeSetupDrafts,
  type SetupDraft,
} from '#domain/setup/draft.ts';
import type { SetupStep } from '#domain/setup/steps.ts';
import { EncryptedSetupDraft } from '../vault/encrypted-worksheets.ts';
import { openDrafts } from './shared-drafts.ts';

const draftId = (ownerId: string, step: SetupStep): string => `${ownerId}:setup:${step}`;

export const openSetupDrafts = () =>
  openDrafts<SetupDraft>({
    schema: EncryptedSetupDraft,
    aadOf: (id) => `setup:${id}`,
    empty: emptySetupDraft,
    isEmpty: isEmptySetupDraft,
    merge: mergeSetupDrafts,
    shown: (draft) => draft,
  });
const drafts = openSetupDrafts();

/**
 * Returns the administrator's unsaved input in the setup step; null if there is none. The input contains personal data, so it
 * is stored encrypted.
 */
export const loadSetupDraft = (ownerId: string, step: SetupStep): Promise<SetupDraft | null> =>
  drafts.load(draftId(ownerId, step));

export const saveSetupDraft = (ownerId: string, step: SetupStep, draft: SetupDraft): Promise<void> =>
  drafts.save(draftId(ownerId, step), ownerId, draft);

/** Discards the unsaved input of this window; the input of other windows stays. */
export const discardSetupDraft = (ownerId: string, step: SetupStep): Promise<void> =>
  saveSetupDraft(ownerId, step, emptySetupDraft);
