import { describe, expect, it } from 'vitest';
import type { CardPerson } from '#domain/card/reading.ts';
import { emptyRegistration, type LocalPatient } from '#domain/registration.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import {
  cardValues,
  conflictingCardFields,
  fieldsUnlikeStored,
  identityOfCard,
  wouldLoseOtherPatientData,
  namesToKeep,
  staleCardValuesPatch,
  cardFormPatch,
} from './card-fill.ts';
import { NO_CARD_VALUES, unchangedCardValues } from './card-values.ts';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';

const CARD: CardPerson = {
  identification_type: 'CC',
  identification_number: '9999000017',
  names: {
    type: 'parts',
    first_name: 'Ana',
    middle_name: 'Maria',
    last_name: 'Gil',
    second_last_name: 'Nuñez',
  },
  birth_date: '1990-05-12',
  gender: 'F',
};
const valuesOfCard = cardValues(CARD);
const createForm = (typed: Partial<typeof emptyRegistration>) => ({ ...emptyRegistration, ...typed });
const createStateBeforeCard = (typed: Partial<typeof emptyRegistration>, more: object = {}) => ({
  form: createForm(typed),
  linked: null,
  given: {},
  ...more,
});
const LINKED_PATIENT: LocalPatient = {
  id: '00000000-0000-4000-8000-000000000009',
  identification_type: 'CC',
  identification_number: '9999000025',
  ...buildPerPatientField(() => null),
  first_name: 'Eva',
  last_name: 'Paz',
  occupation_id: null,
  last_evaluation: null,
};
const linkedPatientFields = {
  identification_number: '9999000025',
  first_name: 'Eva',
  last_name: 'Paz',
  patient_id: LINKED_PATIENT.id,
};

describe('P10.299 card that lacks a name of the found patient', () => {
  const linked = { ...LINKED_PATIENT, identification_number: '9999000017', middle_name: 'Inés' };
  const silent = { ...valuesOfCard, middle_name: '', second_last_name: '' };
  const keptFields = (typed: object, by: LocalPatient | null = linked, fields: ['middle_name'] | [] = []) =>
    namesToKeep(
      {
        form: createForm({ identification_number: '9999000017', middle_name: 'Inés', ...typed }),
        linked: by,
      },
      silent,
      fields,
    );

  it('the form keeps the known middle name when the card lacks one', () => {
    expect(keptFields({})).toEqual({ middle_name: 'Inés' });
    expect(keptFields({ middle_name: 'Irene', second_last_name: 'Mora' })).toEqual({
      middle_name: 'Inés',
      second_last_name: '',
    });
  });

  it('the form keeps a name field that the user emptied or filled in, and keeps no name of another patient', () => {
    expect(keptFields({ middle_name: '' })).toEqual({});
    expect(keptFields({ middle_name: 'Irene' }, linked, ['middle_name'])).toEqual({});
    expect(keptFields({}, null)).toEqual({});
    expect(keptFields({ identification_number: '9999000025' })).toEqual({});
  });
});

describe('P10.32 card read into a form with typed data', () => {
  it('a card fills an empty form without a prompt', () => {
    expect(conflictingCardFields(createStateBeforeCard({}), valuesOfCard)).toEqual([]);
    expect(cardFormPatch(emptyRegistration, valuesOfCard)).toEqual(valuesOfCard);
  });

  it('the form prompts the user to choose when the number, name or birth date of a card differs from the typed one', () => {
    expect(
      conflictingCardFields(createStateBeforeCard({ identification_number: '9999000025' }), valuesOfCard),
    ).toEqual(['identification_number']);
    const typed = { identification_number: '9.999.000.017', first_name: 'Eva', birth_date: '1990-12-05' };
    expect(conflictingCardFields(createStateBeforeCard(typed), valuesOfCard)).toEqual([
      'first_name',
      'birth_date',
    ]);
  });

  it('the form keeps typed names that differ from the card only in accents or capitals', () => {
    const typed = createForm({
      identification_number: '9.999.000.017',
      middle_name: 'María',
      second_last_name: 'NUÑEZ',
    });
    expect(conflictingCardFields(createStateBeforeCard(typed), valuesOfCard)).toEqual([]);
    expect(cardFormPatch(typed, valuesOfCard)).not.toHaveProperty('middle_name');
    expect(cardFormPatch(typed, valuesOfCard)).not.toHaveProperty('second_last_name');
    expect(cardFormPatch(typed, valuesOfCard)).toMatchObject({
      first_name: 'Ana',
      identification_number: '9999000017',
    });
  });

  it('a card replaces another patient’s data from the lookup without a prompt, except values that the user has typed since', () => {
    expect(
      conflictingCardFields(
        createStateBeforeCard(linkedPatientFields, { linked: LINKED_PATIENT }),
        valuesOfCard,
      ),
    ).toEqual([]);
    expect(
      conflictingCardFields(
        createStateBeforeCard({ ...linkedPatientFields, first_name: 'Evita' }, { linked: LINKED_PATIENT }),
        valuesOfCard,
      ),
    ).toEqual(['first_name']);
  });

  it('a card replaces the values from the previous card without a prompt, except values that the user has typed since', () => {
    const given = { identification_number: '9999000025', first_name: 'Eva' };
    expect(conflictingCardFields(createStateBeforeCard(given, { given }), valuesOfCard)).toEqual([]);
    expect(
      conflictingCardFields(
        createStateBeforeCard({ ...given, first_name: 'Evita' }, { given }),
        valuesOfCard,
      ),
    ).toEqual(['first_name']);
  });

  it('a card does not change fields that the user chose to keep', () => {
    expect(cardFormPatch(createForm({ first_name: 'Eva' }), valuesOfCard, ['first_name'])).not.toHaveProperty(
      'first_name',
    );
  });
});

