import { expect, it } from 'vitest';
import { withSentence } from './code-text.ts';
import { Refused } from '../requests/api-request.ts';
import { failureReason, failureText, troubleOf } from './failure-text.ts';

const refusal = (code: string | null, message: string) => ({ status: 403, code, message, details: [] });
const BRANCH = /^El servidor no reconoce tu sede activa\. Elígela de nuevo/;

it.each([
  ['branch_not_resolved', 'branch not resolved', BRANCH],
  [null, 'branch not resolved', BRANCH],
  ['branch_not_resolved', '', BRANCH],
  [null, 'Forbidden', /^No tienes permiso para hacer esto\. Pídelo/],
  ['not_found', 'Not Found.', /^No encontramos lo que buscas/],
])('P8 %s with «%s» is said in our sentence, with what to do next', (code, message, text) => {
  const error = new Refused(refusal(code, message));
  expect(failureText(error, 'No se pudo.')).toMatch(text);
  expect(failureReason(error)).toMatch(text);
  expect(troubleOf({ type: 'refused', refusal: error.refusal }, 'No se pudo.').text).toMatch(text);
});

it.each([
  ['branch_not_resolved', 'Esa sede está en mudanza.'],
  ['forbidden', 'No tienes permiso.'],
  [null, 'Vuelve a las tres.'],
  [null, ''],
  ['of_another_provider', ''],
])('P8 the server’s own words stay: %s «%s»', (code, message) => {
  expect(withSentence(refusal(code, message))).toEqual(refusal(code, message));
});
