import { expect, it } from 'vitest';
import type { Rejection } from '#domain/outbox/item.ts';
import { rejectionText, rejectionTitle, rejectionOrFallbackText } from './rejection-text.ts';

const createRejection = (patch: Partial<Rejection> = {}): Rejection => ({
  status: 400,
  code: null,
  message: '',
  details: [],
  ...patch,
});
const ITEM_KINDS = ['evaluation', 'photo', 'signature', 'attachment'] as const;
const lostPictureRejection = createRejection({ status: 0, code: 'picture_lost' });

it('S10 the text of a rejection is the server’s own message', () => {
  const said = createRejection({ message: ' Hoy no. ' });
  expect(ITEM_KINDS.map((kind) => rejectionText(kind, said))).toEqual(ITEM_KINDS.map(() => 'Hoy no.'));
  expect(rejectionTitle('photo', said, 'El servidor no la aceptó')).toBe('El servidor no la aceptó: Hoy no.');
});

it('P8.2 the text of a rejection without a message is the base contract’s text for the kind of item, with the status', () => {
  const file = 'No se pudo subir el archivo. Intenta nuevamente. (400 Bad Request)';
  const bare = createRejection({ statusText: 'Bad Request' });
  expect(ITEM_KINDS.map((kind) => rejectionText(kind, bare))).toEqual([
    'No se pudo crear la evaluación. Intenta nuevamente. (400 Bad Request)',
    file,
    file,
    file,
  ]);
});

it('P8 when a rejection has no message, the app shows the screen’s own error text, followed by the status if a server responded', () => {
  expect(rejectionOrFallbackText(createRejection({ status: 422 }), 'No se pudo.')).toBe('No se pudo. (422)');
  expect(
    rejectionOrFallbackText(
      createRejection({ status: 422, message: 'Hoy no.', statusText: 'X' }),
      'No se pudo.',
    ),
  ).toBe('Hoy no.');
  expect(rejectionOrFallbackText(createRejection({ status: 0 }), 'No se pudo.')).toBe('No se pudo.');
});

it('S4 the text for content damaged on the device reports the damage and does not suggest a retry', () => {
  for (const kind of ITEM_KINDS) {
    const title = rejectionTitle(kind, lostPictureRejection, 'El servidor no la aceptó');
    expect(title).toMatch(/en este dispositivo\. .+ de nuevo\.$/);
    expect(title).not.toMatch(/servidor|Intenta/);
  }
});

it('S11 S14 S23 the text for an item that the device itself holds back gives the next step and does not blame the server', () => {
  for (const [code, wayOut] of [
    ['outcome_unknown', 'antes de reintentar'],
    ['other_branch', 'Activa esa sede'],
    ['body_lost', 'antes de registrarla de nuevo'],
  ] as const) {
    const title = rejectionTitle(
      'evaluation',
      createRejection({ status: 0, code }),
      'El servidor no la aceptó',
    );
    expect(title).toContain(wayOut);
    expect(title).not.toContain('no la aceptó');
  }
});

it("P8.2 the text for a 413 without a message suggests contacting the server's administrator, not a retry", () => {
  for (const kind of ITEM_KINDS)
    expect(rejectionText(kind, createRejection({ status: 413, statusText: 'Payload Too Large' }))).toMatch(
      /más grande de lo que acepta .* Pide a quien lo administra .* \(413 Payload Too Large\)$/,
    );
  expect(rejectionText('photo', createRejection({ status: 413, message: 'Máximo 1000 KB.' }))).toBe(
    'Máximo 1000 KB.',
  );
});

it('P10.314 the text for a 413 without a message contains the size that was sent', () => {
  expect(rejectionText('photo', createRejection({ status: 413, sentBytes: 26_650 }))).toMatch(
    /^El envío \(27 KB\) es más grande de lo que acepta /,
  );
});
