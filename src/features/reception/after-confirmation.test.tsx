import '#tests/support/device/indexeddb.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listEntries } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import type { Account } from '#sync/session/session.ts';
import {
  anaAccount,
  ANA_ID,
  BEA_ID,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  SAMPLE_REJECTION,
  rejectNextItem,
  signInOnDevice,
} from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
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
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { readLastConfirmed } from './done/last-confirmed.ts';
import { ReceptionPage } from './reception-page.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));

const SAVED_TEXT = `Sin turno · Zoraida Quiñones · CC ${DOCUMENT_NUMBER} · Evaluación guardada`;
const OTHER_BRANCH = { branchId: '00000000-0000-4000-8000-0000000000b2' };
const ANOTHER_REGISTRATION_BUTTON = { name: 'Registrar otra evaluación' };
const findNumberField = () => findField('Número de identificación');
const expectBanner = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(text));
const expectNoBanner = () =>
  waitFor(() => {
    expect(screen.queryByText(/Quiñones/)).toBeNull();
    expect(screen.queryByRole('button', ANOTHER_REGISTRATION_BUTTON)).toBeNull();
  });

async function confirmReadyDraft(number = DOCUMENT_NUMBER) {
  await storeReadyDraft(number);
  const shown = renderReception();
  await userEvent.click(await findButton('Confirmar y crear evaluación'));
  await expectBanner(SAVED_TEXT.replace(DOCUMENT_NUMBER, number));
  return shown;
}
const readSingleEntryId = async (): Promise<string> => {
  const [entry] = await listEntries(ANA_ID, { limit: 9 });
  if (!entry) throw new Error('nothing was confirmed');
  return entry.id;
};

async function createRejectedEntry(): Promise<string> {
  const { summary } = confirmation(DOCUMENT_NUMBER);
  const form = { ...summary.form, evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID };
  const id = await confirmNewEntry(DOCUMENT_NUMBER, { summary: { ...summary, form } });
  await rejectNextItem();
  return id;
}

async function correctFirstName(id: string, first_name: string): Promise<void> {
  renderScreen(<ReceptionPage account={anaAccount} />, '/reception', `?entry=${id}`);
  await userEvent.clear(await findField('Primer nombre'));
  await enterText(await findField('Primer nombre'), first_name);
  await userEvent.click(await findButton('Siguiente'));
  await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
  await userEvent.click(await findButton('Siguiente'));
}

beforeEach(prepareEmptyReception);

describe("P10.40 reception after 'Confirmar'", () => {
  it('reception opens an empty, focused form below a banner with the confirmed patient and the upload states', async () => {
    await confirmReadyDraft();
    const number = await findNumberField();
    await waitFor(() => expect(document.activeElement).toBe(number));
    expect(number.value).toBe('');
    expect((await findField('Primer nombre')).value).toBe('');
    expect(screen.getAllByText('Pendiente por subir')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Reintentar/ }), 'what goes by itself').toBeNull();
    await deliverNextItem();
    await expectBanner(SAVED_TEXT.replace('guardada', 'creada'));
    await deliverNextItem();
    await deliverNextItem();
    await waitFor(() => expect(screen.getAllByText('Subida completa')).toHaveLength(2));
    fireEvent.click(await findButton('Siguiente'), { detail: 2 });
    expect(screen.queryByText('Ingrese los nombres')).toBeNull();
    fireEvent.click(await findButton('Siguiente'), { detail: 1 });
    expect(await screen.findByText('Ingrese los nombres')).toBeTruthy();
  });

  it(
    'P10.44 the confirmation banner is hidden in the last step, and shows the next patient after the next confirmation',
    { tags: ['landing'] },
    async () => {
      (await confirmReadyDraft()).unmount();
      await storeReadyDraft('9999000025');
      renderReception();
      await findButton('Confirmar y crear evaluación');
      expect(screen.queryByRole('button', ANOTHER_REGISTRATION_BUTTON)).toBeNull();
      expect(screen.queryByText(new RegExp(DOCUMENT_NUMBER))).toBeNull();
      await userEvent.click(await findButton('Volver'));
      await expectBanner(SAVED_TEXT);
      await userEvent.click(await findButton('Siguiente'));
      await userEvent.click(await findButton('Confirmar y crear evaluación'));
      await expectBanner(SAVED_TEXT.replace(DOCUMENT_NUMBER, '9999000025'));
      expect(screen.queryByText(new RegExp(DOCUMENT_NUMBER))).toBeNull();
      expect(screen.getAllByRole('button', ANOTHER_REGISTRATION_BUTTON)).toHaveLength(1);
    },
  );

  it(
    'reception opens an empty form after a correction, below a banner about the corrected patient',
    { tags: ['landing'] },
    async () => {
      const id = await createRejectedEntry();
      await confirmNewEntry('9999000025');
      await correctFirstName(id, 'Inés');
      expect(
        screen.queryByRole('button', ANOTHER_REGISTRATION_BUTTON),
        'a correction is of somebody already',
      ).toBeNull();
      await userEvent.click(await findButton('Corregir y enviar'));
      await expectBanner(SAVED_TEXT.replace('Zoraida', 'Inés'));
      await waitFor(async () => expect(document.activeElement).toBe(await findNumberField()));
    },
  );

  it(
    'P10.307 reception does not navigate after a correction when the user has already opened another page',
    { tags: ['landing'] },
    async () => {
      await correctFirstName(await createRejectedEntry(), 'Inés');
      fireEvent.click(await findButton('Corregir y enviar'));
      window.history.pushState(null, '', '/pending');
      onTestFinished(() => window.history.back());
      await waitFor(async () =>
        expect(await listEntries(ANA_ID, { limit: 9 })).toMatchObject([
          { summary: { form: { first_name: 'Inés' } } },
        ]),
      );
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(await findButton('Corregir y enviar')).toBeTruthy();
    },
  );
});

