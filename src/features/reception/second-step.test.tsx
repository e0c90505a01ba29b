// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  emptyRegistration,
  type LocalPatient,
  type RegistrationChoices,
  visitChoicesKey,
} from '#domain/registration.ts';
import { recordChoiceUses, VISIT_CHOICES_RESOURCE } from '#storage/cache/recents.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
import {
  ANA_ID,
  BRANCH_ID,
  confirmation,
  confirmNewEntry,
  draftContent,
  createLocalPatient,
  randomPicture,
} from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  EMPLOYER_ID,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  reachSecondStep,
  readSavedForm,
  renderReception,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';
import { REQUIRED_CATALOGS, replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { db } from '#storage/database/database.ts';

const lookUpPatientMock = vi.hoisted(() => vi.fn<() => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

const OTHER_BRANCH_ID = '44444444-4444-4444-8444-444444444444';
const STEP_3 = { name: 'Paso 3 de 3: Confirmación' };
const SAMPLE_VISIT_CHOICES: RegistrationChoices = {
  evaluation_type_id: EVALUATION_TYPE_ID,
  employer_company_id: EMPLOYER_ID,
  contractor_company_id: '',
};

beforeEach(async () => {
  lookUpPatientMock.mockReset().mockResolvedValue({ source: 'server', patient: null });
  await prepareEmptyReception();
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
});

async function lookUpPatientWithVisit(
  chosen: RegistrationChoices | null,
  { started_at = '2025-02-18T13:40:00Z', isOpen = false } = {},
): Promise<void> {
  const last_evaluation = { started_at, evaluation_type_name: 'Ingreso', isOpen, chosen };
  const patient: LocalPatient = {
    ...createLocalPatient(DOCUMENT_NUMBER),
    id: '00000000-0000-4000-8000-000000000009',
    occupation_name: 'Operaria',
    last_evaluation,
  };
  lookUpPatientMock.mockResolvedValue({ source: 'server', patient });
  renderReception();
  await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
  await screen.findByText(/^Paciente encontrado/);
}

async function registerPreviousPatient(chosen: RegistrationChoices, branchId = BRANCH_ID): Promise<void> {
  const { summary } = confirmation('1');
  await confirmNewEntry('1', {
    branchId,
    summary: { ...summary, form: { ...emptyRegistration, ...chosen } },
  });
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
}

const listVisitOffers = () =>
  screen.queryAllByRole('button', { name: /^(Repetir|Igual)/ }).map(({ textContent }) => textContent);

describe('P10.29 repetition of a previous visit', { tags: ['landing'] }, () => {
  it("'Repetir última visita' fills in type, companies and job, and opens the last step", async () => {
    await lookUpPatientWithVisit(SAMPLE_VISIT_CHOICES);
    expect(await screen.findByText(/Femenino · Última visita: Ingreso · Flores · 18\/02\/2025/)).toBeTruthy();
    await userEvent.click(await findButton('Repetir última visita'));
    await screen.findByRole('heading', STEP_3);
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({ ...SAMPLE_VISIT_CHOICES, occupation_name: 'Operaria' }),
    );
  });

  it('P10.170 the form shows a single notice about a found patient who was registered today', async () => {
    await lookUpPatientWithVisit(null, { started_at: new Date().toISOString() });
    const said = await screen.findByText(/Ya se registró a .* hoy a las/);
    expect(said.closest('.found-notice')).toBeTruthy();
    expect(screen.getAllByText(/Ya se registró a .* hoy a las/)).toHaveLength(1);
    expect(screen.queryByText(/Última visita/)).toBeNull();
    expect(listVisitOffers(), 'the provider does not tell what it was for').toEqual([]);
  });

  it('the form does not offer to repeat a last visit whose company is no longer active', async () => {
    await lookUpPatientWithVisit({
      ...SAMPLE_VISIT_CHOICES,
      employer_company_id: '00000000-0000-4000-8000-00000000dead',
    });
    await screen.findByText(/Última visita: Ingreso · 18\/02\/2025/);
    expect(listVisitOffers()).toEqual([]);
  });

  it('P10.257 the form states that the last visit is still open, and requires missing patient data before it repeats that visit', async () => {
    await lookUpPatientWithVisit(SAMPLE_VISIT_CHOICES, { isOpen: true });
    await screen.findByText(/Última visita: Ingreso · Flores · 18\/02\/2025 · sigue abierta$/);
    await userEvent.clear(await findField('Primer nombre'));
    await userEvent.click(await findButton('Repetir última visita'));
    expect(await screen.findByText('Ingrese los nombres')).toBeTruthy();
    expect(screen.queryByRole('heading', STEP_3)).toBeNull();
  });

  it("P10.57 'Igual que la persona anterior' fills in the previous patient’s type and companies; no other button offers this combination", async () => {
    await registerPreviousPatient(SAMPLE_VISIT_CHOICES);
    await recordChoiceUses(
      ANA_ID,
      [{ resource: VISIT_CHOICES_RESOURCE, id: visitChoicesKey(SAMPLE_VISIT_CHOICES) }],
      {
        branchId: BRANCH_ID,
        at: Date.now(),
      },
    );
    await reachSecondStep();
    const offers = within(await screen.findByRole('group', { name: 'Visitas habituales' }));
    await waitFor(() => expect(offers.getAllByRole('button')).toHaveLength(1));
    expect(listVisitOffers()).toEqual(['Igual que la persona anterior: Ingreso · Flores']);
    await userEvent.click(await findButton('Igual que la persona anterior: Ingreso · Flores'));
    await screen.findByRole('heading', STEP_3);
    await waitFor(async () => expect(await readSavedForm()).toMatchObject(SAMPLE_VISIT_CHOICES));
  });

  it('P10.218 the form offers the previous patient’s visit only at its branch, and only if the current patient’s last visit differs from it', async () => {
    const CONTRACTED = { ...SAMPLE_VISIT_CHOICES, contractor_company_id: EMPLOYER_ID };
    await registerPreviousPatient(CONTRACTED, OTHER_BRANCH_ID);
    await lookUpPatientWithVisit(SAMPLE_VISIT_CHOICES);
    await findButton('Repetir última visita');
    expect(listVisitOffers()).toEqual(['Repetir última visita']);
    await registerPreviousPatient(CONTRACTED);
    await registerPreviousPatient(SAMPLE_VISIT_CHOICES, OTHER_BRANCH_ID);
    await findButton('Igual que la persona anterior: Ingreso · Flores · contratista Flores');
    await registerPreviousPatient(SAMPLE_VISIT_CHOICES);
    await waitFor(() => expect(listVisitOffers()).toEqual(['Repetir última visita']));
  });
});

it(
  'P10.243 the form offers to repeat the last visit when the page is opened again with a draft',
  { tags: ['landing'] },
  async () => {
    await lookUpPatientWithVisit(SAMPLE_VISIT_CHOICES);
    await findButton('Repetir última visita');
    await waitFor(async () => expect((await loadDraft(ANA_ID, null))?.content?.linked?.id).toBeTruthy());
    cleanup();
    lookUpPatientMock.mockReset();
    renderReception();
    expect(await screen.findByText(/^Paciente encontrado en este dispositivo/)).toBeTruthy();
    expect(await screen.findByText(/^Es lo que había en el borrador\. Revisa/)).toBeTruthy();
    await userEvent.click(await findButton('Repetir última visita'));
    await screen.findByRole('heading', STEP_3);
    expect(lookUpPatientMock).not.toHaveBeenCalled();
  },
);

const NO_CHOICES_TEXT = 'Todavía no hay tipos de evaluación o empresas para elegir.';
const INACTIVE_COMPANY = { id: EMPLOYER_ID, name: 'Flores', code: 'C', detail: null, active: false };

async function renderSecondStep(patch: Parameters<typeof renderReception>[0] = {}) {
  const content = draftContent(DOCUMENT_NUMBER);
  const form = { ...content.form, evaluation_type_id: '', employer_company_id: '' };
  await saveDraftContent(ANA_ID, null, { ...content, form, step: 1 });
  renderReception(patch);
  await screen.findByRole('combobox', { name: 'Empresa empleadora' });
}

describe('P10.221 clinic without catalogues', () => {
  beforeEach(async () => {
    for (const resource of REQUIRED_CATALOGS) await replaceCatalogCache(resource, [], [], Date.now());
  });

  it('the form advises a receptionist to contact the catalogue manager, and to park the patient', async () => {
    await renderSecondStep();
    expect(await screen.findByText(NO_CHOICES_TEXT)).toBeTruthy();
    expect(screen.getByText(/^Pide a quien administra los catálogos .*«Dejar en espera»/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Catálogos|en marcha/ })).toBeNull();
  });

  it.each([
    ['Ir a Catálogos', '/admin/catalogs', ['register_patients', 'manage_catalogs'] as const],
    [
      'Poner en marcha la clínica',
      '/setup',
      ['register_patients', 'manage_catalogs', 'user_management'] as const,
    ],
  ])('the form offers a user with permission the link %s', async (name, to, actions) => {
    await renderSecondStep({ actions: [...actions] });
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to);
    expect(screen.queryByText(/Pide a quien/)).toBeNull();
  });

  it('the form names the empty catalogue, also when the catalogue has only inactive rows', async () => {
    const type = { id: '00000000-0000-4000-8000-000000000001', name: 'Ingreso', code: 'I', detail: null };
    await replaceCatalogCache('evaluation-types', [{ ...type, active: true }], [], Date.now());
    await replaceCatalogCache('companies', [INACTIVE_COMPANY], [], Date.now());
    await renderSecondStep();
    expect(await screen.findByText('Todavía no hay empresas para elegir.')).toBeTruthy();
  });

  it('the form reports a missing catalogue instead of an empty one when the device has none', async () => {
    await db.mirrors.clear();
    await renderSecondStep();
    expect(await screen.findByText('El catálogo aún no está en este dispositivo.')).toBeTruthy();
    expect(screen.queryByText(/^Todavía no hay (tipos|empresas)/)).toBeNull();
  });
});
