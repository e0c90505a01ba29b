import '#tests/support/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { replaceMirror } from '#storage/catalogs.ts';
import { ANA, signInOnDevice, wipeDevice } from '#tests/support/device.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CatalogSelect } from './catalog-select.tsx';

const rows = ['Flores del Páramo', 'Flores del Valle', 'Andamios'].map((name, nth) => ({
  id: `00000000-0000-4000-8000-00000000000${nth}`,
  name,
  code: `C${nth}`,
  detail: null,
  active: true,
}));

function Field() {
  const [id, setId] = useState('');
  return (
    <>
      <CatalogSelect
        label="Empresa"
        resource="companies"
        ownerId={ANA}
        value={id}
        onChange={setId}
        data-path="company"
      />
      <output aria-label="Elegida">{id}</output>
    </>
  );
}

const chosen = () => screen.getByLabelText('Elegida').textContent;
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Empresa' });

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
  await replaceMirror('companies', rows, [], Date.now());
  renderScreen(<Field />, '/reception');
});

describe('a company by keyboard alone', () => {
  it('Enter takes the first row, also before the list has answered', async () => {
    await userEvent.type(box(), 'andam{Enter}');
    await waitFor(() => expect(chosen()).toBe(rows[2]?.id));
    await waitFor(() => expect(box().value).toBe('Andamios'));
  });

  it('the first row is marked once the list has answered, and Enter takes it', async () => {
    await userEvent.type(box(), 'andam');
    await waitFor(() =>
      expect(screen.getByRole('option').getAttribute('data-combobox-selected')).toBe('true'),
    );
    await userEvent.keyboard('{Enter}');
    expect(chosen()).toBe(rows[2]?.id);
  });

  it('Tab takes the row that is left', async () => {
    await userEvent.type(box(), 'valle');
    await userEvent.tab();
    await waitFor(() => expect(chosen()).toBe(rows[1]?.id));
  });

  it('Tab among several takes none, keeps the text and says so', async () => {
    await userEvent.type(box(), 'flores');
    await userEvent.tab();
    expect(await screen.findByText(/^«flores» no quedó elegido\./)).toBeTruthy();
    expect(box().value).toBe('flores');
    expect(chosen()).toBe('');
  });
});
