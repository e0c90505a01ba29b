import '#tests/support/device/jsdom-device.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '#storage/database/database.ts';
import { loadDraft, saveDraft, saveDraftPicture, settledDraft } from '#storage/drafts/drafts.ts';
import { countParked, exchangeDraft, listParked, PARKED_MAX } from '#storage/drafts/parked-drafts.ts';
import {
  account,
  ANA,
  BRANCH,
  confirmedEntry,
  draftContent,
  randomPicture,
  refuseNext,
} from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { NUMBER, button, emptyDesk, field, saved, show } from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { Desk } from './desk.tsx';
import { ReceptionPage } from './reception-page.tsx';

beforeEach(emptyDesk);

/** Somebody of that document waits since `parkedAt`. */
async function park(number: string, parkedAt = Date.now()): Promise<void> {
  await saveDraft(ANA, null, { ...draftContent(number), step: 1 });
  await exchangeDraft(ANA, null, parkedAt);
}
const numberField = () => field('Número de identificación');
const dialog = () => screen.findByRole('dialog', { name: 'En espera en este dispositivo' });
const openList = async (count: number) => userEvent.click(await button(`En espera: ${count}`));

describe('P10.39 several people at once', () => {
  it("'Dejar en espera' opens an empty form for the next document; whoever waits comes back to the same step", async () => {
    await saveDraft(ANA, null, { ...draftContent(NUMBER), step: 2 });
    await saveDraftPicture(ANA, null, 'photo', randomPicture(2_000));
    await saveDraftPicture(ANA, null, 'signature', randomPicture(900, 'image/png'));
    show();
    await userEvent.click(await button('Dejar en espera'));
    await waitFor(async () => expect(document.activeElement).toBe(await numberField()));
    expect((await numberField()).value).toBe('');
    expect(screen.queryByRole('button', { name: 'Dejar en espera' })).toBeNull();
    await openList(1);
    const list = within(await dialog());
    expect(list.queryByText(/a cambio/)).toBeNull();
    await userEvent.click(await list.findByRole('button', { name: /^Zoraida Quiñones/ }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Paso 3 de 3: Confirmación'));
    expect(screen.queryByText('Borrador recuperado')).toBeNull();
    expect(screen.queryByRole('button', { name: /^En espera/ })).toBeNull();
    expect((await loadDraft(ANA, null))?.photo).not.toBeNull();
  });

  it('what was typed last is parked too, before it was saved', async () => {
    show();
    await enterText(await numberField(), NUMBER);
    await userEvent.click(await button('Dejar en espera'));
    await button('En espera: 1');
    expect(await listParked(ANA)).toMatchObject([{ content: { form: { identificationNumber: NUMBER } } }]);
  });

  it('S27 P10.61 nothing more is typed into who is being parked', async () => {
    show();
    const number = await numberField();
    await enterText(number, NUMBER);
    fireEvent.click(await button('Dejar en espera'));
    expect(number.closest('[inert]')).not.toBeNull();
    await button('En espera: 1');
    expect((await numberField()).closest('[inert]')).toBeNull();
  });

  it('what stands in the form waits in exchange', async () => {
    await park(NUMBER);
    show();
    await enterText(await numberField(), '777');
    await openList(1);
    const list = within(await dialog());
    expect(list.getByText(/Lo que tienes escrito queda en espera a cambio/)).toBeTruthy();
    await userEvent.click(await list.findByRole('button', { name: /^Zoraida/ }));
    expect(await screen.findByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    await button('En espera: 1');
    expect((await saved())?.identificationNumber).toBe(NUMBER);
    expect(await listParked(ANA)).toMatchObject([{ content: { form: { identificationNumber: '777' } } }]);
  });

  it("P10.75 whoever comes by 'Ver quién espera' finds their list open, once", async () => {
    await park(NUMBER);
    renderScreen(<ReceptionPage account={account} />, '/reception', '?waiting');
    await userEvent.click(await within(await dialog()).findByRole('button', { name: /^Zoraida/ }));
    expect(await screen.findByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('nothing is there for whom nothing was typed, and nobody waits', async () => {
    show();
    await numberField();
    await waitFor(() => expect(screen.queryByRole('button', { name: /espera/ })).toBeNull());
  });

  it(`says that ${PARKED_MAX} wait already, and keeps what was typed`, async () => {
    for (let nth = 0; nth < PARKED_MAX; nth += 1) await park(String(nth + 1), nth);
    show();
    await enterText(await numberField(), '777');
    await userEvent.click(await button('Dejar en espera'));
    expect(await screen.findByText(`Ya hay ${PARKED_MAX} en espera en este dispositivo.`)).toBeTruthy();
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cerrar' }));
    expect((await numberField()).value).toBe('777');
    const opener = await button(`En espera: ${PARKED_MAX}`);
    await waitFor(() => expect(document.activeElement, 'the way back').toBe(opener));
  });
});

describe('S27 whoever waits', () => {
  it('P10.39 is discarded after a question, one of them', async () => {
    await park('1', 1);
    await park('2', 2);
    show();
    await openList(2);
    const [first] = await within(await dialog()).findAllByRole('button', {
      name: 'Descartar a Zoraida Quiñones',
    });
    if (first) await userEvent.click(first);
    const question = within(await screen.findByRole('dialog', { name: '¿Descartar este registro?' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancelar' }));
    expect(await countParked(ANA)).toBe(2);
    const [again] = await within(await dialog()).findAllByRole('button', {
      name: 'Descartar a Zoraida Quiñones',
    });
    if (again) await userEvent.click(again);
    await userEvent.click(await button('Descartar'));
    await waitFor(async () =>
      expect(await listParked(ANA)).toMatchObject([{ content: { form: { identificationNumber: '2' } } }]),
    );
  });

  it('that another window has taken is said to be gone, and the form stays', async () => {
    await park(NUMBER);
    show();
    await enterText(await numberField(), '777');
    await openList(1);
    const row = await within(await dialog()).findByRole('button', { name: /^Zoraida/ });
    const [waiting] = await listParked(ANA);
    // Both are tapped at once: the list has not heard of it.
    await settledDraft(ANA, null);
    const gone = db.drafts.delete(waiting?.id ?? '');
    fireEvent.click(row);
    await gone;
    expect(await screen.findByText(/Ya no está en espera/)).toBeTruthy();
    expect((await saved())?.identificationNumber).toBe('777');
  });

  it('is no correction: it stays with its entry', async () => {
    await park(NUMBER);
    const entryId = await confirmedEntry('888');
    await refuseNext();
    renderScreen(<Desk account={account} branchId={BRANCH} entryId={entryId} />);
    await button('Deshacer cambios');
    expect(screen.queryByRole('button', { name: /espera/ })).toBeNull();
  });
});
