import { afterEach, expect, it } from 'vitest';
import { serverMessageOrCodeText, setPermissionsForMessages } from './code-text.ts';
import { Rejected } from '../requests/api-request.ts';
import { failureReasonText, failureText, saveFailureOf } from './failure-text.ts';
import { rejectionText, rejectionOrFallbackText } from './rejection-text.ts';

const createRejection = (code: string | null, message: string) => ({
  status: 403,
  code,
  message,
  details: [],
});
const BRANCH_NOT_RESOLVED_TEXT =
  'El servidor no reconoce tu sede activa. Pide a un administrador que te asigne una.';

afterEach(() => setPermissionsForMessages([]));

it.each([
  ['branch_not_resolved', 'branch not resolved', BRANCH_NOT_RESOLVED_TEXT],
  [null, 'branch not resolved', BRANCH_NOT_RESOLVED_TEXT],
  ['branch_not_resolved', '', BRANCH_NOT_RESOLVED_TEXT],
  [null, 'Forbidden', /^No tienes permiso para hacer esto\. Pídelo/],
  ['not_found', 'Not Found.', /^No encontramos lo que buscas/],
])(
  "P8 the app shows its own text with the next step for code %s when the server's message is «%s»",
  (code, message, text) => {
    const error = new Rejected(createRejection(code, message));
    expect(rejectionOrFallbackText(error.refusal, 'No se pudo.')).toMatch(text);
    expect(failureText(error, 'No se pudo.')).toMatch(text);
    expect(failureReasonText(error)).toMatch(text);
    expect(saveFailureOf({ type: 'refused', refusal: error.refusal }, 'No se pudo.').text).toMatch(text);
  },
);

it.each([
  ['branch_not_resolved', 'Esa sede está en mudanza.'],
  ['forbidden', 'No tienes permiso.'],
  [null, 'Vuelve a las tres.'],
  [null, ''],
  ['of_another_provider', ''],
])('P8 the app shows the server’s own message: code %s with «%s»', (code, message) => {
  expect(serverMessageOrCodeText(createRejection(code, message))).toBe(message);
});

it('P8 the text for a missing branch mentions the branch switcher only to users who have it, also on a queued item', () => {
  const missing = createRejection('branch_not_resolved', 'Forbidden');
  const texts = () => [rejectionOrFallbackText(missing, 'No se pudo.'), rejectionText('evaluation', missing)];
  expect(texts()).toEqual([BRANCH_NOT_RESOLVED_TEXT, BRANCH_NOT_RESOLVED_TEXT]);
  setPermissionsForMessages(['user_management']);
  const choose = 'El servidor no reconoce tu sede activa. Elígela de nuevo en la barra superior.';
  expect(texts()).toEqual([choose, choose]);
  setPermissionsForMessages(['register_patients']);
  expect(texts()).toEqual([BRANCH_NOT_RESOLVED_TEXT, BRANCH_NOT_RESOLVED_TEXT]);
});
