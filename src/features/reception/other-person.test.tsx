// @module-tag landing
import '#tests/support/device/jsdom-device.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cutToPerson } from '#domain/card/capture.ts';
import { loadDraft, saveDraft } from '#storage/drafts/drafts.ts';
import { listParked, PARKED_MAX, exchangeDraft } from '#storage/drafts/parked-drafts.ts';
import {
  account,
  ANA,
  BRANCH,
  confirmedEntry,
  draftContent,
  refuseNext,
} from '#tests/support/device/device.ts';
import { cardTaker } from '#components/reader/takers.ts';
import { ANA as ANA_GIL, frame, td3 } from '#tests/support/cards/invented-card.ts';
import {
  button,
  EMPLOYER,
  emptyDesk,
  field,
  NUMBER,
  readyDraft,
  saved,
  show,
  TYPE,
} from '#tests/support/screens/reception.tsx';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { Desk } from './desk.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));

/** Of whom the draft is not. */
const LUIS = {
  ...ANA_GIL,
  number: '9999000025',
  firstName: 'LUIS',
  middleName: '',
  lastName: 'PAZ',
  secondLastName: 'ROA',
};
const ZORAIDA = { ...LUIS, number: NUMBER, firstName: 'ZORAIDA', lastName: 'QUIÑONES', secondLastName: '' };

async function reads(card: typeof LUIS): Promise<void> {
  await waitFor(() => expect(cardTaker()).toBeDefined());
  const text = cutToPerson(frame(card));
  act(() => {
    if (text) cardTaker()?.onCard(text);
  });
}
const question = () => screen.findByRole('dialog', { name: 'El documento leído es de otra persona' });
const answer = async (name: string) =>
  userEvent.click(within(await question()).getByRole('button', { name }));
const noQuestion = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** A field by its name: its label says too what a card gave. */
const fieldOf = (name: string) => document.querySelector<HTMLInputElement>(`[data-path="${name}"]`);
const firstNameIs = (name: string) => waitFor(() => expect(fieldOf('firstName')?.value).toBe(name));
const draft = () => loadDraft(ANA, null);

/** The first step, with photo, signature and companies of Zoraida in the draft. */
async function withZoraida(): Promise<void> {
  await readyDraft();
  show();
  await userEvent.click(await button('Editar datos del paciente'));
  await field('Primer nombre');
}

beforeEach(emptyDesk);

describe('P10.70 the card of another person over a registration in progress', () => {
  it('asks, by both names and documents, and changes nothing before it is answered', async () => {
    await withZoraida();
    await reads(LUIS);
    const said = (await question()).textContent;
    expect(said).toContain(
      `Estás registrando a Zoraida Quiñones, CC ${NUMBER}; leíste la cédula de Luis Paz Roa, CC 9999000025.`,
    );
    expect(said).toContain('se borran los datos de la primera, su foto, su firma, el tipo y las empresas.');
    await answer('Cancelar');
    await noQuestion();
    await firstNameIs('Zoraida');
    expect(await draft()).toMatchObject({
      photo: {},
      signature: {},
      content: { form: { identificationNumber: NUMBER } },
    });
  });

  it("'Dejar en espera' keeps the first one whole, and begins the next from the card", async () => {
    await withZoraida();
    await reads(LUIS);
    await answer('Dejar en espera');
    await firstNameIs('Luis');
    expect(await screen.findByText('Cédula leída')).toBeTruthy();
    await button('En espera: 1');
    expect(await listParked(ANA)).toMatchObject([
      {
        hasPhoto: true,
        hasSignature: true,
        content: { form: { identificationNumber: NUMBER, employerCompanyId: EMPLOYER } },
      },
    ]);
    await waitFor(async () => expect((await saved())?.identificationNumber).toBe('9999000025'));
    expect(await draft()).toMatchObject({
      photo: null,
      signature: null,
      content: { form: { employerCompanyId: '' } },
    });
  });

  it("'Cambiar de persona' takes all that was captured of the first one away", async () => {
    await withZoraida();
    await userEvent.type(await field('Cargo'), 'Soldadora');
    await reads(LUIS);
    await answer('Cambiar de persona');
    await noQuestion();
    await firstNameIs('Luis');
    await waitFor(async () =>
      expect(await draft()).toMatchObject({
        photo: null,
        signature: null,
        content: {
          form: {
            identificationNumber: '9999000025',
            occupationName: '',
            evaluationTypeId: '',
            employerCompanyId: '',
          },
        },
      }),
    );
    expect(await listParked(ANA)).toEqual([]);
  });

  it('type and companies stay where somebody says so', async () => {
    await withZoraida();
    await reads(LUIS);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Al cambiar, conservar/ }));
    expect((await question()).textContent).not.toContain('las empresas.');
    await answer('Cambiar de persona');
    await waitFor(async () =>
      expect(await draft()).toMatchObject({
        photo: null,
        signature: null,
        content: { form: { firstName: 'Luis', evaluationTypeId: TYPE, employerCompanyId: EMPLOYER } },
      }),
    );
  });
});

