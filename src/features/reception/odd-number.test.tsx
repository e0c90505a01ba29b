// In jsdom over a real IndexedDB in memory: a number that no document of its type has.
import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { listEntries } from '#storage/outbox/entries.ts';
import { ANA, person } from '#tests/support/device/device.ts';
import { button, emptyDesk, field, NUMBER, readyDraft, show } from '#tests/support/screens/reception.tsx';

beforeEach(emptyDesk);

const confirm = async () => userEvent.click(await button('Confirmar y crear evaluación'));
const question = () => screen.findByRole('dialog', { name: '¿Está bien el número?' });

describe('P10.245 a number that no document of its type has', () => {
  it.each([
    ['12AB34', 'La cédula solo lleva números. Revisa el número.'],
    ['123', 'La cédula tiene muy pocos dígitos. Revisa el número.'],
  ])(
    'P10.245 is asked about before it is confirmed, and nothing is confirmed by going back: %s',
    async (number, words) => {
      await readyDraft(number);
      show();
      await confirm();
      const dialog = await question();
      expect(dialog.textContent).toContain(words);
      await userEvent.click(within(dialog).getByRole('button', { name: 'Volver a revisar' }));
      expect(await listEntries(ANA, { limit: 9 })).toHaveLength(0);
    },
  );

  it('P10.245 is asked about at the first step already, before a photo is taken, and once', async () => {
    await readyDraft('12AB34');
    show();
    await userEvent.click((await screen.findAllByRole('button', { name: /^Editar/ }))[0]!);
    await userEvent.click(await button('Siguiente'));
    const dialog = await question();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Volver a revisar' }));
    await waitFor(async () => expect(document.activeElement).toBe(await field('Número de identificación')));
    await userEvent.click(await button('Siguiente'));
    await userEvent.click(within(await question()).getByRole('button', { name: 'Sí, está bien' }));
    await confirm();
    await button('Registrar otra evaluación');
    expect(await listEntries(ANA, { limit: 9 })).toHaveLength(1);
  });

  it('P10.245 is not asked about where something is missing: that is said first', async () => {
    show();
    await userEvent.click(await button('Siguiente'));
    await waitFor(async () => expect(document.activeElement).toBe(await field('Número de identificación')));
    await userEvent.type(await field('Número de identificación'), '12');
    await userEvent.click(await button('Siguiente'));
    await waitFor(async () => expect(document.activeElement).toBe(await field('Primer nombre')));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('P10.245 is confirmed by who says that it is right', async () => {
    await readyDraft('12AB34');
    show();
    await confirm();
    await userEvent.click(within(await question()).getByRole('button', { name: 'Sí, está bien' }));
    await button('Registrar otra evaluación');
    expect(await listEntries(ANA, { limit: 9 })).toHaveLength(1);
  });

  it.each([
    ['as they are', NUMBER, null],
    ['of somebody who is known by it', '12AB34', person('12AB34')],
  ])('P10.245 a number %s is not asked about', async (_, number, linked) => {
    await readyDraft(number, linked);
    show();
    await confirm();
    await button('Registrar otra evaluación');
  });
});
