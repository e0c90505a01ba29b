// In jsdom: files of this device that have not arrived, in front of the exam, and what they mean for the signature.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ItemState, Refusal, WaitCause } from '#domain/outbox/item.ts';
import { button, calls, opened, ready, show } from '#tests/support/screens/evaluation-screen.tsx';

const EXAM = ready.exam_orders[0];
const DAMAGED = 'El PDF está dañado o incompleto y no se puede abrir.';
const refusal = (patch: Partial<Refusal> = {}): Refusal => ({
  status: 422,
  code: 'file_invalid',
  message: DAMAGED,
  details: [],
  ...patch,
});
const attention = (patch: Partial<Refusal> = {}): ItemState => ({
  name: 'attention',
  since: 0,
  correctable: true,
  refusal: refusal(patch),
});
const file = (state: ItemState, fileName = 'informe.pdf') => ({
  id: `entry of ${fileName}`,
  kind: 'attachment',
  standing: state.name === 'attention' ? 'attention' : 'on_its_way',
  target: { evaluationId: ready.id, examOrderId: EXAM?.id },
  summary: { fileName, examName: EXAM?.exam.name },
  items: [{ id: 'i', kind: 'attachment', state }],
});

async function showWith(...files: ReturnType<typeof file>[]) {
  calls.unsentFiles = files;
  show(ready);
  await opened();
}
async function chooseDoctor() {
  await userEvent.click(screen.getByRole('combobox', { name: 'Médico' }));
  await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
}
const hint = () => document.querySelector('.sign-hint')?.textContent ?? '';

describe('P8 a file that was refused', () => {
  it.each([
    [refusal(), `No se pudo adjuntar el archivo. ${DAMAGED}`],
    [
      refusal({ code: null, message: '', status: 400, statusText: 'Bad Request' }),
      'No se pudo adjuntar el archivo. (400 Bad Request)',
    ],
    [
      refusal({ details: [{ field: 'file', message: 'Muy grande.' }] }),
      'No se pudo adjuntar el archivo. Muy grande.',
    ],
  ])('says why where the doctor is: %#', async (given, text) => {
    await showWith(file(attention(given)));
    expect((await screen.findByText('Error al subir')).closest('li')?.textContent).toContain(text);
  });

  const waiting = (cause: WaitCause, message?: string): ItemState => ({
    name: 'waiting',
    since: 0,
    until: 1,
    cause,
    ...(message !== undefined && { refusal: refusal({ status: 500, message }) }),
  });

  it.each([
    ['failing', 'El servidor tiene un problema'],
    ['busy', 'El servidor está ocupado'],
    ['no_answer', 'El envío no se ha logrado todavía'],
  ] as const)('S8 one that waits says for what, %s, and can be tried at once', async (cause, text) => {
    await showWith(file(waiting(cause, cause === 'failing' ? 'Hasta las 8.' : undefined)));
    const state = cause === 'failing' ? 'Error al subir' : 'Pendiente por subir';
    const row = (await screen.findByText(state)).closest('li');
    expect(row?.textContent).toContain(text);
    expect(row?.textContent.includes('El servidor dice: «Hasta las 8.».')).toBe(cause === 'failing');
    await userEvent.click(button('Reintentar subida de informe.pdf'));
    expect(calls.retryNow).toHaveBeenCalledWith(expect.any(String), 'entry of informe.pdf');
  });

  it('S10 can be tried again', async () => {
    await showWith(file(attention()));
    await userEvent.click(button('Reintentar subida de informe.pdf'));
    expect(calls.retryNow).toHaveBeenCalledWith(expect.any(String), 'entry of informe.pdf');
  });

  it('S10 is put away only after a confirmation that says what is lost', async () => {
    await showWith(file(attention()));
    await userEvent.click(button('Descartar informe.pdf'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/aquí no se puede recuperar/)).toBeTruthy();
    expect(calls.discardEntry).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Descartar definitivamente' }));
    expect(calls.discardEntry).toHaveBeenCalledWith(expect.any(String), 'entry of informe.pdf');
  });
});

describe('P4 signing looks at the files of this device', () => {
  it('P4.5 what was refused is decided about first: afterwards it can never go in', async () => {
    await showWith(file({ name: 'queued' }, 'otro.pdf'), file(attention()));
    await chooseDoctor();
    expect(hint()).toContain('No se pudo subir «informe.pdf»: reinténtalo o descártalo antes de firmar');
    expect(button('Firmar y cierre').disabled).toBe(true);
  });

  it('of several that were refused one is named, the others are counted', async () => {
    const names = ['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((name) => `${name}.pdf`);
    await showWith(...names.map((name) => file(attention(), name)));
    await chooseDoctor();
    expect(hint()).toBe(
      'No se pudo subir «uno.pdf» y 4 más: reinténtalos o descártalos antes de firmar; después ya no pueden entrar.',
    );
  });

  it('P4.5 what is on its way is waited for', async () => {
    await showWith(file({ name: 'waiting', since: 0, until: 1, cause: 'failing' }));
    await chooseDoctor();
    expect(hint()).toContain('Espera a que suba «informe.pdf»');
    expect(button('Firmar y cierre').disabled).toBe(true);
  });

  it('without any the hint is the one of the base contract', async () => {
    await showWith();
    await chooseDoctor();
    expect(hint()).toBe('Todo listo para cerrar la evaluación.');
    expect(button('Firmar y cierre').disabled).toBe(false);
  });
});
