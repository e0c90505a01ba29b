// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalPatient } from '#domain/registration.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { ANA_ID, createLocalPatient } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';
import { createEvaluationBody } from './form/create-body.ts';

const lookUpPatientMock = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

const minorPatient: LocalPatient = {
  ...createLocalPatient(DOCUMENT_NUMBER),
  id: '00000000-0000-4000-8000-000000000009',
  identification_type: 'TI',
};
const RENEWAL_PROMPT_TEXT = 'Este número es de Zoraida Quiñones, con tarjeta de identidad.';
const STEP_2_HEADING = { name: 'Paso 2 de 3: Evaluación y empresas' };
const SAMPLE_VISIT_CHOICES = {
  evaluation_type_id: minorPatient.id ?? '',
  employer_company_id: minorPatient.id ?? '',
};

async function createBodyOfDraft() {
  const content = (await loadDraft(ANA_ID, null))?.content;
  if (!content) throw new Error('no draft');
  return createEvaluationBody({ ...content.form, ...SAMPLE_VISIT_CHOICES }, content.linked);
}

beforeEach(async () => {
  lookUpPatientMock.mockReset();
  await prepareEmptyReception();
});

describe('P10.308 cédula (CC) with the number of a known tarjeta de identidad (TI)', () => {
  it.each([
    ['the server', { source: 'server', patient: minorPatient }],
    ['the device, without network,', { source: 'device', patient: minorPatient, cause: 'no_answer' }],
  ] as const)('P10.308 the form offers to replace the TI when %s knows the TI', async (_who, result) => {
    lookUpPatientMock.mockResolvedValue(result);
    renderReception();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await screen.findByText(RENEWAL_PROMPT_TEXT);
    expect((await findField('Primer nombre')).value, 'nothing is filled in before the choice').toBe('');
    await waitFor(async () => expect(document.activeElement).toBe(await findButton('Era TI, ahora es CC')));
    await userEvent.keyboard('{Enter}');
    expect((await findField('Primer nombre')).value).toBe('Zoraida');
    await waitFor(async () => expect((await readSavedForm())?.patient_id).toBe(minorPatient.id));
    await userEvent.click(await findButton('Siguiente'));
    await screen.findByRole('heading', STEP_2_HEADING);
    expect((await createBodyOfDraft()).patient).toMatchObject({
      id: minorPatient.id,
      identification_type: 'CC',
      identification_number: DOCUMENT_NUMBER,
      former_type: 'TI',
    });
  });

  it(
    "P10.308 the offer to replace the TI blocks 'Siguiente' until the user decides; 'Es otra persona' continues with a new patient",
    { tags: ['landing'] },
    async () => {
      lookUpPatientMock.mockResolvedValue({ source: 'server', patient: minorPatient });
      renderReception();
      await enterText(await findField('Número de identificación'), '12345');
      await enterText(await findField('Primer nombre'), 'Luz');
      await enterText(await findField('Primer apellido'), 'Rojas');
      await userEvent.click(await findButton('Siguiente'));
      await screen.findByText(RENEWAL_PROMPT_TEXT);
      expect(screen.queryByRole('heading', STEP_2_HEADING)).toBeNull();
      await userEvent.click(await findButton('Es otra persona'));
      expect(screen.queryByText(RENEWAL_PROMPT_TEXT)).toBeNull();
      await userEvent.click(await findButton('Siguiente'));
      await screen.findByRole('heading', STEP_2_HEADING);
      expect(lookUpPatientMock).toHaveBeenCalledTimes(1);
      const { patient } = await createBodyOfDraft();
      expect(patient).toMatchObject({ first_name: 'Luz', identification_type: 'CC' });
      expect(patient).not.toHaveProperty('former_type');
    },
  );
});
