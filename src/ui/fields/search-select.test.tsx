import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { SearchSelect, type SearchRow } from './search-select.tsx';

const companyRows = ['Flores del Páramo', 'Flores del Valle', 'Andamios'].map((name, nth) => ({
  id: `00000000-0000-4000-8000-00000000000${nth}`,
  name,
  code: `C${nth}`,
  detail: null,
  active: true,
}));

interface TestCompanySearchFieldProps {
  noneLabel?: string;
  ask?: (query: string) => Promise<readonly SearchRow[]>;
  missing?: (query: string) => ReactNode;
}

function TestCompanySearchField({
  noneLabel,
  ask = () => Promise.resolve([]),
  missing,
}: TestCompanySearchFieldProps) {
  const [id, setId] = useState('');
  return (
    <>
      <SearchSelect
        {...createCatalogSource('companies', ANA_ID)}
        ask={ask}
        {...(noneLabel === undefined ? {} : { noneLabel })}
        label="Empresa"
        value={id}
        onChange={setId}
        data-path="company"
        {...(missing && { missing })}
      />
      <button>Seguir</button>
      <output aria-label="Elegida">{id}</output>
    </>
  );
}

const getChosenId = () => screen.getByLabelText('Elegida').textContent;
const getCombobox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Empresa' });

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  await replaceCatalogCache('companies', companyRows, [], Date.now());
});

describe('P7.28 search without a result', () => {
  it('the search field reports that no row matches the typed text', async () => {
    renderScreen(<TestCompanySearchField />, '/reception');
    await userEvent.type(getCombobox(), 'panadería');
    await screen.findByText('Sin resultados. Revisa lo escrito.');
  });

  it('the search field reports that the device has no rows yet, not that the text matches none', async () => {
    await replaceCatalogCache('companies', [], [], Date.now());
    renderScreen(<TestCompanySearchField />, '/reception');
    await userEvent.type(getCombobox(), 'andam');
    await screen.findByText('Todavía no hay nada para elegir.');
    expect(screen.queryByText('Sin resultados. Revisa lo escrito.')).toBeNull();
  });
});

describe('P10.228 text that is left unchosen', () => {
  it('its message waits until a press has ended, because it would move the pressed button', async () => {
    const user = userEvent.setup();
    renderScreen(<TestCompanySearchField missing={(query) => <p>¿Falta {query}?</p>} />, '/reception');
    await user.type(getCombobox(), 'flores');
    await screen.findByRole('option', { name: /Flores del Valle/ });
    const next = screen.getByRole('button', { name: 'Seguir' });
    await user.pointer({ keys: '[MouseLeft>]', target: next });
    expect(document.activeElement).toBe(next);
    expect(screen.queryByText(/¿Falta/)).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: next });
    await screen.findByText('¿Falta flores?');
  });
});

