import '#tests/support/device/indexeddb.ts';
import { useForm } from '@mantine/form';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { findOccupationByName, replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { OccupationField } from './occupation-field.tsx';

const OWN_BRANCH_ID = '00000000-0000-4000-8000-000000000001';
const OTHER_BRANCH_ID = '00000000-0000-4000-8000-000000000002';
const NEW_JOB_TEXT = 'Nuevo cargo detectado. Se registrará con el nombre escrito.';

const queries: string[] = [];

function TestOccupationField() {
  const form = useForm<RegistrationForm>({ initialValues: emptyRegistration });
  return (
    <>
      <OccupationField form={form} />
      <output aria-label="Id">{form.values.occupation_id}</output>
    </>
  );
}

const getJobCombobox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Cargo' });
const readOccupationId = () => screen.getByLabelText('Id').textContent;
const listOptionTexts = () => screen.queryAllByRole('option').map((option) => option.textContent);

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  const row = { id: OWN_BRANCH_ID, code: '', name: 'Catador de café', detail: null, active: true };
  await replaceCatalogCache('occupations', [row], [], Date.now());
  queries.length = 0;
  vi.stubGlobal('fetch', (address: string) => {
    queries.push(decodeURIComponent(address.slice(address.indexOf('?'))));
    const items = [
      { id: OWN_BRANCH_ID, name: 'Catador de café' },
      { id: OTHER_BRANCH_ID, name: 'Catador de cacao' },
    ];
    return Promise.resolve(Response.json({ items, total_count: 2, page: 1, page_size: 25 }));
  });
  renderScreen(<TestOccupationField />, '/reception');
});
afterEach(() => vi.unstubAllGlobals());

it('P10.228 the message about a new occupation appears only after a pressed button is released', async () => {
  await enterText(getJobCombobox(), 'Afinador');
  fireEvent.pointerDown(document.body);
  fireEvent.blur(getJobCombobox());
  await waitFor(() => expect(queries).toHaveLength(1));
  expect(screen.queryByText(NEW_JOB_TEXT)).toBeNull();
  fireEvent.pointerUp(document.body);
  expect(await screen.findByText(NEW_JOB_TEXT)).toBeTruthy();
});

describe('P4 P9 occupation that only the server knows', () => {
  it('P7.33 the occupation field offers the server’s occupations after the device’s, and stores a chosen one on the device', async () => {
    await enterText(getJobCombobox(), 'catador');
    await waitFor(() => expect(listOptionTexts()).toEqual(['Catador de café', 'Catador de cacao']));
    expect(queries).toEqual(['?q=catador&limit=25']);
    await userEvent.click(screen.getByRole('option', { name: 'Catador de cacao' }));
    await waitFor(() => expect(readOccupationId()).toBe(OTHER_BRANCH_ID));
    expect(await findOccupationByName('catador de cacao')).toMatchObject({ id: OTHER_BRANCH_ID });
  });

  it('the occupation field recognises the name of an occupation in any capitals', async () => {
    await enterText(getJobCombobox(), 'CATADOR de CACAO');
    await waitFor(() => expect(readOccupationId()).toBe(OTHER_BRANCH_ID));
    expect(screen.queryByText(NEW_JOB_TEXT)).toBeNull();
  });

  it('the occupation field marks a name as new when neither device nor server knows it', async () => {
    await enterText(getJobCombobox(), 'catador de arequipe');
    await screen.findByText(NEW_JOB_TEXT);
    await waitFor(() => expect(queries.at(-1)).toBe('?q=catador+de+arequipe&limit=25'));
    expect(readOccupationId()).toBe('');
    expect(listOptionTexts()).toEqual([]);
  });
});
