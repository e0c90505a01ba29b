import { describe, expect, it } from 'vitest';
import { emptyRegistration, type CorrectionBasis } from '#domain/registration.ts';
import { person } from '#tests/support/device/device.ts';
import { fillFormFromPatient } from '../form/create-body.ts';
import { displayedChanges } from './changes.ts';
import { correctionContentOfForm } from './correction-of.ts';

const labels = { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null };
const before = {
  ...emptyRegistration,
  identification_number: '1010101015',
  first_name: 'Elkin',
  last_name: 'Duarte',
};
const basis: CorrectionBasis = {
  before,
  labels,
  replaces: [],
  reason: 'El documento era de otra persona',
  arePicturesRight: true,
  moved: null,
};
const holder = {
  ...person('9999000017'),
  id: '00000000-0000-4000-8000-00000000000a',
  middle_name: 'María',
  birth_date: '2006-04-03',
};
const moved = fillFormFromPatient({ ...before, identification_number: '9999000017' }, holder);
const bodyOf = (form: typeof moved): unknown =>
  JSON.parse(correctionContentOfForm(basis, form, labels, holder)?.bodyFor([]) ?? 'null');

describe('correction that moves a registration to a known patient', () => {
  it("P10.290 a correction to a known patient's document removes that patient's values that the user emptied", () => {
    expect(bodyOf({ ...moved, middle_name: '', birth_date: '' })).toMatchObject({
      other_patient: { identification_number: '9999000017', cleared: ['middle_name', 'birth_date'] },
    });
  });

  it("P10.290 a correction to a known patient's document removes no value of that patient when the user emptied none", () => {
    expect(bodyOf(moved)).not.toHaveProperty('other_patient.cleared');
  });

  it('P10.287 the list of changes shows the birth date in the format that users read', () => {
    const changes = displayedChanges({ form: before, labels }, { form: moved, labels });
    expect(changes).toContainEqual({ label: 'Fecha de nacimiento', before: '', after: '03/04/2006' });
  });
});
