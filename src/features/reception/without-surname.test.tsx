// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { extractCardText } from '#domain/card/capture.ts';
import { currentCardReceiver } from '#components/reader/card-receivers.ts';
import { ANA_CARDHOLDER as CARD, createTd3Lines } from '#tests/support/cards/invented-card.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  renderReception,
} from '#tests/support/screens/reception.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));

beforeEach(prepareEmptyReception);

/** Reads a passport with all names in the field of the given names. */
async function deliverPassport(): Promise<void> {
  const [first = '', second = ''] = createTd3Lines(CARD, { nationality: 'IND' });
  const card = extractCardText(`${'P<IND<<RAJESH<KUMAR'.padEnd(first.length, '<')}\n${second}`);
  if (!card) throw new Error('no card');
  await waitFor(() => expect(currentCardReceiver()).toBeDefined());
  act(() => currentCardReceiver()?.onCard(card));
}
const readNameFields = async () =>
  Promise.all(
    ['Primer nombre', 'Segundo nombre', 'Primer apellido'].map(async (label) => {
      const input = await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
      return input.value;
    }),
  );

describe('P10.310 patient without a surname', () => {
  it("P10.310 a patient without a surname is registered with the text suggested below 'Primer apellido'", async () => {
    renderReception();
    await enterText(await findField('Número de identificación'), '12345');
    await enterText(await findField('Primer nombre'), 'Suharto');
    expect(screen.queryByText('Si no tiene, escribe: Sin apellido')).toBeNull();
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByText('Si no tiene, escribe: Sin apellido');
    await enterText(await findField('Primer apellido'), 'Sin apellido');
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
  });

  it.each([
    ['Rajesh Kumar · Sin apellido', ['Rajesh', 'Kumar', 'Sin apellido']],
    ['Kumar · Rajesh', ['Kumar', '', 'Rajesh']],
  ])(
    'P10.310 a passport with only given names fills in the names as the user chooses: %s',
    async (choice, filled) => {
      renderReception();
      await deliverPassport();
      await screen.findByText('El documento trae solo nombres, sin apellidos: Rajesh Kumar');
      expect(await readNameFields(), 'nothing is guessed').toEqual(['', '', '']);
      await userEvent.click(await findButton(choice));
      expect(await readNameFields()).toEqual(filled);
    },
  );
});
