import { describe, expect, it } from 'vitest';
import type { CardPerson } from '#domain/card/reading.ts';
import { emptyRegistration, type KnownPatient } from '#domain/registration.ts';
import {
  cardValues,
  cardConflicts,
  identityOfCard,
  wouldReplaceOtherPatient,
  namesToKeep,
  staleCardValues,
  cardFormPatch,
} from './card-fill.ts';
import { NO_CARD_VALUES, unchangedCardValues } from './card-values.ts';

const CARD: CardPerson = {
  identificationType: 'CC',
  identificationNumber: '9999000017',
  names: { type: 'parts', firstName: 'Ana', middleName: 'Maria', lastName: 'Gil', secondLastName: 'Nuñez' },
  birthDate: '1990-05-12',
  gender: 'F',
};
const values = cardValues(CARD);
const form = (typed: Partial<typeof emptyRegistration>) => ({ ...emptyRegistration, ...typed });
const before = (typed: Partial<typeof emptyRegistration>, more: object = {}) => ({
  form: form(typed),
  linked: null,
  given: {},
  ...more,
});
const LINKED: KnownPatient = {
  id: '00000000-0000-4000-8000-000000000009',
  identification_type: 'CC',
  identification_number: '9999000025',
  first_name: 'Eva',
  middle_name: null,
  last_name: 'Paz',
  second_last_name: null,
  birth_date: null,
  gender: null,
  occupation_name: null,
  occupation_id: null,
  last_evaluation: null,
};
const asLinked = {
  identificationNumber: '9999000025',
  firstName: 'Eva',
  lastName: 'Paz',
  existingPatientId: LINKED.id,
};

describe('P10.299 card of the found patient that lacks one of the patient’s names', () => {
  const linked = { ...LINKED, identification_number: '9999000017', middle_name: 'Inés' };
  const silent = { ...values, middleName: '', secondLastName: '' };
  const kept = (typed: object, by: KnownPatient | null = linked, fields: ['middleName'] | [] = []) =>
    namesToKeep(
      { form: form({ identificationNumber: '9999000017', middleName: 'Inés', ...typed }), linked: by },
      silent,
      fields,
    );

  it('the card keeps the known middle name, even if it replaces a name that the user typed', () => {
    expect(kept({})).toEqual({ middleName: 'Inés' });
    expect(kept({ middleName: 'Irene', secondLastName: 'Mora' })).toEqual({
      middleName: 'Inés',
      secondLastName: '',
    });
  });

  it('keeps a name as the user emptied or typed it; no name of another patient is added', () => {
    expect(kept({ middleName: '' })).toEqual({});
    expect(kept({ middleName: 'Irene' }, linked, ['middleName'])).toEqual({});
    expect(kept({}, null)).toEqual({});
    expect(kept({ identificationNumber: '9999000025' })).toEqual({});
  });
});

describe('P10.32 card read into a form with typed data', () => {
  it('a card fills in an empty form without a prompt', () => {
    expect(cardConflicts(before({}), values)).toEqual([]);
    expect(cardFormPatch(emptyRegistration, values)).toEqual(values);
  });

  it('a card with another number, name or birth date than typed requires a decision', () => {
    expect(cardConflicts(before({ identificationNumber: '9999000025' }), values)).toEqual([
      'identificationNumber',
    ]);
    const typed = { identificationNumber: '9.999.000.017', firstName: 'Eva', birthDate: '1990-12-05' };
    expect(cardConflicts(before(typed), values)).toEqual(['firstName', 'birthDate']);
  });

  it('a card keeps typed names that differ only in accents or capitals, without a prompt', () => {
    const typed = form({
      identificationNumber: '9.999.000.017',
      middleName: 'María',
      secondLastName: 'NUÑEZ',
    });
    expect(cardConflicts(before(typed), values)).toEqual([]);
    expect(cardFormPatch(typed, values)).not.toHaveProperty('middleName');
    expect(cardFormPatch(typed, values)).not.toHaveProperty('secondLastName');
    expect(cardFormPatch(typed, values)).toMatchObject({
      firstName: 'Ana',
      identificationNumber: '9999000017',
    });
  });

  it('a card replaces data that the lookup filled in for another patient without a prompt, but not values that the user typed since', () => {
    expect(cardConflicts(before(asLinked, { linked: LINKED }), values)).toEqual([]);
    expect(cardConflicts(before({ ...asLinked, firstName: 'Evita' }, { linked: LINKED }), values)).toEqual([
      'firstName',
    ]);
  });

  it('a card replaces data of the previous card without a prompt, but not values that the user typed since', () => {
    const given = { identificationNumber: '9999000025', firstName: 'Eva' };
    expect(cardConflicts(before(given, { given }), values)).toEqual([]);
    expect(cardConflicts(before({ ...given, firstName: 'Evita' }, { given }), values)).toEqual(['firstName']);
  });

  it('a card does not change the fields that the user chose to keep', () => {
    expect(cardFormPatch(form({ firstName: 'Eva' }), values, ['firstName'])).not.toHaveProperty('firstName');
  });
});

