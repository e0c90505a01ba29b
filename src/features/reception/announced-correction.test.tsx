import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readExpectedMarks } from '#storage/cache/expected-marks.ts';
import { db } from '#storage/database/database.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { markRegistered } from '#sync/expected/arrivals.ts';
import {
  ANA_ID,
  anaAccount,
  claimDueItem,
  confirmation,
  confirmNewEntry,
} from '#tests/support/device/device.ts';
import { EXPECTED_PLACE } from '#tests/support/device/expected.ts';
import { failAsUnreachable, stubServer } from '#tests/support/device/servers/session-server.ts';
import { ANNOUNCED, press, storeToday, TODAY } from '#tests/support/screens/announced.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import {
  DOCUMENT_NUMBER,
  EMPLOYER_ID,
  EVALUATION_TYPE_ID,
  findField,
  prepareEmptyReception,
} from '#tests/support/screens/reception.tsx';
import { ReceptionPage } from './reception-page.tsx';

const place = { ...EXPECTED_PLACE, day: TODAY };

const confirmEntry = (expected_person_id: string | null): Promise<string> => {
  const given = confirmation(DOCUMENT_NUMBER);
  const choices = { evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID };
  const form = { ...given.summary.form, ...choices, expected_person_id };
  return confirmNewEntry(DOCUMENT_NUMBER, { summary: { ...given.summary, form } });
};
const correctFirstName = async (entryId: string, name: string) => {
  renderScreen(<ReceptionPage account={anaAccount} />, '/reception', `?entry=${entryId}`);
  const first = await findField('Primer nombre');
  await userEvent.clear(first);
  await enterText(first, name);
  await press('Siguiente');
  await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
  await press('Siguiente');
  await screen.findByRole('heading', { name: 'Paso 3 de 3: Confirmación' });
};

beforeEach(async () => {
  await prepareEmptyReception();
  stubServer(failAsUnreachable);
  await storeToday({ last_name: 'Quiñones' });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('P11.43 correction that changes the person', () => {
  it('a registration that is corrected to another person no longer marks the announced one', async () => {
    // Only the names connect the form with the announcement, whose document has an error.
    await storeToday({ last_name: 'Quiñones', identification_number: '9999000099' });
    const entryId = await confirmEntry(ANNOUNCED.id);
    await markRegistered(place, ANNOUNCED.id, entryId);
    await correctFirstName(entryId, 'Beatriz');
    await press('Corregir y enviar');
    await waitFor(async () => expect((await readExpectedMarks()).size).toBe(0));
    expect(await loadDraft(ANA_ID, entryId)).toBeNull();
  });

  it('the correction of a sent registration, which carries no announcement, leaves no mark', async () => {
    const entryId = await confirmEntry(null);
    await claimDueItem();
    await correctFirstName(entryId, 'Zoraïda');
    await enterText(await screen.findByLabelText(/Motivo de la corrección/), 'El nombre estaba mal escrito');
    const put = vi.spyOn(db.device, 'put');
    await press('Corregir y enviar');
    await waitFor(async () => expect(await loadDraft(ANA_ID, entryId)).toBeNull());
    await waitFor(async () =>
      expect((await db.entries.toArray()).map(({ kind }) => kind)).toContain('correction'),
    );
    expect(put.mock.calls.filter(([row]) => row.id.startsWith('expected:'))).toEqual([]);
    expect((await readExpectedMarks()).size).toBe(0);
  });
});
