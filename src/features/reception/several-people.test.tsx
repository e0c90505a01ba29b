// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import {
  loadDraft,
  saveDraftContent,
  saveDraftPicture,
  findSavedUnchangedDraftRow,
} from '#storage/drafts/drafts.ts';
import {
  countParkedDrafts,
  exchangeDraft,
  listParkedDrafts,
  MAX_PARKED_DRAFTS_PER_USER,
} from '#storage/drafts/parked-drafts.ts';
import {
  anaAccount,
  ANA_ID,
  BRANCH_ID,
  confirmNewEntry,
  draftContent,
  createLocalPatient,
  randomPicture,
  rejectNextItem,
} from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { Reception } from './reception.tsx';
import { ReceptionPage } from './reception-page.tsx';
import type { LocalPatient } from '#domain/registration.ts';
import { formatTime } from '#domain/time/format.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';

const lookUpPatientMock = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

beforeEach(async () => {
  lookUpPatientMock.mockResolvedValue({ source: 'server', patient: null });
  await prepareEmptyReception();
});

async function parkRegistration(number: string, parkedAt = Date.now()): Promise<void> {
  await saveDraftContent(ANA_ID, null, { ...draftContent(number), step: 1 });
  await exchangeDraft(ANA_ID, null, parkedAt);
}
const findNumberField = () => findField('Número de identificación');
const findParkedDialog = () => screen.findByRole('dialog', { name: 'En espera en este dispositivo' });
const openParkedList = async (count: number) => userEvent.click(await findButton(`En espera: ${count}`));