describe('P10.32 card with incomplete data', () => {
  const joined = cardValues({
    ...CARD,
    birthDate: null,
    names: { type: 'joined', text: 'X', suggestions: [] },
  });

  it('a card fills in no names before the user has split them', () => {
    expect(Object.keys(joined)).toEqual(['identificationType', 'identificationNumber', 'gender']);
  });

  it('a card empties fields that another patient’s card filled in, and keeps typed data', () => {
    const given = {
      identificationNumber: '9999000025',
      firstName: 'Eva',
      lastName: 'Paz',
      birthDate: '1980-01-01',
    };
    expect(staleCardValues(form({ ...given, lastName: 'Pazos' }), joined, given)).toEqual({
      firstName: '',
      birthDate: '',
    });
    expect(staleCardValues(form({ ...given, identificationNumber: '9999000017' }), joined, given)).toEqual(
      {},
    );
  });
});

describe('P10.70 card of another patient read over a photo, signature, job or visit', () => {
  const NOTHING = { photo: false, signature: false };
  const eva = { identificationNumber: '9999000025', firstName: 'Eva', lastName: 'Paz' };
  const asks = (
    typed: Partial<typeof emptyRegistration>,
    captured: object = {},
    linked = null as null | KnownPatient,
  ) => wouldReplaceOtherPatient({ form: form(typed), linked }, CARD, { ...NOTHING, ...captured });

  it.each([
    ['a photo', {}, { photo: true }],
    ['a signature', {}, { signature: true }],
    ['a job', { occupationName: 'Soldadora' }, {}],
    ['a type', { evaluationTypeId: 'x' }, {}],
    ['a company', { employerCompanyId: 'x' }, {}],
    ['a remark', { additionalInfo: 'Llega tarde' }, {}],
  ])('another patient’s card requires a decision about %s', (_what, typed, captured) => {
    expect(asks({ ...eva, ...typed }, captured)).toBe(true);
  });

  it('another patient’s card requires no decision when the form names no patient, or has no job, visit or captures', () => {
    expect(asks(eva)).toBe(false);
    expect(asks({ evaluationTypeId: 'x', occupationName: 'Soldadora' }, { photo: true })).toBe(false);
  });

  it('a job that the lookup filled in requires no decision, as the card replaces its patient', () => {
    const soldadora = { ...LINKED, occupation_name: 'Soldadora' };
    expect(asks({ ...asLinked, occupationName: 'Soldadora' }, {}, soldadora)).toBe(false);
    expect(asks({ ...asLinked, occupationName: 'Soldadora TIG' }, {}, soldadora)).toBe(true);
  });

  it('the same patient’s card requires no decision if the number has dots or is mistyped, or accents are missing', () => {
    const ana = { firstName: 'Ana', middleName: 'María', lastName: 'Gil', secondLastName: 'Núñez' };
    for (const identificationNumber of ['9.999.000.017', '', '9999000071'])
      expect(asks({ ...ana, identificationNumber }, { photo: true }), identificationNumber).toBe(false);
  });

  it('a form with another name and no number is about another patient; a card with joined names proves no other patient', () => {
    expect(asks({ firstName: 'Eva', lastName: 'Paz' }, { photo: true })).toBe(true);
    const joined: CardPerson = { ...CARD, names: { type: 'joined', text: 'GilNuñezAna', suggestions: [] } };
    const present = { form: form({ firstName: 'Eva', lastName: 'Paz' }), linked: null };
    expect(wouldReplaceOtherPatient(present, joined, { photo: true, signature: true })).toBe(false);
  });
});

describe('P10.72 values of a card that the form still has', () => {
  const given = { of: identityOfCard(CARD), values };
  const still = (typed: Partial<typeof emptyRegistration>) =>
    Object.keys(unchangedCardValues(form({ ...values, ...typed }), given).values).length;

  it('returns the same object when the form still has all values of the card', () => {
    expect(unchangedCardValues(form(values), given)).toBe(given);
    expect(unchangedCardValues(form({ firstName: 'Eva' }), NO_CARD_VALUES)).toBe(NO_CARD_VALUES);
  });

  it('a field that the user changed is no longer a card value, even when the same value is typed again', () => {
    const changed = unchangedCardValues(form({ ...values, firstName: 'An' }), given);
    expect(changed.values).not.toHaveProperty('firstName');
    expect(unchangedCardValues(form(values), changed)).toBe(changed);
    expect(changed.values).toHaveProperty('lastName');
  });

  it('no field is a card value any more after another document or name is typed, or all names are emptied', () => {
    expect(still({ identificationNumber: '9999000025' })).toBe(0);
    expect(still({ firstName: 'Luis', middleName: '', lastName: 'Paz', secondLastName: '' })).toBe(0);
    expect(still({ firstName: '', middleName: '', lastName: '', secondLastName: '' })).toBe(0);
  });

  it('the fields stay card values under any typed name if the card’s names are joined', () => {
    const joined: CardPerson = { ...CARD, names: { type: 'joined', text: 'X', suggestions: [] } };
    const read = { of: identityOfCard(joined), values: cardValues(joined) };
    expect(unchangedCardValues(form(read.values), read)).toBe(read);
    expect(unchangedCardValues(form({ ...read.values, firstName: 'Eva' }), read)).toBe(read);
  });
});
