import { describe, expect, it } from 'vitest';
import { PATIENT_DATA_FIELD_NAMES } from './patient-fields.ts';
import {
  CheckExpectedPeopleBody,
  CreateExpectedListBody,
  EXPECTED_PEOPLE_MAX,
  ExpectedPersonBody,
  ExpectedStatus,
} from './expected-lists.ts';

const PERSON = {
  identification_type: 'CC',
  identification_number: '1020304',
  first_name: 'Ana',
  last_name: 'Gil',
};

const messagesOf = (changes: object): Record<string, string> =>
  Object.fromEntries(
    (ExpectedPersonBody.safeParse({ ...PERSON, ...changes }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('P11.2 ExpectedPersonBody', () => {
  it('P11.2 accepts a document and names; each other field becomes null or empty', () => {
    const { additional_fields: additional, ...rest } = ExpectedPersonBody.parse(PERSON);
    expect(additional).toEqual([]);
    for (const field of ['evaluation_type_id', 'package_job', 'hour', 'phone', 'email', 'notes'] as const)
      expect(rest[field]).toBeNull();
  });

  it('P11.2 has every field of the patient', () => {
    for (const field of PATIENT_DATA_FIELD_NAMES) expect(ExpectedPersonBody.shape).toHaveProperty(field);
  });

  it.each(['06:40', '00:00', '23:59'])('P11.2 accepts the hour %s', (hour) => {
    expect(ExpectedPersonBody.parse({ ...PERSON, hour: ` ${hour} ` }).hour).toBe(hour);
  });

  it.each(['6:40', '24:00', '12:60', '12:00:00', '640', 'a las 7'])('P11.2 rejects the hour %s', (hour) => {
    expect(messagesOf({ hour })).toEqual({
      hour: 'Escribe la hora con dos cifras, como 06:40 o 14:30.',
    });
  });

  it('P11.2 reports an invalid mail address and texts that are too long', () => {
    expect(messagesOf({ email: 'ana@' })).toHaveProperty('email');
    expect(
      messagesOf({ notes: 'x'.repeat(501), phone: '1'.repeat(41), package_job: 'x'.repeat(121) }),
    ).toEqual({
      notes: 'Máximo 500 caracteres.',
      phone: 'Máximo 40 caracteres.',
      package_job: 'Máximo 120 caracteres.',
    });
  });

  it('P11.2 keeps lines of notes, and makes one line of all other texts', () => {
    const typed = { phone: '310\n123', package_job: 'Alturas \u200b y\tcaídas', notes: ' a\nb ' };
    expect(ExpectedPersonBody.parse({ ...PERSON, ...typed })).toMatchObject({
      phone: '310 123',
      package_job: 'Alturas y caídas',
      notes: 'a\nb',
    });
  });
});

describe('P11.15 bounds of people', () => {
  const people = Array.from({ length: EXPECTED_PEOPLE_MAX + 1 }, () => PERSON);
  const list = {
    id: '0197c0de-0000-7000-8000-000000000001',
    company_id: '0197c0de-0000-7000-8000-000000000002',
  };

  it('P11.15 a list may be empty and has at most 10,000 people; a check needs a row', () => {
    const day = '2026-12-01';
    expect(CreateExpectedListBody.safeParse({ ...list, day, people: [] }).success).toBe(true);
    expect(CreateExpectedListBody.safeParse({ ...list, day, people }).error?.issues[0]?.message).toBe(
      'Máximo 10.000 personas.',
    );
    expect(CheckExpectedPeopleBody.safeParse({ day, people: [] }).success).toBe(false);
    expect(CheckExpectedPeopleBody.safeParse({ day, people }).success).toBe(false);
  });
});

describe('P11.10 ExpectedStatus', () => {
  it('P11.10 each state has exactly its own facts', () => {
    const at = '2026-12-01T12:00:00.000Z';
    expect(ExpectedStatus.safeParse({ state: 'expected' }).success).toBe(true);
    expect(ExpectedStatus.safeParse({ state: 'arrived', at }).success).toBe(false);
    expect(ExpectedStatus.safeParse({ state: 'arrived', at, by: 'Rita' }).success).toBe(true);
    expect(ExpectedStatus.safeParse({ state: 'registered', at, by: 'Rita' }).success).toBe(false);
    expect(ExpectedStatus.safeParse({ state: 'unknown', at, by: 'Rita' }).success).toBe(false);
  });
});