describe('P10.1 choosing a company by keyboard', () => {
  beforeEach(() => void renderScreen(<TestCompanySearchField />, '/reception'));

  it('P7.30 Enter pressed before the list has loaded chooses the first row once the list has loaded', async () => {
    await userEvent.type(getCombobox(), 'andam{Enter}');
    await waitFor(() => expect(getChosenId()).toBe(companyRows[2]?.id));
    await waitFor(() => expect(getCombobox().value).toBe('Andamios'));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('Tab chooses the only matching row', async () => {
    await userEvent.type(getCombobox(), 'valle');
    await userEvent.tab();
    await waitFor(() => expect(getChosenId()).toBe(companyRows[1]?.id));
  });

  it('Tab chooses no row when several match; the search field keeps the text and says that nothing was chosen', async () => {
    await userEvent.type(getCombobox(), 'flores');
    await userEvent.tab();
    expect(await screen.findByText(/^«flores» no quedó elegido\./)).toBeTruthy();
    expect(getCombobox().value).toBe('flores');
    expect(getChosenId()).toBe('');
  });

  it('the user can search for and choose the row that is already chosen', async () => {
    await userEvent.type(getCombobox(), 'andam{Enter}');
    await waitFor(() => expect(getCombobox().value).toBe('Andamios'));
    await userEvent.clear(getCombobox());
    await userEvent.type(getCombobox(), 'andam{Enter}');
    await waitFor(() => expect(getCombobox().value).toBe('Andamios'));
    await userEvent.tab();
    expect(screen.queryByText(/no quedó elegido/)).toBeNull();
  });
});

describe('P7.28 filter whose first option means no choice', () => {
  beforeEach(() => void renderScreen(<TestCompanySearchField noneLabel="Todas" />, '/reception'));

  it('a search hides the option that means no choice, so that Enter chooses the first result', async () => {
    await waitFor(() => expect(getCombobox().value).toBe('Todas'));
    await userEvent.clear(getCombobox());
    await userEvent.type(getCombobox(), 'andam');
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual(['AndamiosC2']),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(getChosenId()).toBe(companyRows[2]?.id));
  });

  it('the search field shows the chosen row again when the user typed a text without choosing a row, so that the text does not look like a filter', async () => {
    await waitFor(() => expect(getCombobox().value).toBe('Todas'));
    await userEvent.clear(getCombobox());
    await userEvent.type(getCombobox(), 'flores');
    await userEvent.tab();
    await waitFor(() => expect(getCombobox().value).toBe('Todas'));
    expect(await screen.findByText(/^«flores» no quedó elegido\./)).toBeTruthy();
  });
});

describe('P9 rows that other devices created', () => {
  const NEW = '00000000-0000-4000-8000-000000000009';
  const ask = vi.fn((_query: string): Promise<readonly SearchRow[]> => Promise.resolve([]));
  const keep = vi.fn(() => Promise.resolve());
  const added = { id: NEW, name: 'Flores Nuevas', aside: 'C9', keep };
  const optionNames = () => screen.queryAllByRole('option').map((row) => row.textContent);

  beforeEach(() => {
    ask.mockReset().mockResolvedValue([]);
    keep.mockClear();
    renderScreen(<TestCompanySearchField ask={ask} />, '/reception');
  });

  it('P7.31 rows from the server follow the device’s own rows, without duplicates, once typing pauses', async () => {
    ask.mockResolvedValue([{ ...added, id: companyRows[0]?.id ?? '', name: 'Flores Otras' }, added]);
    await userEvent.type(getCombobox(), 'flores');
    await waitFor(() => expect(optionNames()).toHaveLength(3));
    expect(optionNames()).toEqual(['Flores del PáramoC0', 'Flores del ValleC1', 'Flores NuevasC9']);
    expect(ask.mock.calls.map(([query]) => query)).not.toContain('flor');
    await userEvent.click(screen.getByRole('option', { name: /Nuevas/ }));
    await waitFor(() => expect(getChosenId()).toBe(NEW));
    expect(keep).toHaveBeenCalledOnce();
  });

  it('the search field shows rows from the server when the device has no match, and Enter chooses the first of them', async () => {
    ask.mockResolvedValue([added]);
    await userEvent.type(getCombobox(), 'nuevas');
    await waitFor(() =>
      expect(screen.getByRole('option').getAttribute('data-combobox-selected')).toBe('true'),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(getChosenId()).toBe(NEW));
  });

  it('the search field shows the device’s rows while the server has not responded, and Enter chooses the first of them', async () => {
    const answers: (() => void)[] = [];
    ask.mockImplementation(
      (query) => new Promise((resolve) => answers.push(() => resolve(query ? [added] : []))),
    );
    await userEvent.type(getCombobox(), 'flores');
    await waitFor(() => expect(ask).toHaveBeenCalled());
    expect(optionNames()).toEqual(['Flores del PáramoC0', 'Flores del ValleC1']);
    expect(screen.queryByText('Buscando…')).toBeNull();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(getChosenId()).toBe(companyRows[0]?.id));
  });
});
