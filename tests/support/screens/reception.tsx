import { screen } from '@testing-library/react';
import { ReceptionPage } from '#features/reception/reception-page.tsx';
import { replaceCatalogCache, type CatalogRecord } from '#storage/cache/catalogs.ts';
import { NO_TYPED_COMPANIES, type DraftContent, type LocalPatient } from '#domain/registration.ts';
import { loadDraft, saveDraft, saveDraftPicture, findSavedDraft } from '#storage/drafts/drafts.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import type { Account } from '#sync/session/session.ts';
import {
  account,
  ANA,
  draftContent,
  person,
  randomPicture,
  signInOnDevice,
  wipeDevice,
} from '../device/device.ts';
import { renderScreen } from './render-screen.tsx';

export const TYPE = '00000000-0000-4000-8000-000000000001';
export const EMPLOYER = '00000000-0000-4000-8000-000000000002';
export const NUMBER = '9999000017';

const row = (id: string, name: string): CatalogRecord => ({
  id,
  name,
  code: 'C',
  detail: null,
  active: true,
});

/** Prepares a device without draft and unsent entries, and with one evaluation type and one company. */
export async function emptyReception(): Promise<void> {
  setDrainRequester(() => undefined);
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  window.scrollTo = () => undefined;
  await findSavedDraft(ANA, null); // Waits for the last writes of the previous screen.
  await wipeDevice();
  await signInOnDevice(ANA);
  const now = Date.now();
  await replaceCatalogCache('evaluation-types', [row(TYPE, 'Ingreso')], [], now);
  await replaceCatalogCache('companies', [row(EMPLOYER, 'Flores')], [], now);
  await replaceCatalogCache('occupations', [], [], now);
}

/** Stores a draft that lacks only the confirmation, signature included, because happy-dom has no canvas to sign on. */
export async function readyDraft(number = NUMBER, linked: LocalPatient | null = null): Promise<void> {
  const { form } = draftContent(number);
  const content: DraftContent = {
    form: { ...form, evaluation_type_id: TYPE, employer_company_id: EMPLOYER },
    step: 2,
    linked,
    picturesOf: null,
    typedCompanies: NO_TYPED_COMPANIES,
    correcting: null,
  };
  await saveDraft(ANA, null, content);
  await saveDraftPicture(ANA, null, 'photo', randomPicture(2_000));
  await saveDraftPicture(ANA, null, 'signature', randomPicture(900, 'image/png'));
}

/** Returns a patient that another tablet registered today, as the server's patient lookup returns it. */
export const registeredToday = (number = NUMBER): LocalPatient => ({
  ...person(number),
  last_evaluation: {
    started_at: new Date().toISOString(),
    evaluation_type_name: 'Ingreso',
    isOpen: false,
    chosen: null,
  },
});

export const show = (patch: Partial<Account> = {}) =>
  renderScreen(<ReceptionPage account={{ ...account, ...patch }} />, '/reception');
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
export const button = (name: string) => screen.findByRole('button', { name });
export const saved = async () => (await loadDraft(ANA, null))?.content?.form;
