// Renders the signing of one evaluation in jsdom; the test gives the responses.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  button,
  calls,
  closed,
  openSigning,
  opened,
  ready,
  rules,
  show,
} from '#tests/support/screens/evaluation-screen.tsx';
import { NO_DECISIONS, type Decisions } from '#contract/records/evaluation/decisions.ts';

const ana = { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null };
const chosen = (decisions: Partial<Decisions>, concept = 'Apto') => ({
  ...ready,
  notes: [{ note_type: 'concepto' as const, content: concept }],
  decisions: { ...NO_DECISIONS, ...decisions },
});
type Dialog = Awaited<ReturnType<typeof openSigning>>;
const signButton = (dialog: Dialog) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Firmar y cierre' });

beforeEach(() => calls.fetchSigningRules.mockResolvedValue(rules({ doctor: ana })));

describe('P10.272 before an evaluation is signed', () => {
  it('P10.272 a missing aptitude is stated on the card and in the dialog, which leads to the buttons', async () => {
    show(chosen({}));
    await opened();
    expect(screen.getByText('Falta elegir la aptitud del concepto.')).toBeTruthy();
    const dialog = await openSigning();
    expect(dialog.getByText('Falta elegir la aptitud.')).toBeTruthy();
    expect(signButton(dialog).disabled).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Elegir la aptitud' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Apto');
  });

  it("P10.272 shows the server's rejection in the dialog", async () => {
    show(chosen({ aptitude: 'apto' }));
    await opened();
    const dialog = await openSigning();
    const details = [{ field: 'decisions.aptitude', message: 'Elige el concepto de aptitud.' }];
    calls.signEvaluation.mockResolvedValueOnce({
      type: 'refused',
      refusal: { status: 409, code: 'confirmation_missing', message: 'Responde.', details },
    });
    await userEvent.click(signButton(dialog));
    expect(await dialog.findByText('Elige el concepto de aptitud.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Elegir la aptitud' })).toBeTruthy();
  });

  it('P10.272 an empty concept without a choice is confirmed as such', async () => {
    show({ ...chosen({}), notes: [{ note_type: 'habitos', content: 'No fuma' }] });
    await opened();
    const dialog = await openSigning();
    expect(dialog.queryByText('Falta elegir la aptitud.')).toBeNull();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Firmar sin concepto' }));
    expect(signButton(dialog).disabled).toBe(false);
  });

  it('P10.272 contradictions between texts and choices are questions that stop nothing', async () => {
    show({
      ...chosen({
        aptitude: 'apto',
        referral: { to: 'none', reason: null },
        tasks: [{ task: 'Alturas', aptitude: 'apto' }],
      }),
      notes: [
        { note_type: 'concepto', content: 'No se considera apto para el cargo' },
        { note_type: 'aptitud_tarea', content: 'Alturas: no apto.' },
        { note_type: 'sve', content: 'Incluir en SVE visual' },
      ],
    });
    await opened();
    const dialog = await openSigning();
    for (const question of [
      'Elegiste «Apto», y el texto del concepto parece decir «No apto».',
      'Elegiste «Alturas: apto.», y el texto de «Aptitud para tareas específicas» no lo dice: el concepto llevará las dos cosas.',
      'Escribiste en «Inclusión en SVE» y no elegiste nada: el concepto dirá «No registrado». Elige con los botones de esa nota.',
    ])
      expect(dialog.getByText(question)).toBeTruthy();
    expect(dialog.getByText('No requiere')).toBeTruthy();
    expect(signButton(dialog).disabled).toBe(false);
  });

  it('P10.273 the card of a closed evaluation states the aptitude', async () => {
    show({ ...closed, decisions: { ...NO_DECISIONS, aptitude: 'aplazado' } });
    await opened();
    const card = screen.getByRole('region', { name: 'Firma y cierre' });
    await waitFor(() => expect(card.textContent).toContain('Aplazado'));
    expect(button('Reabrir evaluación')).toBeTruthy();
  });
});
