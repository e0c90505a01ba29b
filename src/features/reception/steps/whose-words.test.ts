import { expect, it } from 'vitest';
import { whoseText, whoseTitle } from './whose-words.ts';

const LUIS = { identificationType: 'CC', identificationNumber: '9999000025', name: 'Luis Paz' } as const;

it.each([
  [{ photo: true, signature: true }, '¿La foto y la firma son de Luis Paz, CC 9999000025?', 'capturaron'],
  [{ photo: true, signature: false }, '¿La foto es de Luis Paz, CC 9999000025?', 'capturó'],
  [{ photo: false, signature: true }, '¿La firma es de Luis Paz, CC 9999000025?', 'capturó'],
])('P10.71 the question names what was captured and who the form is about: %o', (taken, title, verb) => {
  expect(whoseTitle(taken, LUIS)).toBe(title);
  expect(whoseText(taken, { ...LUIS, name: 'Ana Gil' })).toBe(
    `Se ${verb} cuando el registro era de Ana Gil, CC 9999000025.`,
  );
});

it('P10.71 who has no name yet is called by the document', () => {
  const nameless = { ...LUIS, name: '' };
  expect(whoseTitle({ photo: true, signature: false }, nameless)).toBe('¿La foto es de CC 9999000025?');
  expect(whoseText({ photo: true, signature: false }, nameless)).toBe(
    'Se capturó cuando el registro era de CC 9999000025.',
  );
});