describe('P10.70 a card that asks nothing, and one that may not wait', () => {
  it("the same person's card loses nothing and asks nothing", async () => {
    await withZoraida();
    await reads(ZORAIDA);
    expect(await screen.findByText('Cédula leída')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(async () => expect((await saved())?.birthDate).toBe(ZORAIDA.birthDate));
    expect(await draft()).toMatchObject({
      photo: {},
      signature: {},
      content: { form: { employerCompanyId: EMPLOYER } },
    });
  });

  it('over an empty draft, and one after the other, cards are read without a question', async () => {
    show();
    await reads(ZORAIDA);
    await firstNameIs('Zoraida');
    await reads(LUIS);
    await firstNameIs('Luis');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a correction waits with its entry: the person may be changed, and not parked', async () => {
    const entryId = await confirmedEntry(NUMBER);
    await refuseNext();
    renderScreen(<Desk account={account} branchId={BRANCH} entryId={entryId} />);
    await button('Deshacer cambios');
    await reads(LUIS);
    expect(within(await question()).queryByRole('button', { name: 'Dejar en espera' })).toBeNull();
    await answer('Cancelar');
    await firstNameIs('Zoraida');
  });

  it(`where ${PARKED_MAX} wait already the form stays as it was`, async () => {
    for (let nth = 0; nth < PARKED_MAX; nth += 1) {
      await saveDraft(ANA, null, draftContent(String(nth + 1)));
      await exchangeDraft(ANA, null, nth);
    }
    await withZoraida();
    await reads(LUIS);
    await answer('Dejar en espera');
    expect(await screen.findByText(`Ya hay ${PARKED_MAX} en espera en este dispositivo.`)).toBeTruthy();
    expect(await draft()).toMatchObject({ photo: {}, content: { form: { identificationNumber: NUMBER } } });
  });
});

it('P10.72 of a passport they say that it was one', async () => {
  show();
  await waitFor(() => expect(cardTaker()).toBeDefined());
  const text = cutToPerson(td3(LUIS).join('\n'));
  act(() => {
    if (text) cardTaker()?.onCard(text);
  });
  await screen.findByText('Pasaporte leído');
  const marked = [...document.querySelectorAll('.patient-read')].map(({ textContent }) => textContent);
  expect(new Set(marked)).toEqual(new Set(['leído del pasaporte']));
});

describe('P10.72 the words that a card was read', () => {
  const READ = 'leído de la cédula';
  const marks = () =>
    screen.queryAllByText((_text, mark) => mark?.tagName === 'EM' && mark.textContent === READ).length;
  async function retype(label: RegExp, text: string): Promise<void> {
    const [input] = await screen.findAllByLabelText<HTMLInputElement>(label);
    if (!input) throw new Error('no such field');
    await userEvent.clear(input);
    if (text) await enterText(input, text);
  }
  beforeEach(async () => {
    show();
    await reads(LUIS);
    await screen.findByText('Cédula leída');
  });

  it('go from a field that is changed by hand, also when the same is typed again', async () => {
    const before = marks();
    await retype(/^Primer apellido/, 'Pas');
    expect(marks()).toBe(before - 1);
    await retype(/^Primer apellido/, 'Paz');
    expect(marks()).toBe(before - 1);
    expect(screen.getByText('Cédula leída')).toBeTruthy();
  });

  it('go with the document', async () => {
    await retype(/^Número de identificación/, '9999000041');
    expect(marks()).toBe(0);
    expect(screen.queryByText('Cédula leída')).toBeNull();
    expect(await screen.findByText('Lee la cédula')).toBeTruthy();
  });

  it("go with the person: 'Registrar nuevo', or another name", async () => {
    await userEvent.click(await button('Registrar nuevo'));
    expect(marks()).toBe(0);
    expect(screen.queryByText('Cédula leída')).toBeNull();
  });
});
