import type { Permission } from '#contract/vocabulary.ts';
import type { Diagnosis } from '#domain/diagnosis.ts';
import { timeOfDay } from '#domain/time/words.ts';
import { ANOTHER_ANSWERS } from '#sync/requests/unreached-text.ts';

export interface DiagnosisWords {
  /** What is the matter, in one line. */
  readonly text: string;
  /** What a person can do about it, the likeliest first; empty where there is nothing to do. */
  readonly steps: readonly string[];
}

const GO_ON = 'Sigue registrando: todo queda guardado en este dispositivo y se envía solo.';
/** R2: what a doctor still can. */
const READ_ON = 'Mientras tanto puedes consultar las evaluaciones que ya están en este dispositivo.';

function goOn(actions: readonly Permission[]): readonly string[] {
  if (actions.includes('register_patients')) return [GO_ON];
  return actions.includes('manage_evaluations') ? [READ_ON] : [];
}

const plain = (text: string): DiagnosisWords => ({ text, steps: [] });

/**
 * Offline, a portal, a provider that is silent, fails or is slow, a session that ended: told apart, with the way out;
 * `actions` are the reader's, who is told what still works.
 */
export function diagnosisWords(diagnosis: Diagnosis, actions: readonly Permission[]): DiagnosisWords {
  switch (diagnosis.name) {
    case 'unknown':
      return plain('Aún no se ha hablado con el servidor desde este dispositivo.');
    case 'well':
      return plain('Conectado');
    case 'session_ended':
      return plain('Tu sesión terminó: inicia sesión para que lo pendiente se envíe.');
    case 'session_unconfirmed':
      return plain('Entraste sin conexión: inicia sesión para que lo pendiente se envíe.');
    case 'offline':
      return {
        text: `Este dispositivo no tiene red desde las ${timeOfDay(diagnosis.since)}.`,
        steps: ['Revisa que el wifi esté encendido y conectado, y el modo avión apagado.', ...goOn(actions)],
      };
    case 'portal':
      return {
        text: ANOTHER_ANSWERS,
        steps: [
          'Abre cualquier página en el navegador: si la red pide iniciar sesión, entra y vuelve aquí.',
          'Si no lo pide, prueba con otra red, o avisa a quien administra la de la sede.',
          ...goOn(actions),
        ],
      };
    case 'silent':
      return {
        text: `El servidor no responde desde las ${timeOfDay(diagnosis.since)}.`,
        steps: [
          'Abre cualquier otra página en el navegador. Si tampoco abre, revisa el wifi o el internet de la sede.',
          'Si otras páginas abren, el servidor está caído: avisa a quien lo administra.',
          ...goOn(actions),
        ],
      };
    case 'timing_out':
      return {
        text: `El servidor no responde a tiempo desde las ${timeOfDay(diagnosis.since)}.`,
        steps: [
          'La red está muy lenta o saturada: acércate al punto de wifi y detén descargas o videos en la sede.',
          ...goOn(actions),
        ],
      };
    case 'intercepted':
      return {
        text: 'Algo en la red contesta en lugar del servidor.',
        steps: [
          'Prueba con otra red, por ejemplo los datos de un celular. Si así se envía, la red de la sede bloquea los envíos: avisa a quien la administra.',
          'Si con otra red pasa lo mismo, avisa a quien administra el servidor.',
          'Nada se pierde: se sigue intentando solo.',
          ...goOn(actions),
        ],
      };
    case 'failing':
      return {
        text: 'El servidor está fuera de servicio: la red funciona.',
        steps: ['No depende de este dispositivo. Avisa a quien administra el servidor.', ...goOn(actions)],
      };
    case 'slow':
      return {
        text: 'Conectado, pero la red está lenta.',
        steps: ['Lo pendiente sigue subiendo, más despacio. Detén descargas o videos en la sede si puedes.'],
      };
  }
}

/** Under what is the matter, for whoever came in without network or whose session has ended. */
export const AFTER_SIGN_IN = 'Cuando vuelva, inicia sesión para que lo pendiente se envíe.';

const CHECKED: Record<Diagnosis['name'], string> = {
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

/** What somebody who has just asked is told, after the time. */
export const checkedText = ({ name }: Diagnosis): string => CHECKED[name];