describe('P10.32 card of a found patient', () => {
  const found = {
    ...LINKED_PATIENT,
    identification_number: '9999000017',
    birth_date: '1990-12-05',
    gender: 'M' as const,
  };
  const fields = (typed: Partial<typeof emptyRegistration>, linked: LocalPatient | null = found) =>
    fieldsUnlikeStored(
      { form: createForm({ birth_date: '1990-12-05', gender: 'M', first_name: 'Eva', ...typed }), linked },
      valuesOfCard,
    );

  it('`fieldsUnlikeStored` returns birth date and gender where the form has the stored value, and no names', () => {
    expect(fields({})).toEqual(['birth_date', 'gender']);
    expect(fields({ birth_date: '1990-05-12' })).toEqual(['gender']);
    expect(fields({ birth_date: '1980-01-01', gender: '' })).toEqual([]);
    expect(fields({}, null)).toEqual([]);
    expect(fields({ birth_date: '' }, { ...found, birth_date: null, gender: 'F' })).toEqual([]);
  });
});

describe('P10.32 card with incomplete data', () => {
  const joined = cardValues({
    ...CARD,
    birth_date: null,
    names: { type: 'joined', text: 'X', suggestions: [] },
  });

  it('a card with joined names fills in no names before the user has split them', () => {
    expect(Object.keys(joined)).toEqual(['identification_type', 'identification_number', 'gender']);
  });

  it('a card empties fields that another patient’s card filled in, but not fields that the user typed', () => {
    const given = {
      identification_number: '9999000025',
      first_name: 'Eva',
      last_name: 'Paz',
      birth_date: '1980-01-01',
    };
    expect(staleCardValuesPatch(createForm({ ...given, last_name: 'Pazos' }), joined, given)).toEqual({
      first_name: '',
      birth_date: '',
    });
    expect(
      staleCardValuesPatch(createForm({ ...given, identification_number: '9999000017' }), joined, given),
    ).toEqual({});
  });
});

