// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { extractCardText } from '#domain/card/capture.ts';
import { loadDraft, saveDraftContent } from '#storage/drafts/drafts.ts';
import {
  listParkedDrafts,
  MAX_PARKED_DRAFTS_PER_USER,
  exchangeDraft,
} from '#storage/drafts/parked-drafts.ts';
import {
  anaAccount,
  ANA_ID,
  BRANCH_ID,
  confirmNewEntry,
  draftContent,
  rejectNextItem,
} from '#tests/support/device/device.ts';
import { currentCardReceiver } from '#components/reader/card-receivers.ts';
import { ANA_CARDHOLDER, cardCodeText, createTd3Lines } from '#tests/support/cards/invented-card.ts';
import {
  findButton,
  EMPLOYER_ID,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  storeReadyDraft,
  readSavedForm,
  renderReception,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { Reception } from './reception.tsx';

vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));

const CHOSEN_VISIT = { evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID };
const LUIS_CARDHOLDER = {
  ...ANA_CARDHOLDER,
  number: '9999000025',
  first_name: 'LUIS',
  middle_name: '',
  last_name: 'PAZ',
  second_last_name: 'ROA',
};
const ZORAIDA_CARDHOLDER = {
  ...LUIS_CARDHOLDER,
  number: DOCUMENT_NUMBER,
  first_name: 'ZORAIDA',
  last_name: 'QUIÑONES',
  second_last_name: '',
};

async function deliverCard(card: typeof LUIS_CARDHOLDER, raw = cardCodeText(card)): Promise<void> {
  await waitFor(() => expect(currentCardReceiver()).toBeDefined());
  const text = extractCardText(raw);
  act(() => {
    if (text) currentCardReceiver()?.onCard(text);
  });
}
const findQuestion = () => screen.findByRole('dialog', { name: 'El documento leído es de otra persona' });
const answer = async (name: string) =>
  userEvent.click(within(await findQuestion()).getByRole('button', { name }));
const expectNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** Returns a field by its name, because its label changes when a card fills in the field. */
const fieldByPath = (name: string) => document.querySelector<HTMLInputElement>(`[data-path="${name}"]`);
const expectFirstName = (name: string) => waitFor(() => expect(fieldByPath('first_name')?.value).toBe(name));
const loadNewDraft = () => loadDraft(ANA_ID, null);

async function editZoraidaDraft(): Promise<void> {
  await storeReadyDraft();
  renderReception();
  await userEvent.click(await findButton('Editar datos del paciente'));
  await findField('Primer nombre');
}

beforeEach(prepareEmptyReception);

describe('P10.70 card of another person during a registration', () => {
  it("another person’s card opens a prompt; 'Dejar en espera' parks the first registration, and the card fills an empty form", async () => {
    await editZoraidaDraft();
    await deliverCard(ZORAIDA_CARDHOLDER);
    expect(await screen.findByText('Cédula leída')).toBeTruthy();
    expect(screen.queryByRole('dialog'), "of the same person's card").toBeNull();
    await waitFor(async () =>
      expect((await readSavedForm())?.birth_date).toBe(ZORAIDA_CARDHOLDER.birth_date),
    );
    await deliverCard(LUIS_CARDHOLDER);
    const said = (await findQuestion()).textContent;
    expect(said).toContain(
      `Estás registrando a Zoraida Quiñones, CC ${DOCUMENT_NUMBER}; leíste la cédula de Luis Paz Roa, CC 9999000025.`,
    );
    expect(said).toContain('se borran los datos de la primera, su foto, su firma, el tipo y las empresas.');
    await answer('Cancelar');
    await expectNoDialog();
    await expectFirstName('Zoraida');
    expect(await loadNewDraft()).toMatchObject({
      photo: {},
      signature: {},
      content: { form: { identification_number: DOCUMENT_NUMBER, employer_company_id: EMPLOYER_ID } },
    });

    await deliverCard(LUIS_CARDHOLDER);
    await answer('Dejar en espera');
    await expectFirstName('Luis');
    expect(await screen.findByText('Cédula leída')).toBeTruthy();
    await findButton('En espera: 1');
    expect(await listParkedDrafts(ANA_ID)).toMatchObject([
      {
        hasPhoto: true,
        hasSignature: true,
        content: { form: { identification_number: DOCUMENT_NUMBER, employer_company_id: EMPLOYER_ID } },
      },
    ]);
    await waitFor(async () => expect((await readSavedForm())?.identification_number).toBe('9999000025'));
    expect(await loadNewDraft()).toMatchObject({
      photo: null,
      signature: null,
      content: { form: { employer_company_id: '' } },
    });
  });

  it("'Cambiar de persona' removes photo, signature, job, evaluation type and companies of the first patient", async () => {
    await editZoraidaDraft();
    await enterText(await findField('Cargo'), 'Soldadora');
    await deliverCard(LUIS_CARDHOLDER);
    await answer('Cambiar de persona');
    await expectNoDialog();
    await expectFirstName('Luis');
    await waitFor(async () =>
      expect(await loadNewDraft()).toMatchObject({
        photo: null,
        signature: null,
        content: {
          form: {
            identification_number: '9999000025',
            occupation_name: '',
            evaluation_type_id: '',
            employer_company_id: '',
          },
        },
      }),
    );
    expect(await listParkedDrafts(ANA_ID)).toEqual([]);
  });

  it("'Cambiar de persona' can keep evaluation type and companies", async () => {
    await editZoraidaDraft();
    await deliverCard(LUIS_CARDHOLDER);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Al cambiar, conservar/ }));
    expect((await findQuestion()).textContent).not.toContain('las empresas.');
    await answer('Cambiar de persona');
    await waitFor(async () =>
      expect(await loadNewDraft()).toMatchObject({
        photo: null,
        signature: null,
        content: { form: { first_name: 'Luis', ...CHOSEN_VISIT } },
      }),
    );
  });
});

