import type { Permission } from '#contract/vocabulary.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { APP_FAILED_CODE } from '#domain/outbox/outcome.ts';

const BRANCH_UNKNOWN_TEXT = 'El servidor no reconoce tu sede activa.';
const BRANCH_REQUIRED_TEXT = `${BRANCH_UNKNOWN_TEXT} Pide a un administrador que te asigne una.`;
const CHOOSE_BRANCH_TEXT = `${BRANCH_UNKNOWN_TEXT} Elígela de nuevo en la barra superior.`;

let hasBranchSwitcher = false;
/**
 * Sets the permissions of the signed-in user, called by the shell. Texts mention the branch switcher only if the user has it,
 * which requires `user_management` (P6).
 */
export function setPermissionsForMessages(actions: readonly Permission[]): void {
  hasBranchSwitcher = actions.includes('user_management');
}

/** Texts with the next step for our error codes, used when the server sends no message. */
const ERROR_CODE_TEXTS: Readonly<Record<string, string>> = {
  unauthenticated: 'Inicia sesión para continuar.',
  forbidden: 'No tienes permiso para hacer esto. Pídelo al administrador.',
  branch_forbidden: 'No puedes actuar para esa sede. Pide al administrador que te la asigne.',
  account_inactive: 'La cuenta está inactiva. Contacta al administrador.',
  not_found: 'No encontramos lo que buscas. Vuelve al listado y ábrelo de nuevo.',
  rate_limited: 'Demasiados intentos. Espera unos minutos e intenta de nuevo.',
  [APP_FAILED_CODE]:
    'La aplicación falló en este dispositivo; la red no tiene que ver. Recarga la página. Si sigue, actualiza el navegador o avisa al administrador.',
  internal: 'El servidor falló. Intenta de nuevo; si sigue, avisa a quien lo administra.',
  unavailable: 'El servicio no está disponible en este momento. Intenta de nuevo en unos minutos.',
};

const toErrorCode = (text: string): string => (text.toLowerCase().match(/[a-z]+/g) ?? []).join('_');

export function errorCodeText(code: string): string | undefined {
  if (code === 'branch_not_resolved') return hasBranchSwitcher ? CHOOSE_BRANCH_TEXT : BRANCH_REQUIRED_TEXT;
  return Object.hasOwn(ERROR_CODE_TEXTS, code) ? ERROR_CODE_TEXTS[code] : undefined;
}

type RejectionMessage = Pick<Rejection, 'message'> & Partial<Pick<Rejection, 'code'>>;

/**
 * Returns the message of a rejection. Returns our own text when the message is empty or only repeats the code ('branch not
 * resolved', 'Not Found').
 */
export function serverMessageOrCodeText({ code, message }: RejectionMessage): string {
  const said = toErrorCode(message);
  const ours = errorCodeText(said);
  if (said !== '' && ours === undefined) return message.trim();
  return errorCodeText(code ?? '') ?? ours ?? '';
}
