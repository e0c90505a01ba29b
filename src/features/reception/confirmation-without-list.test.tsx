import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bogotaDay } from '#domain/time/clock.ts';
import { replaceExpectedDay } from '#storage/cache/expected-day.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { ANA_ID } from '#tests/support/device/device.ts';
import {
  EXPECTED_LIST,
  EXPECTED_PLACE,
  createExpectedPersonOnDevice,
} from '#tests/support/device/expected.ts';
import { failAsUnreachable, stubServer } from '#tests/support/device/servers/session-server.ts';
import {
  findButton,
  prepareEmptyReception,
  renderReception,
  storeReadyDraft,
} from '#tests/support/screens/reception.tsx';

vi.mock('./announced/confirming.ts', () => {
  throw new Error('the file of an earlier version is gone');
});

beforeEach(async () => {
  await prepareEmptyReception();
  stubServer(failAsUnreachable);
});
afterEach(() => vi.unstubAllGlobals());

it('P11.43 a registration is confirmed although the code that compares it with the expected people cannot load', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  await replaceExpectedDay(
    { ...EXPECTED_PLACE, day: bogotaDay(Date.now()) },
    { lists: [EXPECTED_LIST], people: [createExpectedPersonOnDevice(17)], cursor: 'c1' },
    Date.now(),
  );
  await storeReadyDraft();
  renderReception();
  await screen.findByRole('heading', { name: 'Paso 3 de 3: Confirmación' });
  await userEvent.click(await findButton('Confirmar y crear evaluación'));
  await waitFor(async () => expect(await listEntries(ANA_ID, { limit: 1 })).toHaveLength(1));
  expect(reported).toHaveBeenCalledOnce();
});
