import '#tests/support/device/indexeddb.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalPatient } from '#domain/registration.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { confirmNewEntry, createLocalPatient } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  EMPLOYER_ID,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  createPatientRegisteredToday,
  renderReception,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';

const lookUpPatientMock = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

const PATIENT_ID = '00000000-0000-4000-8000-000000000009';
const VISIT_CHOICES = {
  evaluation_type_id: EVALUATION_TYPE_ID,
  employer_company_id: EMPLOYER_ID,
  contractor_company_id: '',
};
const createLastVisit = (patient: LocalPatient) =>
  patient.last_evaluation && { ...patient.last_evaluation, id: PATIENT_ID, chosen: VISIT_CHOICES };

beforeEach(async () => {
  lookUpPatientMock.mockReset();
  await prepareEmptyReception();
});

async function listOfferedActions() {
  const text = await screen.findByText(/Ya se registró a .* hoy a las/);
  const notice = within(text.closest<HTMLElement>('[role="status"]') ?? text);
  await notice.findByRole('link');
  return [...notice.queryAllByRole('link'), ...notice.queryAllByRole('button')].map(
    (way) => [way.textContent, way.getAttribute('href')] as const,
  );
}

describe('P10.313 warning that a patient was registered today', () => {
  it('P10.313 the warning about a patient registered today offers first to show that registration, then to repeat the last visit', async () => {
    const patient = createPatientRegisteredToday();
    lookUpPatientMock.mockResolvedValue({
      source: 'server',
      patient: { ...patient, id: PATIENT_ID, last_evaluation: createLastVisit(patient) },
    });
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText('Repetir última visita');
    expect(await listOfferedActions()).toEqual([
      ['Ver la de hoy', `/reception?evaluation=${PATIENT_ID}`],
      ['Repetir última visita', null],
    ]);
    const [first] = screen.getAllByText(/Ver la de hoy|Repetir última visita/);
    expect(first?.textContent).toBe('Ver la de hoy');
  });

  it('P10.313 the warning about a patient registered today links to this device’s entry, before and after the lookup finds the patient', async () => {
    const entryId = await confirmNewEntry(DOCUMENT_NUMBER);
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: createLocalPatient(DOCUMENT_NUMBER) });
    renderReception();
    await enterText(await findField('Número de identificación'), DOCUMENT_NUMBER);
    expect(await listOfferedActions()).toEqual([['Ver la de hoy', `/reception?result=${entryId}`]]);
    await screen.findByText(/^Paciente encontrado/);
    expect(await listOfferedActions()).toEqual([['Ver la de hoy', `/reception?result=${entryId}`]]);
  });
});
