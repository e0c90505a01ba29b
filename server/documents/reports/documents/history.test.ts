import { expect, it } from 'vitest';
import { SAMPLE_SIGNED_VERSION } from '#tests/support/documents/report-sample.ts';
import { remainingPatientValues } from './history.ts';

it('P10.339 the clinical history omits a field of the patient that did not exist when the version was signed', () => {
  const { occupation_name: _absent, ...before } = SAMPLE_SIGNED_VERSION.patient;
  const labels = (patient: typeof SAMPLE_SIGNED_VERSION.patient) =>
    remainingPatientValues({ ...SAMPLE_SIGNED_VERSION, patient }).map(({ label }) => label);
  expect(labels({ ...before, occupation_name: null })).toContain('Cargo');
  expect(labels(before)).toEqual(['Fecha de nacimiento', 'Edad', 'Género']);
});