describe('P10.70 registration that cannot be parked', () => {
  it("the prompt about another person’s card does not offer 'Dejar en espera' in a correction, because a correction cannot be parked", async () => {
    const entryId = await confirmNewEntry(DOCUMENT_NUMBER);
    await rejectNextItem();
    renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />);
    await findButton('Cancelar corrección');
    await deliverCard(LUIS_CARDHOLDER);
    expect(within(await findQuestion()).queryByRole('button', { name: 'Dejar en espera' })).toBeNull();
    await answer('Cancelar');
    await expectFirstName('Zoraida');
  });

  it(`parking fails and keeps the form unchanged when ${MAX_PARKED_DRAFTS_PER_USER} drafts are already parked`, async () => {
    for (let nth = 0; nth < MAX_PARKED_DRAFTS_PER_USER; nth += 1) {
      await saveDraftContent(ANA_ID, null, draftContent(String(nth + 1)));
      await exchangeDraft(ANA_ID, null, nth);
    }
    await editZoraidaDraft();
    await deliverCard(LUIS_CARDHOLDER);
    await answer('Dejar en espera');
    expect(
      await screen.findByText(`Ya hay ${MAX_PARKED_DRAFTS_PER_USER} en espera en este dispositivo.`),
    ).toBeTruthy();
    const content = { form: { identification_number: DOCUMENT_NUMBER } };
    expect(await loadNewDraft()).toMatchObject({ photo: {}, content });
  });
});

it("P10.72 the form marks the values from a passport as 'leído del pasaporte'", async () => {
  renderReception();
  await deliverCard(LUIS_CARDHOLDER, createTd3Lines(LUIS_CARDHOLDER).join('\n'));
  await screen.findByText('Pasaporte leído');
  const marked = [...document.querySelectorAll('.patient-read')].map(({ textContent }) => textContent);
  expect(new Set(marked)).toEqual(new Set(['leído del pasaporte']));
});

describe("P10.72 mark 'leído de la cédula' of values from a card", () => {
  const READ = 'leído de la cédula';
  const cardMarks = () =>
    screen.queryAllByText((_text, mark) => mark?.tagName === 'EM' && mark.textContent === READ).length;
  async function retype(label: RegExp, text: string): Promise<void> {
    const [input] = await screen.findAllByLabelText<HTMLInputElement>(label);
    if (!input) throw new Error('no such field');
    await userEvent.clear(input);
    if (text) await enterText(input, text);
  }
  it("the mark 'leído de la cédula' disappears from a field that the user changes, and from all fields when the document changes", async () => {
    renderReception();
    await deliverCard(LUIS_CARDHOLDER);
    await screen.findByText('Cédula leída');
    const before = cardMarks();
    await retype(/^Primer apellido/, 'Pas');
    expect(cardMarks()).toBe(before - 1);
    await retype(/^Primer apellido/, 'Paz');
    expect(cardMarks()).toBe(before - 1);
    expect(screen.getByText('Cédula leída')).toBeTruthy();
    await retype(/^Número de identificación/, '9999000041');
    expect(cardMarks()).toBe(0);
    expect(screen.queryByText('Cédula leída')).toBeNull();
    expect(await screen.findByText('Lee la cédula')).toBeTruthy();
  });
});
