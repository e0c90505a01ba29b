import type { Permission } from '#contract/vocabulary.ts';
import type { ConnectionDiagnosis } from '#domain/diagnosis.ts';
import { formatTime } from '#domain/time/format.ts';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';

export interface ConnectionMessage {
  readonly text: string;
  /** Steps that the user can take, the most promising first; empty if the user can do nothing. */
  readonly steps: readonly string[];
}

const CONTINUE_REGISTERING_TEXT =
  'Sigue registrando: todo queda guardado en este dispositivo y se envía solo.';
/** Text for users who register while the device sends nothing because the session is not open (S9, D2). */
const CONTINUE_WITHOUT_SENDING_TEXT = 'Sigue registrando: todo queda guardado en este dispositivo.';
/**
 * Text for users who manage evaluations but register no patients: during the problem they can read the cached evaluations (R2).
 */
const READ_EVALUATIONS_TEXT =
  'Mientras tanto puedes consultar las evaluaciones que ya están en este dispositivo.';

export interface ConnectionMessageReader {
  readonly actions: readonly Permission[];
  /** True while the session is not open (expired or offline), so that the device sends nothing. */
  readonly isHeld: boolean;
  readonly hasUnsent: boolean;
}

function listContinueAdvice({ actions, isHeld }: ConnectionMessageReader): readonly string[] {
  if (actions.includes('register_patients'))
    return [isHeld ? CONTINUE_WITHOUT_SENDING_TEXT : CONTINUE_REGISTERING_TEXT];
  return actions.includes('manage_evaluations') ? [READ_EVALUATIONS_TEXT] : [];
}

const createTextMessage = (text: string): ConnectionMessage => ({ text, steps: [] });

const formatSignInRequest = ({ hasUnsent }: ConnectionMessageReader): string =>
  hasUnsent ? 'inicia sesión para que lo pendiente se envíe.' : 'inicia sesión para volver a enviar.';

/** Returns the text about the connection: the problem, what the user can do, and which work can continue. */
export function connectionMessage(
  diagnosis: ConnectionDiagnosis,
  reader: ConnectionMessageReader,
): ConnectionMessage {
  switch (diagnosis.name) {
    case 'unknown':
      return createTextMessage('Aún no se ha hablado con el servidor desde este dispositivo.');
    case 'well':
      return createTextMessage('Conectado');
    case 'session_ended':
      return createTextMessage(`Tu sesión terminó: ${formatSignInRequest(reader)}`);
    case 'session_unconfirmed':
      return createTextMessage(`Entraste sin conexión: ${formatSignInRequest(reader)}`);
    case 'offline':
      return {
        text: `Este dispositivo no tiene red desde las ${formatTime(diagnosis.since)}.`,
        steps: [
          'Revisa que el wifi esté encendido y conectado, y el modo avión apagado.',
          ...listContinueAdvice(reader),
        ],
      };
    case 'portal':
      return {
        text: CAPTIVE_PORTAL_TEXT,
        steps: [
          'Abre cualquier página en el navegador: si la red pide iniciar sesión, entra y vuelve aquí.',
          'Si no lo pide, prueba con otra red, o avisa a quien administra la de la sede.',
          ...listContinueAdvice(reader),
        ],
      };
    case 'silent':
      return {
        text: `El servidor no responde desde las ${formatTime(diagnosis.since)}.`,
        steps: [
          'Abre cualquier otra página en el navegador. Si tampoco abre, revisa el wifi o el internet de la sede.',
          'Si otras páginas abren, el servidor está caído: avisa a quien lo administra.',
          ...listContinueAdvice(reader),
        ],
      };
    case 'timing_out':
      return {
        text: `El servidor no responde a tiempo desde las ${formatTime(diagnosis.since)}.`,
        steps: [
          'La red está muy lenta o saturada: acércate al punto de wifi y detén descargas o videos en la sede.',
          ...listContinueAdvice(reader),
        ],
      };
    case 'intercepted':
      return {
        text: 'Algo en la red contesta en lugar del servidor.',
        steps: [
          'Prueba con otra red, por ejemplo los datos de un celular. Si así se envía, la red de la sede bloquea los envíos: avisa a quien la administra.',
          'Si con otra red pasa lo mismo, avisa a quien administra el servidor.',
          'Nada se pierde: se sigue intentando solo.',
          ...listContinueAdvice(reader),
        ],
      };
    case 'failing':
      return {
        text: 'El servidor está fuera de servicio: la red funciona.',
        steps: [
          'No depende de este dispositivo. Avisa a quien administra el servidor.',
          ...listContinueAdvice(reader),
        ],
      };
    case 'slow':
      return {
        text: 'Conectado, pero la red está lenta.',
        steps: ['Los envíos tardan más. Detén descargas o videos en la sede si puedes.'],
      };
  }
}

/** Returns the text below the diagnosis for a user who signed in offline or whose session has ended. */
export const formatSignInOnReconnect = (reader: ConnectionMessageReader): string =>
  `Cuando vuelva, ${formatSignInRequest(reader)}`;

const CHECK_RESULT_TEXTS: Record<ConnectionDiagnosis['name'], string> = {
  unknown: 'aún sin respuesta.',
  well: 'conectado.',
  session_ended: 'hay conexión; falta iniciar sesión.',
  session_unconfirmed: 'hay conexión; falta iniciar sesión.',
  offline: 'sigue sin red.',
  portal: 'sigue contestando otra cosa.',
  silent: 'el servidor sigue sin responder.',
  timing_out: 'el servidor sigue sin responder a tiempo.',
  intercepted: 'algo sigue contestando en lugar del servidor.',
  failing: 'el servidor sigue fuera de servicio.',
  slow: 'conectado, pero lento.',
};

export const checkResultText = ({ name }: ConnectionDiagnosis): string => CHECK_RESULT_TEXTS[name];