describe('P10.39 parking of a patient', () => {
  it("'Dejar en espera' opens an empty form, and the parked draft later opens at the step where it was parked", async () => {
    await saveDraftContent(ANA_ID, null, { ...draftContent(DOCUMENT_NUMBER), step: 2 });
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(2_000));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
    renderReception();
    await userEvent.click(await findButton('Dejar en espera'));
    await waitFor(async () => expect(document.activeElement).toBe(await findNumberField()));
    expect((await findNumberField()).value).toBe('');
    expect(screen.queryByRole('button', { name: 'Dejar en espera' })).toBeNull();
    await openParkedList(1);
    const list = within(await findParkedDialog());
    expect(list.queryByText(/a cambio/)).toBeNull();
    await userEvent.click(await list.findByRole('button', { name: /^Zoraida Quiñones/ }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Paso 3 de 3: Confirmación'));
    expect(screen.queryByText('Borrador recuperado')).toBeNull();
    expect(screen.queryByRole('button', { name: /^En espera/ })).toBeNull();
    expect((await loadDraft(ANA_ID, null))?.photo).not.toBeNull();
  });

  it('S27 P10.61 the form offers parking once the user has typed data; parking stores the last input and blocks further input', async () => {
    renderReception();
    const number = await findNumberField();
    await waitFor(() => expect(screen.queryByRole('button', { name: /espera/ })).toBeNull());
    await enterText(number, DOCUMENT_NUMBER);
    fireEvent.click(await findButton('Dejar en espera'));
    expect(number.closest('[inert]')).not.toBeNull();
    await findButton('En espera: 1');
    expect((await findNumberField()).closest('[inert]')).toBeNull();
    expect(await listParkedDrafts(ANA_ID)).toMatchObject([
      { content: { form: { identification_number: DOCUMENT_NUMBER } } },
    ]);
  });

  it('opening a parked draft parks the data in the form', { tags: ['landing'] }, async () => {
    await parkRegistration(DOCUMENT_NUMBER);
    renderReception();
    await enterText(await findNumberField(), '777');
    await openParkedList(1);
    const list = within(await findParkedDialog());
    expect(list.getByText(/Lo que tienes escrito queda en espera a cambio/)).toBeTruthy();
    await userEvent.click(await list.findByRole('button', { name: /^Zoraida/ }));
    expect(await screen.findByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    await findButton('En espera: 1');
    expect((await readSavedForm())?.identification_number).toBe(DOCUMENT_NUMBER);
    expect(await listParkedDrafts(ANA_ID)).toMatchObject([
      { content: { form: { identification_number: '777' } } },
    ]);
  });

  it("P10.75 the list of parked drafts that the link 'Ver quién espera' opens stays closed after the user has opened a draft", async () => {
    await parkRegistration(DOCUMENT_NUMBER);
    renderScreen(<ReceptionPage account={anaAccount} />, '/reception', '?waiting');
    await userEvent.click(await within(await findParkedDialog()).findByRole('button', { name: /^Zoraida/ }));
    expect(await screen.findByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it(
    `the form keeps its data and reports when ${MAX_PARKED_DRAFTS_PER_USER} drafts are already parked`,
    { tags: ['landing'] },
    async () => {
      for (let nth = 0; nth < MAX_PARKED_DRAFTS_PER_USER; nth += 1)
        await parkRegistration(String(nth + 1), nth);
      renderReception();
      await enterText(await findNumberField(), '777');
      await userEvent.click(await findButton('Dejar en espera'));
      expect(
        await screen.findByText(`Ya hay ${MAX_PARKED_DRAFTS_PER_USER} en espera en este dispositivo.`),
      ).toBeTruthy();
      await userEvent.click(within(await findParkedDialog()).getByRole('button', { name: 'Cerrar' }));
      expect((await findNumberField()).value).toBe('777');
      const opener = await findButton(`En espera: ${MAX_PARKED_DRAFTS_PER_USER}`);
      await waitFor(() => expect(document.activeElement, 'the way back').toBe(opener));
    },
  );
});

describe('S27 parked draft', () => {
  it('P10.39 the list of parked drafts discards a parked draft only after the user confirms', async () => {
    await parkRegistration('1', 1);
    await parkRegistration('2', 2);
    renderReception();
    await openParkedList(2);
    const [first] = await within(await findParkedDialog()).findAllByRole('button', {
      name: 'Descartar a Zoraida Quiñones',
    });
    if (first) await userEvent.click(first);
    const question = within(await screen.findByRole('dialog', { name: '¿Descartar este registro?' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancelar' }));
    expect(await countParkedDrafts(ANA_ID)).toBe(2);
    const [again] = await within(await findParkedDialog()).findAllByRole('button', {
      name: 'Descartar a Zoraida Quiñones',
    });
    if (again) await userEvent.click(again);
    await userEvent.click(await findButton('Descartar'));
    await waitFor(async () =>
      expect(await listParkedDrafts(ANA_ID)).toMatchObject([
        { content: { form: { identification_number: '2' } } },
      ]),
    );
  });

  it('the list of parked drafts reports that another window has opened a parked draft, and the form stays unchanged', async () => {
    await parkRegistration(DOCUMENT_NUMBER);
    renderReception();
    await enterText(await findNumberField(), '777');
    await openParkedList(1);
    const row = await within(await findParkedDialog()).findByRole('button', { name: /^Zoraida/ });
    const [waiting] = await listParkedDrafts(ANA_ID);
    // The user taps the row before the list has removed it.
    await findSavedUnchangedDraftRow(ANA_ID, null);
    const gone = db.drafts.delete(waiting?.id ?? '');
    fireEvent.click(row);
    await gone;
    expect(await screen.findByText(/Ya no está en espera/)).toBeTruthy();
    expect((await readSavedForm())?.identification_number).toBe('777');
  });

  it('a correction cannot be parked, because it belongs to its entry', { tags: ['landing'] }, async () => {
    await parkRegistration(DOCUMENT_NUMBER);
    const entryId = await confirmNewEntry('888');
    await rejectNextItem();
    renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />);
    await findButton('Cancelar corrección');
    expect(screen.queryByRole('button', { name: /espera/ })).toBeNull();
  });
});

const PARKED_AT = Date.now();
const PARKED_SINCE = `Esta persona está en espera desde las ${formatTime(PARKED_AT)}.`;

async function parkZoraida(): Promise<void> {
  await saveDraftContent(ANA_ID, null, { ...draftContent(DOCUMENT_NUMBER), step: 1 });
  await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(2_000));
  await exchangeDraft(ANA_ID, null, PARKED_AT);
}
const typeNumber = async (text: string) => enterText(await findField('Número de identificación'), text);
const findSamePatientDialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Esta persona ya está en espera' }));
const clickSamePatientButton = async (name: string) =>
  userEvent.click((await findSamePatientDialog()).getByRole('button', { name }));

describe('P10.230 warning that a patient is already parked', { tags: ['landing'] }, () => {
  beforeEach(parkZoraida);

  it("step 1 shows a warning when the number of a parked patient is typed, and 'Traer' opens the parked draft", async () => {
    renderReception();
    await typeNumber(`${DOCUMENT_NUMBER.slice(0, 4)}.${DOCUMENT_NUMBER.slice(4, 6)}`);
    expect(screen.queryByText(PARKED_SINCE)).toBeNull();
    await typeNumber(DOCUMENT_NUMBER.slice(6));
    expect(await screen.findByText(PARKED_SINCE)).toBeTruthy();
    await userEvent.selectOptions(await findField('Tipo de identificación'), 'CE');
    await waitFor(() => expect(screen.queryByText(PARKED_SINCE)).toBeNull());
    await userEvent.selectOptions(await findField('Tipo de identificación'), 'CC');
    await userEvent.click(await findButton('Traer'));
    expect(await screen.findByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    await waitFor(async () => expect(await countParkedDrafts(ANA_ID)).toBe(0));
    expect(await loadDraft(ANA_ID, null)).toMatchObject({
      photo: {},
      content: { form: { identification_number: DOCUMENT_NUMBER } },
    });
  });

  it("'Traer' parks typed data that the parked draft lacks", async () => {
    renderReception();
    await typeNumber(DOCUMENT_NUMBER);
    await enterText(await findField('Primer nombre'), 'Zara');
    await userEvent.click(await findButton('Traer'));
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    expect(await listParkedDrafts(ANA_ID)).toMatchObject([{ content: { form: { first_name: 'Zara' } } }]);
    expect((await readSavedForm())?.first_name).toBe('Zoraida');
  });

  it("the found patient’s notice warns that this patient is parked, and 'Traer' parks no values from the lookup", async () => {
    const found: LocalPatient = {
      ...createLocalPatient(DOCUMENT_NUMBER),
      id: '00000000-0000-4000-8000-000000000009',
    };
    lookUpPatientMock.mockResolvedValue({
      source: 'server',
      patient: { ...found, second_last_name: 'Otra' },
    });
    renderReception();
    await typeNumber(DOCUMENT_NUMBER);
    const notice = (await screen.findByText(/^Paciente encontrado/)).closest('.notice');
    await waitFor(() => expect(notice?.textContent).toContain(PARKED_SINCE));
    expect(screen.getAllByRole('button', { name: 'Traer' })).toHaveLength(1);
    await userEvent.click(await findButton('Traer'));
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    expect(await countParkedDrafts(ANA_ID)).toBe(0);
  });
});

describe(
  "P10.230 button 'Dejar en espera' for a patient who is already parked",
  { tags: ['landing'] },
  () => {
    beforeEach(async () => {
      await parkZoraida();
      await saveDraftContent(ANA_ID, null, { ...draftContent(DOCUMENT_NUMBER), step: 0 });
      await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
      renderReception();
      await userEvent.click(await findButton('Dejar en espera'));
    });

    it("'Dejar en espera' opens a prompt for a patient who is already parked, in which 'Dejar las dos en espera' parks both drafts", async () => {
      expect((await findSamePatientDialog()).getByText(new RegExp(PARKED_SINCE))).toBeTruthy();
      await clickSamePatientButton('Cancelar');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await countParkedDrafts(ANA_ID)).toBe(1);
      expect((await readSavedForm())?.identification_number).toBe(DOCUMENT_NUMBER);
      await userEvent.click(await findButton('Dejar en espera'));
      await clickSamePatientButton('Dejar las dos en espera');
      await findButton('En espera: 2');
      expect(await loadDraft(ANA_ID, null)).toBeNull();
    });

    it("'Traer la que espera' opens the parked draft of the same patient, and parks the draft in the form with its pictures", async () => {
      await clickSamePatientButton('Traer la que espera');
      await screen.findByText('Paso 2 de 3: Evaluación y empresas');
      expect(await listParkedDrafts(ANA_ID)).toMatchObject([{ hasPhoto: false, hasSignature: true }]);
      expect(await loadDraft(ANA_ID, null)).toMatchObject({ photo: {}, signature: null });
    });
  },
);
