import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import type { BrigadeClosing, BrigadeWaiting } from '#domain/brigade/closing.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { NoticeKind } from '#ui/notices/notice.tsx';

interface ClosingMessage {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
}

const waitingText = ({ unsent, arrivals, parked, parkedByOthers }: BrigadeWaiting): string => {
  const parts = [
    ...(unsent > 0 ? [`${formatCountWithNoun(unsent, 'registro', 'registros')} por enviar`] : []),
    ...(arrivals > 0 ? [`${formatCountWithNoun(arrivals, 'llegada', 'llegadas')} por avisar`] : []),
    ...(parked > 0 ? [`${formatCountWithNoun(parked, 'persona', 'personas')} en espera`] : []),
    ...(parkedByOthers > 0
      ? [`${formatCountWithNoun(parkedByOthers, 'persona', 'personas')} en espera de otro usuario`]
      : []),
  ];
  return new Intl.ListFormat('es').format(parts);
};

const waitingHint = ({ unsent, unsentOfOthers, arrivals, parked, parkedByOthers }: BrigadeWaiting): string =>
  [
    ...(unsent - unsentOfOthers + arrivals > 0 ? ['Conéctalo a una red y espera a que se envíe todo.'] : []),
    ...(unsentOfOthers > 0 ? ['Quien registró lo que falta entra aquí con red, y se envía.'] : []),
    ...(unsent > 0 ? ['Si no puede, entrega lo pendiente a un colega o guarda una copia de rescate.'] : []),
    ...(parked > 0 ? ['Termina en recepción lo que dejaste en espera.'] : []),
    ...(parkedByOthers > 0 ? ['Quien dejó personas en espera entra aquí y las termina.'] : []),
  ].join(' ');

/** Returns what the user has to do next, or that everything has arrived. */
export function closingMessage(closing: BrigadeClosing): ClosingMessage {
  switch (closing.state) {
    case 'unsent_here':
      return {
        kind: 'warn',
        title: `En este dispositivo hay ${waitingText(closing.waiting)}.`,
        text: waitingHint(closing.waiting),
      };
    case 'not_begun':
      return {
        kind: 'info',
        title: 'La brigada todavía no ha comenzado.',
        text: 'Abre esta página cuando termine la jornada.',
      };
    case 'server_unread':
      return {
        kind: 'info',
        title: 'En este dispositivo no queda nada por enviar.',
        text: 'Con red se ve también qué recibió el servidor.',
      };
    case 'unsent_elsewhere':
      return {
        kind: 'warn',
        title:
          closing.devices === 1
            ? 'Otro dispositivo de la sede tiene registros por enviar.'
            : `Otros ${closing.devices} dispositivos de la sede tienen registros por enviar.`,
        text: 'Lo de este dispositivo ya llegó. Conecta los otros a una red.',
      };
    case 'silent_elsewhere':
      return {
        kind: 'warn',
        title:
          closing.devices === 1
            ? 'Falta saber de otro dispositivo de la sede.'
            : `Falta saber de otros ${closing.devices} dispositivos de la sede.`,
        text:
          closing.devices === 1
            ? 'Puede tener registros de ese día que nadie ha visto. Si estuvo en la brigada, ábrelo con red.'
            : 'Pueden tener registros de ese día que nadie ha visto. Abre con red los que estuvieron en la brigada.',
      };
    case 'device_done':
      return {
        kind: 'ok',
        title: 'Todo lo de este dispositivo llegó.',
        text: 'Abre esta página también en los demás dispositivos de la brigada.',
      };
    case 'all_done':
      return { kind: 'ok', title: 'Todo llegó.', text: 'Ningún dispositivo de la sede tiene pendientes.' };
  }
}

/** Returns the server's numbers of a list, by their labels. */
export function serverFigures({ counts, repeated }: ExpectedList): readonly (readonly [string, number])[] {
  const { expected, arrived, registered, no_show: noShow } = counts;
  return [
    ['Citadas', expected + arrived + registered + noShow],
    ['Registradas', registered],
    ['Llegaron sin registrar', arrived],
    ['No han llegado', expected + noShow],
    ['Repetidas por revisar', repeated],
  ];
}
