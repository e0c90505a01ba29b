import '#tests/support/device/indexeddb.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { LocalPatient } from '#domain/registration.ts';
import { db } from '#storage/database/database.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { createLocalPatient } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  renderReception,
} from '#tests/support/screens/reception.tsx';

const lookUpPatientMock = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

const localPatient: LocalPatient = {
  ...createLocalPatient(DOCUMENT_NUMBER),
  id: '00000000-0000-4000-8000-000000000009',
};
const setConnectionState = (link: ConnectionState) => act(() => db.device.put({ id: 'link', link }));
const CONNECTION_DOWN: ConnectionState = {
  name: 'down',
  since: 1,
  cause: 'no_answer',
  failures: 1,
  nextProbeAt: 2,
};
const OFFLINE_NOTICE = 'Sin conexión no podemos buscar a esta persona. Sigue con sus datos.';

beforeEach(async () => {
  lookUpPatientMock.mockReset();
  await prepareEmptyReception();
  await setConnectionState(CONNECTION_DOWN);
});

describe('P10.312 lookup that did not reach the server', () => {
  it('P10.312 the patient lookup is repeated when the server can be reached again', async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'device', patient: null, cause: 'no_answer' });
    renderReception();
    await enterText(await findField('Número de identificación'), DOCUMENT_NUMBER);
    await screen.findByText(OFFLINE_NOTICE);
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    await setConnectionState({ name: 'up', since: 5 });
    await screen.findByText(/^Paciente encontrado: Zoraida/);
    expect(screen.queryByText(OFFLINE_NOTICE)).toBeNull();
    await setConnectionState({ name: 'up', since: 5, trouble: 'slow' });
    await setConnectionState(CONNECTION_DOWN);
    await setConnectionState({ name: 'up', since: 9 });
    expect(lookUpPatientMock).toHaveBeenCalledTimes(2);
  });

  it('P10.312 the patient lookup is not repeated if the user has edited the data from the device', async () => {
    lookUpPatientMock.mockResolvedValue({ source: 'device', patient: localPatient, cause: 'no_answer' });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado en este dispositivo/);
    await userEvent.selectOptions(await findField('Género'), 'Otro');
    await setConnectionState({ name: 'up', since: 5 });
    await waitFor(async () => expect((await findField('Género')).value).toBe('O'));
    expect(lookUpPatientMock).toHaveBeenCalledTimes(1);
  });
});
