import '#tests/support/device/indexeddb.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { patientFormDataOf } from '#domain/patient/patient-data.ts';
import { saveDraftContent } from '#storage/drafts/drafts.ts';
import { ANA_ID, draftContent } from '#tests/support/device/device.ts';
import { EXPECTED_PLACE, createExpectedPersonOnDevice } from '#tests/support/device/expected.ts';
import { failAsUnreachable, stubServer } from '#tests/support/device/servers/session-server.ts';
import {
  ANNOUNCED,
  openExpectedToday,
  storeSignature,
  storeDay,
  storeToday,
  TODAY,
} from '#tests/support/screens/announced.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  DOCUMENT_NUMBER,
  EMPLOYER_ID,
  findField,
  prepareEmptyReception,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';
import { announcedPartOf } from './announced/announcement.ts';
import { withExpectedPerson } from './announced/confirming.ts';

/** Opens the first step with a form that the announcement of today has filled. */
const openWithAnnouncement = async (changes: Partial<RegistrationForm> = {}) => {
  await storeToday({});
  const { form, ...content } = draftContent(DOCUMENT_NUMBER);
  await saveDraftContent(ANA_ID, null, {
    ...content,
    step: 0,
    form: {
      ...form,
      ...patientFormDataOf(ANNOUNCED),
      ...announcedPartOf(ANNOUNCED, TODAY),
      ...changes,
    },
  });
  renderReception();
  await screen.findByText('Con la citación de Flores.');
};

beforeEach(async () => {
  await prepareEmptyReception();
  stubServer(failAsUnreachable);
});
afterEach(() => vi.unstubAllGlobals());

describe('P11.39 data of a used announcement and another person', () => {
  it('another document removes the announced data and the announcement, but not typed data', async () => {
    await openWithAnnouncement({ birth_date: '1990-01-02' });
    await userEvent.clear(await findField('Número de identificación'));
    await enterText(await findField('Número de identificación'), '1010101015');
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({
        identification_number: '1010101015',
        first_name: '',
        last_name: '',
        gender: '',
        occupation_name: '',
        birth_date: '1990-01-02',
        expected_person_id: null,
        announced: null,
      }),
    );
    expect(screen.queryByText('Con la citación de Flores.')).toBeNull();
  });

  it('a number that is shortened and completed again keeps the announcement', async () => {
    await openWithAnnouncement();
    const number = await findField('Número de identificación');
    await userEvent.type(number, '{Backspace}{Backspace}17');
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({
        identification_number: DOCUMENT_NUMBER,
        first_name: 'Zoraida',
        expected_person_id: ANNOUNCED.id,
        announced: { day: TODAY, package_job: 'Trabajo en alturas' },
      }),
    );
  });
});

describe("P11.41 the button 'Esperadas hoy'", () => {
  it('the button is hidden on a day without announced people', async () => {
    await storeToday({});
    renderReception();
    await screen.findByRole('button', { name: 'Esperadas hoy: 1' });
    await storeDay(TODAY);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Esperadas hoy/ })).toBeNull());
  });
});

describe("P11.39 differing values in 'Esperadas hoy'", () => {
  it('the list shows differing values before it fills the form, and takes the announced ones on request', async () => {
    await storeSignature();
    await storeToday({});
    renderReception();
    await enterText(await findField('Fecha de nacimiento'), '1990-01-02');
    const dialog = await openExpectedToday();
    const inList = (name: string) => within(dialog).getByRole('button', { name });
    await userEvent.click(inList('Usar citación de Zoraida Yturralde'));
    await within(dialog).findByText(/^Fecha de nacimiento: 02\/01\/1990 en el formulario/);
    expect((await findField('Primer nombre')).value).toBe('');
    await userEvent.click(inList('Usar con los datos de la citación'));
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({
        birth_date: '1984-07-19',
        expected_person_id: ANNOUNCED.id,
        announced: { day: TODAY, package_job: 'Trabajo en alturas' },
      }),
    );
    expect(screen.queryByRole('dialog', { name: 'Esperadas hoy' })).toBeNull();
  });

  it('the first step keeps showing the values that differ from the used announcement', async () => {
    await openWithAnnouncement({ birth_date: '1990-01-02' });
    screen.getByText('Fecha de nacimiento: 02/01/1990 en el formulario, 19/07/1984 en la citación.');
  });
});

describe('P11.43 announcement of another day at the confirmation', () => {
  const OLD_ID = createExpectedPersonOnDevice(99).id;
  const formOf = (changes: Partial<RegistrationForm>): RegistrationForm => ({
    ...emptyRegistration,
    identification_number: DOCUMENT_NUMBER,
    first_name: 'Zoraida',
    last_name: 'Yturralde',
    employer_company_id: EMPLOYER_ID,
    ...announcedPartOf({ ...ANNOUNCED, id: OLD_ID }, '2026-01-02'),
    ...changes,
  });
  const confirmWith = async (changes: Partial<RegistrationForm>, entryId: string | null = null) =>
    (await withExpectedPerson({ ...EXPECTED_PLACE, entryId }, formOf(changes))).expected_person_id;

  it('it goes only with the announced person, although the device no longer has the day', async () => {
    expect(await confirmWith({})).toBe(OLD_ID);
    const other = { identification_number: '1010101015', first_name: 'Beatriz', last_name: 'Rojas' };
    expect(await confirmWith(other)).toBeNull();
    expect(await confirmWith({ ...other, announced: null })).toBeNull();
  });

  it('an announcement of today replaces it in a new registration, and not in a correction', async () => {
    await storeToday({});
    expect(await confirmWith({})).toBe(ANNOUNCED.id);
    expect(await confirmWith({}, 'entry')).toBe(OLD_ID);
  });
});