describe("P10.41 button 'Registrar otra evaluación'", () => {
  it("P10.44 the button 'Registrar otra evaluación' removes the banner, keeps typed data and focuses the document number", async () => {
    const shown = await confirmReadyDraft();
    await enterText(await findField('Primer nombre'), 'Luz');
    await userEvent.click(await findButton('Registrar otra evaluación'));
    await expectNoBanner();
    await waitFor(async () => expect(document.activeElement).toBe(await findNumberField()));
    expect((await findField('Primer nombre')).value).toBe('Luz');
    await waitFor(async () => expect((await readSavedForm())?.first_name).toBe('Luz'));
    shown.unmount();
    renderReception();
    await findNumberField();
    await expectNoBanner();
  });

  it(
    "the button 'Registrar otra evaluación' focuses the heading of step 2 when step 2 is open",
    { tags: ['landing'] },
    async () => {
      await confirmReadyDraft();
      await enterText(await findNumberField(), '9999000025');
      await enterText(await findField('Primer nombre'), 'Luz');
      await enterText(await findField('Primer apellido'), 'Rojas');
      await userEvent.click(await findButton('Siguiente'));
      const heading = await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
      await userEvent.click(await findButton('Registrar otra evaluación'));
      await waitFor(() => expect(document.activeElement).toBe(heading));
    },
  );
});

describe("P10.42 link 'Ver' in the confirmation banner", () => {
  it(
    "the link 'Ver' opens the result screen, and 'Volver' restores the data typed for the next patient",
    { tags: ['landing'] },
    async () => {
      await confirmReadyDraft();
      await enterText(await findField('Primer nombre'), 'Luz');
      await userEvent.click(screen.getByRole('link', { name: 'Ver: Zoraida Quiñones' }));
      await screen.findByRole('heading', { name: 'Evaluación guardada' });
      expect(await screen.findByText(`CC ${DOCUMENT_NUMBER} · Ingreso · Flores`)).toBeTruthy();
      await userEvent.click(await findButton('Volver'));
      expect((await findField('Primer nombre')).value).toBe('Luz');
      await expectBanner(SAVED_TEXT);
      await userEvent.click(screen.getByRole('link', { name: 'Ver: Zoraida Quiñones' }));
      await userEvent.click(await findButton('Registrar otra evaluación'));
      await waitFor(async () => expect(document.activeElement).toBe(await findNumberField()));
      await expectNoBanner();
    },
  );

  it('the result screen shows no data when the evaluation is not on this device or belongs to another user', async () => {
    await signInOnDevice(BEA_ID);
    const id = await confirmNewEntry(DOCUMENT_NUMBER, { ownerId: BEA_ID });
    await signInOnDevice(ANA_ID);
    renderScreen(<ReceptionPage account={anaAccount} />, '/reception', `?result=${id}`);
    expect(await screen.findByText('Este dispositivo ya no tiene esta evaluación')).toBeTruthy();
    expect(screen.queryByText(/Quiñones/)).toBeNull();
  });
});

