import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReceptionPage } from '#features/reception/reception-page.tsx';
import { replaceCatalogCache, type CatalogRecord } from '#storage/cache/catalogs.ts';
import { NO_TYPED_COMPANIES, type DraftContent, type LocalPatient } from '#domain/registration.ts';
import {
  loadDraft,
  saveDraftContent,
  saveDraftPicture,
  findSavedUnchangedDraftRow,
} from '#storage/drafts/drafts.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import type { Account } from '#sync/session/session.ts';
import {
  anaAccount,
  ANA_ID,
  draftContent,
  createLocalPatient,
  randomPicture,
  signInOnDevice,
  wipeDevice,
} from '../device/device.ts';
import { enterText } from './rendering/enter-text.ts';
import { renderScreen } from './rendering/render-screen.tsx';

export const EVALUATION_TYPE_ID = '00000000-0000-4000-8000-000000000001';
export const EMPLOYER_ID = '00000000-0000-4000-8000-000000000002';
export const DOCUMENT_NUMBER = '9999000017';
export const STEP_2_HEADING = { name: 'Paso 2 de 3: Evaluación y empresas' };
/** Patient that the server already has under `DOCUMENT_NUMBER`, as the lookup returns it. */
export const KNOWN_PATIENT: LocalPatient = {
  ...createLocalPatient(DOCUMENT_NUMBER),
  id: '00000000-0000-4000-8000-000000000009',
};

const createCatalogRecord = (id: string, name: string): CatalogRecord => ({
  id,
  name,
  code: 'C',
  detail: null,
  active: true,
});

/** Prepares a device without draft and unsent entries, and with one evaluation type and one company. */
export async function prepareEmptyReception(): Promise<void> {
  setDrainRequester(() => undefined);
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  window.scrollTo = () => undefined;
  await findSavedUnchangedDraftRow(ANA_ID, null); // Waits for the last writes of the previous screen.
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  const now = Date.now();
  await replaceCatalogCache(
    'evaluation-types',
    [createCatalogRecord(EVALUATION_TYPE_ID, 'Ingreso')],
    [],
    now,
  );
  await replaceCatalogCache('companies', [createCatalogRecord(EMPLOYER_ID, 'Flores')], [], now);
  await replaceCatalogCache('occupations', [], [], now);
}

/**
 * Stores a draft that lacks only the confirmation. The draft includes the signature, because happy-dom has no canvas to sign
 * on.
 */
export async function storeReadyDraft(
  number = DOCUMENT_NUMBER,
  linked: LocalPatient | null = null,
): Promise<void> {
  const { form } = draftContent(number);
  const content: DraftContent = {
    form: { ...form, evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID },
    step: 2,
    linked,
    picturesOf: null,
    typedCompanies: NO_TYPED_COMPANIES,
    correcting: null,
  };
  await saveDraftContent(ANA_ID, null, content);
  await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(2_000));
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
}

/** Returns a patient that another tablet registered today, as the server's patient lookup returns it. */
export const createPatientRegisteredToday = (number = DOCUMENT_NUMBER): LocalPatient => ({
  ...createLocalPatient(number),
  last_evaluation: {
    started_at: new Date().toISOString(),
    evaluation_type_name: 'Ingreso',
    isOpen: false,
    chosen: null,
  },
});

export const renderReception = (patch: Partial<Account> = {}) =>
  renderScreen(<ReceptionPage account={{ ...anaAccount, ...patch }} />, '/reception');
export const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
export async function enterPatientName(firstName: string, lastName: string): Promise<void> {
  await enterText(await findField('Primer nombre'), firstName);
  await enterText(await findField('Primer apellido'), lastName);
}
export const findButton = (name: string) => screen.findByRole('button', { name });
export const readSavedForm = async () => (await loadDraft(ANA_ID, null))?.content?.form;

/** Opens the empty form, fills in a person and opens step 2. */
export async function reachSecondStep(): Promise<void> {
  renderReception();
  await enterText(await findField('Número de identificación'), DOCUMENT_NUMBER);
  await enterText(await findField('Primer nombre'), 'Ana');
  await enterText(await findField('Primer apellido'), 'Gil');
  await userEvent.click(await findButton('Siguiente'));
  await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
}