describe('P10.70 card of another patient in a registration in progress', () => {
  const NOTHING = { photo: false, signature: false };
  const eva = { identification_number: '9999000025', first_name: 'Eva', last_name: 'Paz' };
  const requiresPrompt = (
    typed: Partial<typeof emptyRegistration>,
    captured: object = {},
    linked = null as null | LocalPatient,
  ) => wouldLoseOtherPatientData({ form: createForm(typed), linked }, CARD, { ...NOTHING, ...captured });

  it.each([
    ['a photo', {}, { photo: true }],
    ['a signature', {}, { signature: true }],
    ['a job', { occupation_name: 'Soldadora' }, {}],
    ['a type', { evaluation_type_id: 'x' }, {}],
    ['a company', { employer_company_id: 'x' }, {}],
    ['a remark', { additional_info: 'Llega tarde' }, {}],
  ])(
    "the form asks the user before it takes another patient's card when the registration has %s",
    (_what, typed, captured) => {
      expect(requiresPrompt({ ...eva, ...typed }, captured)).toBe(true);
    },
  );

  it('another patient’s card opens no prompt when the form has no patient, or has nothing except the patient’s data', () => {
    expect(requiresPrompt(eva)).toBe(false);
    expect(requiresPrompt({ evaluation_type_id: 'x', occupation_name: 'Soldadora' }, { photo: true })).toBe(
      false,
    );
  });

  it('another patient’s card opens no prompt about a job that the lookup filled in, unless the user has changed the job', () => {
    const soldadora = { ...LINKED_PATIENT, occupation_name: 'Soldadora' };
    expect(requiresPrompt({ ...linkedPatientFields, occupation_name: 'Soldadora' }, {}, soldadora)).toBe(
      false,
    );
    expect(requiresPrompt({ ...linkedPatientFields, occupation_name: 'Soldadora TIG' }, {}, soldadora)).toBe(
      true,
    );
  });

  it('the same patient’s card opens no prompt when the number is mistyped, has dots or is missing, or when names differ only in accents', () => {
    const ana = { first_name: 'Ana', middle_name: 'María', last_name: 'Gil', second_last_name: 'Núñez' };
    for (const identification_number of ['9.999.000.017', '', '9999000071'])
      expect(requiresPrompt({ ...ana, identification_number }, { photo: true }), identification_number).toBe(
        false,
      );
  });

  it('a card opens a prompt if the form has another name and no number, except when the card does not separate its names', () => {
    expect(requiresPrompt({ first_name: 'Eva', last_name: 'Paz' }, { photo: true })).toBe(true);
    const joined: CardPerson = { ...CARD, names: { type: 'joined', text: 'GilNuñezAna', suggestions: [] } };
    const present = { form: createForm({ first_name: 'Eva', last_name: 'Paz' }), linked: null };
    expect(wouldLoseOtherPatientData(present, joined, { photo: true, signature: true })).toBe(false);
  });
});

describe('P10.72 form values that came from a card', () => {
  const given = { of: identityOfCard(CARD), values: valuesOfCard };
  const changedCardFields = (typed: Partial<typeof emptyRegistration>) =>
    Object.keys(unchangedCardValues(createForm({ ...valuesOfCard, ...typed }), given).values).length;

  it('`unchangedCardValues` returns the same object when no value from the card has changed', () => {
    expect(unchangedCardValues(createForm(valuesOfCard), given)).toBe(given);
    expect(unchangedCardValues(createForm({ first_name: 'Eva' }), NO_CARD_VALUES)).toBe(NO_CARD_VALUES);
  });

  it('a field that the user changed no longer counts as read from the card, even if the user restores the value', () => {
    const changed = unchangedCardValues(createForm({ ...valuesOfCard, first_name: 'An' }), given);
    expect(changed.values).not.toHaveProperty('first_name');
    expect(unchangedCardValues(createForm(valuesOfCard), changed)).toBe(changed);
    expect(changed.values).toHaveProperty('last_name');
  });

  it('no field counts as read from the card after another document or name is typed, or all names are emptied', () => {
    expect(changedCardFields({ identification_number: '9999000025' })).toBe(0);
    expect(
      changedCardFields({ first_name: 'Luis', middle_name: '', last_name: 'Paz', second_last_name: '' }),
    ).toBe(0);
    expect(changedCardFields({ first_name: '', middle_name: '', last_name: '', second_last_name: '' })).toBe(
      0,
    );
  });

  it('when a card does not separate its names, the fields still count as read from it, whatever name the user types', () => {
    const joined: CardPerson = { ...CARD, names: { type: 'joined', text: 'X', suggestions: [] } };
    const read = { of: identityOfCard(joined), values: cardValues(joined) };
    expect(unchangedCardValues(createForm(read.values), read)).toBe(read);
    expect(unchangedCardValues(createForm({ ...read.values, first_name: 'Eva' }), read)).toBe(read);
  });
});

describe('P10.352 card of another patient and additional fields', () => {
  const eps = createAdditionalField(1, { name: 'EPS' });
  const arl = createAdditionalField(2, { name: 'ARL', subject: 'visit' });
  const sura = createFieldValue(eps, 'Sura');
  const eva = { identification_number: '9999000025', first_name: 'Eva', last_name: 'Paz' };
  const requiresPrompt = (typed: Partial<typeof emptyRegistration>, linked: LocalPatient | null = null) =>
    wouldLoseOtherPatientData({ form: createForm({ ...eva, ...typed }), linked }, CARD, {
      photo: false,
      signature: false,
    });

  it('P10.352 another patient’s card opens a prompt about typed additional values, but not about values that the lookup filled in', () => {
    expect(requiresPrompt({ patient_additional: [sura] })).toBe(true);
    expect(requiresPrompt({ visit_additional: [createFieldValue(arl, 'Bolívar')] })).toBe(true);
    expect(
      requiresPrompt({ patient_additional: [sura] }, { ...LINKED_PATIENT, additional_fields: [sura] }),
    ).toBe(false);
  });
});
