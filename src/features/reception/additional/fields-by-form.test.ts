import { describe, expect, it } from 'vitest';
import { emptyRegistration } from '#domain/registration.ts';
import { createAdditionalField } from '#tests/support/screens/additional-fields.ts';
import { createExamPackage } from '#tests/support/screens/evaluation.ts';
import { fieldsOfStep } from './step-fields.ts';
import { fieldsForProfile } from './fields-by-form.ts';

const TYPE_ID = createExamPackage().evaluation_type.id;
const form = { ...emptyRegistration, evaluation_type_id: TYPE_ID, employer_company_id: 'employer' };
const profileAsking = (...ids: readonly string[]) =>
  createExamPackage({
    company: { id: 'employer', name: 'Flores', code: 'FLO' },
    additional_fields: ids.map((id) => ({ id, name: id })),
  });

describe('P11.68 fields that a job profile asks for', () => {
  const optional = createAdditionalField(1);
  const ofOtherType = createAdditionalField(2, { evaluation_type_ids: ['other'] });
  const fields = [optional, ofOtherType, createAdditionalField(3)];

  it('they are required, also if they belong to other evaluation types; all others stay as they are', () => {
    const asked = fieldsForProfile(fields, [profileAsking(optional.id, ofOtherType.id)], form);
    expect(asked.map(({ is_required: isRequired }) => isRequired)).toEqual([true, true, false]);
    expect(fieldsOfStep(asked, form, 1).map(({ id }) => id)).toEqual([ofOtherType.id]);
    expect(fieldsOfStep(fields, form, 1)).toEqual([]);
    expect(asked[2]).toBe(fields[2]);
  });

  it('they are not required for another company', () => {
    const other = { ...form, employer_company_id: 'other' };
    expect(fieldsForProfile(fields, [profileAsking(optional.id)], other)).toEqual(fields);
  });
});
