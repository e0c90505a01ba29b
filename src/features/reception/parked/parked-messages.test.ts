import { expect, it } from 'vitest';
import { emptyRegistration, NO_TYPED_COMPANIES, type DraftContent } from '#domain/registration.ts';
import type { ParkedDraft } from '#storage/drafts/parked-drafts.ts';
import { parkedText, parkedTitle } from './parked-messages.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-03-12T12:00:00-05:00');

const parked = (content: ParkedDraft['content'], pictures: Partial<ParkedDraft> = {}): ParkedDraft => ({
  id: 'x',
  parkedAt: NOON - 12 * MINUTE,
  content,
  hasPhoto: false,
  hasSignature: false,
  ...pictures,
});
const content = (form: object, step: DraftContent['step'] = 0): DraftContent => ({
  form: { ...emptyRegistration, ...form },
  step,
  linked: null,
  picturesOf: null,
  typedCompanies: NO_TYPED_COMPANIES,
  correcting: null,
});
const wordsOf = (...given: Parameters<typeof parked>) =>
  `${parkedTitle(parked(...given))} | ${parkedText(parked(...given), NOON)}`;

it('S27 the title of a parked draft shows the known data of its patient', () => {
  const ana = { identification_number: '9999000017', first_name: 'Ana ', last_name: 'Gil' };
  expect(wordsOf(content(ana, 1))).toBe('Ana Gil | CC 9999000017 · paso 2 · hace 12 min');
  expect(wordsOf(content({ identification_number: '9999000017' }))).toBe(
    'CC 9999000017 | paso 1 · hace 12 min',
  );
  expect(wordsOf(null)).toBe('Sin nombre ni documento | paso 1 · hace 12 min');
  expect(wordsOf('damaged')).toBe('No se puede abrir | hace 12 min');
});

it('S27 the text of a draft parked in the last step lists what is missing', () => {
  const last = content({ first_name: 'Ana' }, 2);
  expect(wordsOf(last)).toContain('paso 3, faltan la foto y la firma');
  expect(wordsOf(last, { hasPhoto: true })).toContain('paso 3, falta la firma');
  expect(wordsOf(last, { hasSignature: true })).toContain('paso 3, falta la foto');
  expect(wordsOf(last, { hasPhoto: true, hasSignature: true })).toContain('paso 3, falta confirmar');
});