describe('P10.43 rejected items in the confirmation banner', () => {
  it("the confirmation banner shows why an evaluation was rejected; 'Ver' leads to the link for its correction", async () => {
    await confirmReadyDraft();
    const id = await readSingleEntryId();
    await rejectNextItem();
    await expectBanner(`${SAVED_TEXT}, requiere atenciónPrimer nombre: Ingrese los nombres.`);
    expect(screen.queryByRole('button', { name: /^Reintentar/ }), 'it is refused again').toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Ver: Zoraida Quiñones' }));
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('Primer nombre: Ingrese los nombres')).toBeTruthy();
    expect(notice.getByRole('link', { name: 'Corregir y enviar' }).getAttribute('href')).toBe(
      `/reception?entry=${id}`,
    );
  });

  it('P10.90 P10.96 the confirmation banner shows running uploads, and lets the user capture or send a rejected picture again', async () => {
    await confirmReadyDraft();
    const id = await readSingleEntryId();
    await deliverNextItem();
    const countLoaders = () => document.querySelectorAll('.mantine-Loader-root').length;
    expect(countLoaders()).toBe(0);
    const first = await claimDueItem();
    await screen.findByText('Subiendo…');
    expect(countLoaders()).toBe(1);
    const second = await claimDueItem();
    await waitFor(() => expect(countLoaders()).toBe(2));

    await outboxStore.settle(first, { type: 'refuse', refusal: SAMPLE_REJECTION }, Date.now());
    await screen.findByText(/ · Evaluación creada, falta la (foto|firma)$/);
    expect(screen.getByText('Error al subir')).toBeTruthy();
    const name = first.item.kind === 'photo' ? 'Tomar otra foto' : 'Firmar de nuevo';
    const link = await screen.findByRole('link', { name: `${name}: Zoraida Quiñones` });
    expect(link.getAttribute('href')).toBe(`/reception?entry=${id}`);
    await outboxStore.settle(second, { type: 'refuse', refusal: SAMPLE_REJECTION }, Date.now());
    await screen.findByRole('link', { name: 'Capturar de nuevo: Zoraida Quiñones' });
    await userEvent.click(await findButton('Reintentar subida'));
    await waitFor(() => expect(screen.getAllByText('Pendiente por subir')).toHaveLength(2));

    const failing = { type: 'defer', cause: 'failing', retryAfter: null, jitter: 0.9 } as const;
    await outboxStore.settle(await claimDueItem(), failing, Date.now());
    expect(await screen.findByText('Error al subir')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /otra foto|de nuevo/ }), 'nobody has refused it').toBeNull();
    await userEvent.click(await findButton('Reintentar subida'));
    await waitFor(() => expect(screen.getAllByText('Pendiente por subir')).toHaveLength(2));
  });
});

it('P10.44 the confirmation banner is hidden at another branch and for another user, and returns at the first branch within ten minutes', async () => {
  (await confirmReadyDraft()).unmount();
  for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
  let switchAccount: (patch: Partial<Account>) => void = () => undefined;
  function Switched() {
    const [patch, setPatch] = useState<Partial<Account>>({});
    switchAccount = setPatch;
    return <ReceptionPage account={{ ...anaAccount, ...patch }} />;
  }
  renderScreen(<Switched />, '/reception');
  const said = SAVED_TEXT.replace('guardada', 'creada');
  await expectBanner(said);
  await enterText(await findField('Primer nombre'), 'Luz');
  act(() => switchAccount(OTHER_BRANCH));
  await expectNoBanner();
  act(() => switchAccount({}));
  await expectBanner(said);
  expect((await findField('Primer nombre')).value, 'what is typed stays').toBe('Luz');
  act(() => switchAccount(OTHER_BRANCH));
  await expectNoBanner();
  const now = Date.now() + 11 * 60_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
  await act(async () => {
    switchAccount({});
    await readLastConfirmed(ANA_ID);
  });
  await act(() => readLastConfirmed(ANA_ID));
  expect(screen.queryByRole('button', ANOTHER_REGISTRATION_BUTTON)).toBeNull();
  clock.mockRestore();
  await signInOnDevice(BEA_ID);
  act(() => switchAccount({ userId: BEA_ID }));
  await findNumberField();
  await expectNoBanner();
});

it('P10.334 the confirmation banner shrinks to one line when the user types into the next form', async () => {
  await confirmReadyDraft();
  const lowBanner = () => document.querySelector('.band[data-low]');
  expect(lowBanner()).toBeNull();
  await enterText(await findNumberField(), '1');
  await waitFor(() => expect(lowBanner()).not.toBeNull());
  await expectBanner(SAVED_TEXT);
});
