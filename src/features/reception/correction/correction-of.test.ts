import { describe, expect, it } from 'vitest';
import { emptyRegistration, type CorrectionBasis } from '#domain/registration.ts';
import { applyFormChange } from '#domain/correction.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import { createLocalPatient } from '#tests/support/device/device.ts';
import { fillFormFromPatient } from '../form/create-body.ts';
import { displayedChanges } from './changes.ts';
import { correctionContentOfForm } from './correction-of.ts';
import {
  isPersonChoiceRequired,
  formatRetainedLabels,
  restoreFirstPatientData,
  removeFirstPatientData,
} from './moved-person.ts';

const labels = { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null };
const formBefore = {
  ...emptyRegistration,
  identification_number: '1010101015',
  first_name: 'Elkin',
  last_name: 'Duarte',
};
const correctionBasis: CorrectionBasis = {
  before: formBefore,
  labels,
  replaces: [],
  reason: 'El documento era de otra persona',
  arePicturesRight: true,
  moved: null,
};
const otherStoredPatient = {
  ...createLocalPatient('9999000017'),
  id: '00000000-0000-4000-8000-00000000000a',
  middle_name: 'María',
  birth_date: '2006-04-03',
};
const formOfOtherPatient = fillFormFromPatient(
  { ...formBefore, identification_number: '9999000017' },
  otherStoredPatient,
);
const correctionBodyOf = (form: typeof formOfOtherPatient): unknown =>
  JSON.parse(
    correctionContentOfForm(correctionBasis, form, labels, otherStoredPatient)?.bodyFor([]) ?? 'null',
  );

describe('correction that moves a registration to a known patient', () => {
  it('P10.290 a correction that moves a registration to a known patient removes the values of that patient that the user emptied', () => {
    expect(correctionBodyOf({ ...formOfOtherPatient, middle_name: '', birth_date: '' })).toMatchObject({
      other_patient: { identification_number: '9999000017', cleared: ['middle_name', 'birth_date'] },
    });
  });

  it('P10.290 a correction that moves a registration to a known patient removes no value of that patient if the user emptied none', () => {
    expect(correctionBodyOf(formOfOtherPatient)).not.toHaveProperty('other_patient.cleared');
  });

  it('P10.425 a correction contains the proposal of a company that it changes to, and no other', () => {
    const proposal = { id: '00000000-0000-4000-8000-00000000000b', name: 'Viveros', nit: null };
    const form = { ...formBefore, proposed_companies: [proposal] };
    expect(correctionBodyOf({ ...form, employer_company_id: proposal.id })).toMatchObject({
      employer_company_id: proposal.id,
      proposed_companies: [proposal],
    });
    expect(correctionBodyOf({ ...form, additional_info: 'Nocturno' })).not.toHaveProperty(
      'proposed_companies',
    );
  });

  it('P10.287 the list of changes shows the birth date as day/month/year', () => {
    const changes = displayedChanges({ form: formBefore, labels }, { form: formOfOtherPatient, labels });
    expect(changes).toContainEqual({ label: 'Fecha de nacimiento', before: '', after: '03/04/2006' });
  });
});

describe('P10.356 additional fields in a correction', () => {
  const [eps, weight, arl] = [
    createAdditionalField(1, { name: 'EPS' }),
    createAdditionalField(2, { name: 'Peso', kind: 'number' }),
    createAdditionalField(3, { name: 'ARL', subject: 'visit' }),
  ];
  const sura = createFieldValue(eps, 'Sura');
  const first = {
    ...formBefore,
    patient_additional: [sura, createFieldValue(weight, '70.5')],
    visit_additional: [createFieldValue(arl, 'Bolívar')],
  };
  const corrected = { ...first, patient_additional: [createFieldValue(eps, 'Nueva'), sura].slice(0, 1) };
  const contentOf = (form: typeof first) =>
    correctionContentOfForm({ ...correctionBasis, before: first }, form, labels, null)?.bodyFor([]) ?? 'null';

  it('P10.356 a correction sends only the changed values of additional fields, and null for a value that the user removed', () => {
    expect(JSON.parse(contentOf(corrected))).toEqual({
      reason: correctionBasis.reason,
      additional_fields: [
        createFieldValue(eps, 'Nueva'),
        { ...createFieldValue(weight, '70.5'), value: null },
      ],
      pictures: [],
    });
    expect(contentOf(first)).toBe('null');
  });

  it("P10.356 a correction of additional fields contains the patient's id only when it changes a field about the patient", () => {
    const known = { ...first, patient_id: '0197c0de-0000-7000-8000-00000000000a' };
    const parsedOf = (form: typeof first) =>
      JSON.parse(
        correctionContentOfForm({ ...correctionBasis, before: known }, form, labels, null)?.bodyFor([]) ??
          'null',
      ) as { patient?: unknown };
    const aboutPatient = { ...known, patient_additional: [createFieldValue(eps, 'Nueva')] };
    expect(parsedOf(aboutPatient).patient).toEqual({ id: known.patient_id });
    const aboutVisit = { ...known, visit_additional: [createFieldValue(arl, 'Sura')] };
    expect(parsedOf(aboutVisit)).not.toHaveProperty('patient');
  });

  it('P10.356 the list of changes shows the names of the additional fields and their values with a decimal comma', () => {
    const changes = displayedChanges({ form: first, labels }, { form: corrected, labels });
    expect(changes).toEqual([
      { label: 'EPS', before: 'Sura', after: 'Nueva' },
      { label: 'Peso', before: '70,5', after: '' },
    ]);
  });

  it('P10.356 a later correction starts with the values of the queued correction, except for fields that another correction has replaced', () => {
    const known = { form: { ...first, patient_additional: [sura] }, labels };
    const change = { before: first, form: corrected, labels };
    expect(applyFormChange(known, change, new Set()).form.patient_additional).toEqual([
      createFieldValue(eps, 'Nueva'),
    ]);
    const replaced = new Set([`additional.${eps.id}` as const]);
    expect(applyFormChange(known, change, replaced).form.patient_additional).toEqual([sura]);
  });

  it("P10.352 'Es otra persona' empties the first patient's additional values, and restoring the first patient brings them back", () => {
    const bare = { ...emptyRegistration, identification_number: '1010101015', patient_additional: [sura] };
    const form = { ...bare, identification_number: '9999000017' };
    const changed = { basis: { ...correctionBasis, before: bare }, form, linked: null };
    expect(isPersonChoiceRequired(changed)).toBe(true);
    expect(formatRetainedLabels(changed)).toBe('EPS');
    const emptied = removeFirstPatientData(changed);
    expect(emptied.patient_additional).toEqual([]);
    expect(restoreFirstPatientData(bare, emptied).patient_additional).toEqual([sura]);
    const linked = { ...otherStoredPatient, additional_fields: [sura] };
    expect(isPersonChoiceRequired({ ...changed, linked })).toBe(false);
  });
});
