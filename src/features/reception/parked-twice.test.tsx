// @module-tag landing
import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnownPatient } from '#domain/registration.ts';
import { timeOfDay } from '#domain/time/words.ts';
import { loadDraft, saveDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { countParked, exchangeDraft, listParked } from '#storage/drafts/parked-drafts.ts';
import type { LookupResult } from '#sync/reads/lookup.ts';
import { ANA, draftContent, person, randomPicture } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { NUMBER, button, emptyDesk, field, saved, show } from '#tests/support/screens/reception.tsx';

const lookUpPatient = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<LookupResult>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({ ...(await original<object>()), lookUpPatient }));

const AT = Date.now();
const WAITS = `Esta persona está en espera desde las ${timeOfDay(AT)}.`;

/** Zoraida waits in step 2, with a photo. */
async function parkZoraida(): Promise<void> {
  await saveDraft(ANA, null, { ...draftContent(NUMBER), step: 1 });
  await saveDraftPicture(ANA, null, 'photo', randomPicture(2_000));
  await exchangeDraft(ANA, null, AT);
}
const typeNumber = async (text: string) => enterText(await field('Número de identificación'), text);
const question = async () =>
  within(await screen.findByRole('dialog', { name: 'Esta persona ya está en espera' }));
const answer = async (name: string) => userEvent.click((await question()).getByRole('button', { name }));

beforeEach(async () => {
  await emptyDesk();
  lookUpPatient.mockResolvedValue({ source: 'server', patient: null });
  await parkZoraida();
});

describe('P10.230 who waits is not registered anew unseen', () => {
  it("is said in step 1 as soon as the number stands there, however it is written, and of nobody else; 'Traer' brings them back, and the number alone leaves nobody behind", async () => {
    show();
    await typeNumber(`${NUMBER.slice(0, 4)}.${NUMBER.slice(4, 6)}`);
    expect(screen.queryByText(WAITS)).toBeNull();
    await typeNumber(NUMBER.slice(6));
    expect(await screen.findByText(WAITS)).toBeTruthy();
    await userEvent.selectOptions(await field('Tipo de identificación'), 'CE');
    await waitFor(() => expect(screen.queryByText(WAITS)).toBeNull());
    await userEvent.selectOptions(await field('Tipo de identificación'), 'CC');
    await userEvent.click(await button('Traer'));
    expect(await screen.findByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    await waitFor(async () => expect(await countParked(ANA)).toBe(0));
    expect(await loadDraft(ANA, null)).toMatchObject({
      photo: {},
      content: { form: { identificationNumber: NUMBER } },
    });
  });

  it('what was typed otherwise waits in exchange', async () => {
    show();
    await typeNumber(NUMBER);
    await enterText(await field('Primer nombre'), 'Zara');
    await userEvent.click(await button('Traer'));
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    expect(await listParked(ANA)).toMatchObject([{ content: { form: { firstName: 'Zara' } } }]);
    expect((await saved())?.firstName).toBe('Zoraida');
  });

  it('beside who was found it is one notice, and what the lookup filled in leaves nobody behind', async () => {
    const found: KnownPatient = { ...person(NUMBER), id: '00000000-0000-4000-8000-000000000009' };
    lookUpPatient.mockResolvedValue({ source: 'server', patient: { ...found, second_last_name: 'Otra' } });
    show();
    await typeNumber(NUMBER);
    const notice = (await screen.findByText(/^Paciente encontrado/)).closest('.notice');
    await waitFor(() => expect(notice?.textContent).toContain(WAITS));
    expect(screen.getAllByRole('button', { name: 'Traer' })).toHaveLength(1);
    await userEvent.click(await button('Traer'));
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    expect(await countParked(ANA)).toBe(0);
  });
});

describe("P10.230 'Dejar en espera' for whom waits already", () => {
  beforeEach(async () => {
    await saveDraft(ANA, null, { ...draftContent(NUMBER), step: 0 });
    await saveDraftPicture(ANA, null, 'signature', randomPicture(900, 'image/png'));
    show();
    await userEvent.click(await button('Dejar en espera'));
  });

  it('asks, and changes nothing before it is answered; both wait where somebody says so', async () => {
    expect((await question()).getByText(new RegExp(WAITS))).toBeTruthy();
    await answer('Cancelar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await countParked(ANA)).toBe(1);
    expect((await saved())?.identificationNumber).toBe(NUMBER);
    await userEvent.click(await button('Dejar en espera'));
    await answer('Dejar las dos en espera');
    await button('En espera: 2');
    expect(await loadDraft(ANA, null)).toBeNull();
  });

  it('the first is brought back, and what was captured here waits', async () => {
    await answer('Traer la que espera');
    await screen.findByText('Paso 2 de 3: Evaluación y empresas');
    expect(await listParked(ANA)).toMatchObject([{ hasPhoto: false, hasSignature: true }]);
    expect(await loadDraft(ANA, null)).toMatchObject({ photo: {}, signature: null });
  });
});
