import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import type { BrigadeClosing } from '#domain/brigade/closing.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { NoticeKind } from '#ui/notices/notice.tsx';

interface ClosingMessage {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
}

const unsentPartsText = (unsent: number, parked: number): string =>
  [
    ...(unsent > 0 ? [`${formatCountWithNoun(unsent, 'registro', 'registros')} por enviar`] : []),
    ...(parked > 0 ? [`${formatCountWithNoun(parked, 'persona', 'personas')} en espera`] : []),
  ].join(' y ');

/** Returns what the user has to do next, or that everything has arrived. */
export function closingMessage(closing: BrigadeClosing): ClosingMessage {
  switch (closing.state) {
    case 'unsent_here':
      return {
        kind: 'warn',
        title: `En este dispositivo hay ${unsentPartsText(closing.unsent, closing.parked)}.`,
        text: 'Conéctalo a una red y espera a que se envíe todo. Si no puede, entrega lo pendiente a un colega o guarda una copia de rescate.',
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
