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
/** Before the session is open nothing goes by itself (S9, D2). */
const GO_ON_HELD = 'Sigue registrando: todo queda guardado en este dispositivo.';
/** R2: what a doctor still can. */
const READ_ON = 'Mientras tanto puedes consultar las evaluaciones que ya están en este dispositivo.';

/** Who reads it, and what it has to be true of. */
export interface Reader {
  readonly actions: readonly Permission[];
  /** The provider does not take their session. */
  readonly isHeld: boolean;
  /** Something of theirs waits here. */
  readonly hasUnsent: boolean;
}

function goOn({ actions, isHeld }: Reader): readonly string[] {
  if (actions.includes('register_patients')) return [isHeld ? GO_ON_HELD : GO_ON];
  return actions.includes('manage_evaluations') ? [READ_ON] : [];
}

const plain = (text: string): DiagnosisWords => ({ text, steps: [] });

const signIn = ({ hasUnsent }: Reader): string =>
  hasUnsent ? 'inicia sesión para que lo pendiente se envíe.' : 'inicia sesión para volver a enviar.';

/**
 * Offline, a portal, a provider that is silent, fails or is slow, a session that ended: told apart, with the way out; the
 * reader is told what still works.
 */
export function diagnosisWords(diagnosis: Diagnosis, reader: Reader): DiagnosisWords {
  switch (diagnosis.name) {
    case 'unknown':
      return plain('Aún no se ha hablado con el servidor desde este dispositivo.');
    case 'well':
      return plain('Conectado');
    case 'session_ended':
      return plain(`Tu sesión terminó: ${signIn(reader)}`);
    case 'session_unconfirmed':
      return plain(`Entraste sin conexión: ${signIn(reader)}`);
    case 'offline':
      return {
        text: `Este dispositivo no tiene red desde las ${timeOfDay(diagnosis.since)}.`,
        steps: ['Revisa que el wifi esté encendido y conectado, y el modo avión apagado.', ...goOn(reader)],
      };
    case 'portal':
      return {
        text: ANOTHER_ANSWERS,
        steps: [
          'Abre cualquier página en el navegador: si la red pide iniciar sesión, entra y vuelve aquí.',
          'Si no lo pide, prueba con otra red, o avisa a quien administra la de la sede.',
          ...goOn(reader),
        ],
      };
    case 'silent':
      return {
        text: `El servidor no responde desde las ${timeOfDay(diagnosis.since)}.`,
        steps: [
          'Abre cualquier otra página en el navegador. Si tampoco abre, revisa el wifi o el internet de la sede.',
          'Si otras páginas abren, el servidor está caído: avisa a quien lo administra.',
          ...goOn(reader),
        ],
      };
    case 'timing_out':
      return {
        text: `El servidor no responde a tiempo desde las ${timeOfDay(diagnosis.since)}.`,
        steps: [
          'La red está muy lenta o saturada: acércate al punto de wifi y detén descargas o videos en la sede.',
          ...goOn(reader),
        ],
      };
    case 'intercepted':
      return {
        text: 'Algo en la red contesta en lugar del servidor.',
        steps: [
          'Prueba con otra red, por ejemplo los datos de un celular. Si así se envía, la red de la sede bloquea los envíos: avisa a quien la administra.',
          'Si con otra red pasa lo mismo, avisa a quien administra el servidor.',
          'Nada se pierde: se sigue intentando solo.',
          ...goOn(reader),
        ],
      };
    case 'failing':
      return {
        text: 'El servidor está fuera de servicio: la red funciona.',
        steps: ['No depende de este dispositivo. Avisa a quien administra el servidor.', ...goOn(reader)],
      };
    case 'slow':
      return {
        text: 'Conectado, pero la red está lenta.',
        steps: ['Los envíos tardan más. Detén descargas o videos en la sede si puedes.'],
      };
  }
}

/** Under what is the matter, for whoever came in without network or whose session has ended. */
export const afterSignIn = (reader: Reader): string => `Cuando vuelva, ${signIn(reader)}`;

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
