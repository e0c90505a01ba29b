import { expect, it } from 'vitest';
import { formatPictureIdentity, pictureIdentityTitle } from './picture-identity-messages.ts';

const LUIS = { identification_type: 'CC', identification_number: '9999000025', name: 'Luis Paz' } as const;

it.each([
  [{ photo: true, signature: true }, '¿La foto y la firma son de Luis Paz, CC 9999000025?', 'capturaron'],
  [{ photo: true, signature: false }, '¿La foto es de Luis Paz, CC 9999000025?', 'capturó'],
  [{ photo: false, signature: true }, '¿La firma es de Luis Paz, CC 9999000025?', 'capturó'],
])(
  "P10.71 the prompt '¿La foto y la firma son de …?' names the captured pictures (%o) and the patient in the form",
  (taken, title, verb) => {
    expect(pictureIdentityTitle(taken, LUIS)).toBe(title);
    expect(formatPictureIdentity(taken, { ...LUIS, name: 'Ana Gil' })).toBe(
      `Se ${verb} cuando el registro era de Ana Gil, CC 9999000025.`,
    );
  },
);

it("P10.71 the prompt '¿La foto y la firma son de …?' names the document if the patient has no name", () => {
  const nameless = { ...LUIS, name: '' };
  expect(pictureIdentityTitle({ photo: true, signature: false }, nameless)).toBe(
    '¿La foto es de CC 9999000025?',
  );
  expect(formatPictureIdentity({ photo: true, signature: false }, nameless)).toBe(
    'Se capturó cuando el registro era de CC 9999000025.',
  );
});
