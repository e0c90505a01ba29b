// In jsdom: one evaluation over answers that the test gives.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { calls, field, opened, ready, show } from '#tests/support/screens/evaluation-screen.tsx';

const BANK = 'Frases de la clínica: Restricciones';
const bank = async () => within(await screen.findByRole('group', { name: BANK }));
const phrases = (words: readonly string[]) =>
  words.map((each, nth) => ({ id: `p${nth}`, type: 'restricciones', words: each }));
const WORDS = ['Sin alturas.', 'Con gafas.', 'Botas.', 'Evitar el ruido.', 'Guantes de nitrilo.'];

async function open(words: readonly string[] = WORDS) {
  calls.fetchPhrases.mockResolvedValue({ phrases: phrases(words), fetchedAt: Date.now() });
  show(ready);
  await opened();
}

describe('P10.197 the clinic’s phrases beside a note', () => {
  it('P10.197 a tap writes one as a line of the note, another takes it out; it counts as used once', async () => {
    await open();
    await enterText(field('Restricciones'), 'Lo acordado.');
    await userEvent.click((await bank()).getByRole('button', { name: 'Con gafas.' }));
    expect(field('Restricciones').value).toBe('Lo acordado.\nCon gafas.');
    const pressed = (await bank()).getByRole('button', { name: 'Con gafas.' });
    expect(pressed.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(pressed);
    expect(field('Restricciones').value).toBe('Lo acordado.');
    expect(calls.notePhraseUse).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.any(String), 'p1');
  });

  it('P10.197 three stand there; of many one looks for the others', async () => {
    await open();
    expect((await bank()).getAllByRole('button').map(({ textContent: words }) => words)).toEqual([
      'Sin alturas.',
      'Con gafas.',
      'Botas.',
      'Más frases (2)',
    ]);
    await userEvent.click((await bank()).getByRole('button', { name: 'Más frases (2)' }));
    await enterText((await bank()).getByRole('textbox', { name: 'Buscar frase' }), 'RUÍDO');
    await userEvent.click((await bank()).getByRole('button', { name: 'Evitar el ruido.' }));
    expect(field('Restricciones').value).toBe('Evitar el ruido.');
    await enterText((await bank()).getByRole('textbox', { name: 'Buscar frase' }), ' zzz');
    expect((await bank()).getByText('Ninguna frase con esas palabras.')).toBeTruthy();
    await userEvent.click((await bank()).getByRole('button', { name: 'Cerrar' }));
    expect((await bank()).getByRole('button', { name: 'Sin alturas.' })).toBeTruthy();
  });

  it('P10.197 a clinic without phrases sees no place for them, nor does a note that has none', async () => {
    await open(['Sin alturas.']);
    await bank();
    expect(screen.getAllByRole('group', { name: /^Frases de la clínica/ })).toHaveLength(1);
    expect(NOTE_TYPES.length).toBeGreaterThan(1);
  });
});
