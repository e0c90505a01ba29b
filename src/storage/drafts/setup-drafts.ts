import {
  emptySetupDraft,
  isEmptySetupDraft,
  mergeSetupDrafts,
  type SetupDraft,
} from '#domain/setup/draft.ts';
import type { SetupStep } from '#domain/setup/steps.ts';
import { SealedSetupDraft } from '../vault/sealed-sheets.ts';
import { openDrafts } from './shared-drafts.ts';

const draftId = (ownerId: string, step: SetupStep): string => `${ownerId}:setup:${step}`;

/** What one window knows of the set-up's drafts on this device. */
export const openSetupDrafts = () =>
  openDrafts<SetupDraft>({
    schema: SealedSetupDraft,
    aadOf: (id) => `setup:${id}`,
    empty: emptySetupDraft,
    isEmpty: isEmptySetupDraft,
    merge: mergeSetupDrafts,
    shown: (draft) => draft,
  });
const drafts = openSetupDrafts();

/** What this administrator has typed in the step and not saved; null when nothing. It names people: it is sealed. */
export const loadSetupDraft = (ownerId: string, step: SetupStep): Promise<SetupDraft | null> =>
  drafts.load(draftId(ownerId, step));

export const saveSetupDraft = (ownerId: string, step: SetupStep, draft: SetupDraft): Promise<void> =>
  drafts.save(draftId(ownerId, step), ownerId, draft);

/** What this window has typed; what another has stays. */
export const discardSetupDraft = (ownerId: string, step: SetupStep): Promise<void> =>
  saveSetupDraft(ownerId, step, emptySetupDraft);
