import { expect, it } from 'vitest';
import { emptyRegistration, NO_TYPED_COMPANIES, type DraftContent } from '#domain/registration.ts';
import type { ParkedDraft } from '#storage/drafts/parked-drafts.ts';
import { formatParkedDraft, parkedTitle } from './parked-messages.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-03-12T12:00:00-05:00');

const createParkedDraft = (
  content: ParkedDraft['content'],
  pictures: Partial<ParkedDraft> = {},
): ParkedDraft => ({
  id: 'x',
  parkedAt: NOON - 12 * MINUTE_MS,
  content,
  hasPhoto: false,
  hasSignature: false,
  ...pictures,
});
const createContent = (form: object, step: DraftContent['step'] = 0): DraftContent => ({
  form: { ...emptyRegistration, ...form },
  step,
  linked: null,
  picturesOf: null,
  typedCompanies: NO_TYPED_COMPANIES,
  correcting: null,
});
const formatParkedMessage = (...given: Parameters<typeof createParkedDraft>) =>
  `${parkedTitle(createParkedDraft(...given))} | ${formatParkedDraft(createParkedDraft(...given), NOON)}`;

it('S27 the title of a parked draft shows the known data of its patient', () => {
  const ana = { identification_number: '9999000017', first_name: 'Ana ', last_name: 'Gil' };
  expect(formatParkedMessage(createContent(ana, 1))).toBe('Ana Gil | CC 9999000017 · paso 2 · hace 12 min');
  expect(formatParkedMessage(createContent({ identification_number: '9999000017' }))).toBe(
    'CC 9999000017 | paso 1 · hace 12 min',
  );
  expect(formatParkedMessage(null)).toBe('Sin nombre ni documento | paso 1 · hace 12 min');
  expect(formatParkedMessage('damaged')).toBe('No se puede abrir | hace 12 min');
});

it('S27 the text of a draft parked in the last step lists what is missing', () => {
  const last = createContent({ first_name: 'Ana' }, 2);
  expect(formatParkedMessage(last)).toContain('paso 3, faltan la foto y la firma');
  expect(formatParkedMessage(last, { hasPhoto: true })).toContain('paso 3, falta la firma');
  expect(formatParkedMessage(last, { hasSignature: true })).toContain('paso 3, falta la foto');
  expect(formatParkedMessage(last, { hasPhoto: true, hasSignature: true })).toContain(
    'paso 3, falta confirmar',
  );
});
