import '#tests/support/device/jsdom-device.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listEntries } from '#storage/outbox/entries.ts';
import { ANA } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { button, emptyDesk, field, readyDraft, show } from '#tests/support/screens/reception.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));
// jsdom has no canvas to sign on.
vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));

const at = (step: string) => screen.findByRole('heading', { name: step });
const [STEP_2, STEP_3] = ['Paso 2 de 3: Evaluación y empresas', 'Paso 3 de 3: Confirmación'];
const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(document.querySelector(`[data-path="${name}"]`)));

beforeEach(async () => {
  await emptyDesk();
  await readyDraft();
  show();
  await at(STEP_3);
});

describe("P10.169 'Editar' of the last step", () => {
  it("leads to the document, and 'Siguiente' straight back with what was mended", async () => {
    await userEvent.click(await button('Editar datos del paciente'));
    await hasFocus('identificationNumber');
    await enterText(await field('Segundo nombre'), 'Inés');
    await userEvent.click(await button('Siguiente'));
    await at(STEP_3);
    expect(screen.getByText('Zoraida Inés Quiñones')).toBeTruthy();
  });

  it('leads to the type of the evaluation, whose list stays closed', async () => {
    await userEvent.click(await button('Editar evaluación y empresas'));
    await hasFocus('evaluationTypeId');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.click(await button('Siguiente'));
    await at(STEP_3);
  });

  it('leads on as ever for whoever went back by themselves', async () => {
    await userEvent.click(await button('Volver'));
    await at(STEP_2);
    await userEvent.click(await button('Volver'));
    await userEvent.click(await button('Siguiente'));
    await at(STEP_2);
  });

  it('leads back too once what kept it is mended', async () => {
    await userEvent.click(await button('Editar datos del paciente'));
    await userEvent.clear(await field('Primer apellido'));
    await userEvent.click(await button('Siguiente'));
    expect(await screen.findByText('Ingrese los apellidos')).toBeTruthy();
    await enterText(await field('Primer apellido'), 'Quiñones');
    await userEvent.click(await button('Siguiente'));
    await waitFor(() => expect(screen.queryByText('Ingrese los apellidos')).toBeNull());
    await at(STEP_3);
  });
});

it("S3 'Editar' and 'Volver' do nothing while it is confirmed, and look as before", async () => {
  const [edit, back] = [await button('Editar datos del paciente'), await button('Volver')];
  const heard = vi.fn<() => void>();
  edit.addEventListener('pointerdown', heard); // As the signature's library does.
  fireEvent.click(await button('Confirmar y crear evaluación'));
  fireEvent.pointerDown(edit);
  fireEvent.click(edit);
  fireEvent.keyDown(edit, { key: 'Enter' });
  fireEvent.click(back);
  expect(edit.closest('[inert]')).toBeNull();
  expect(back.hasAttribute('disabled')).toBe(false);
  expect(screen.getByRole('heading', { name: STEP_3 })).toBeTruthy();
  await button('Registrar otra evaluación');
  expect(heard).not.toHaveBeenCalled();
  expect(await listEntries(ANA, { limit: 9 })).toHaveLength(1);
});
