import type { ItemKind } from '#domain/outbox/item.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { StatusKind } from '#ui/display/status-tag.tsx';
import { TROUBLE_TEXT, type WaitsFor } from '#sync/words/waiting-text.ts';
import { isPicture, type DoneState } from './done-state.ts';

export interface DoneWords {
  readonly title: string;
  readonly text: string;
  readonly kind: StatusKind;
  readonly icon: IconName;
}

const WAITING: Record<WaitsFor, string> = {
  ...TROUBLE_TEXT,
  network: 'Se enviará sola cuando vuelva la red.',
};

const HERE = 'Guardada en este dispositivo.';
const PICTURES_HERE = 'La foto y la firma siguen en este dispositivo.';

const sentences = (...all: readonly string[]): string => all.join(' ').trim();

const saved = (text: string, kind: StatusKind = 'ok'): DoneWords => ({
  title: 'Evaluación guardada',
  text,
  kind,
  icon: 'check',
});
const created = (text: string, kind: StatusKind = 'ok'): DoneWords => ({
  title: 'Evaluación creada',
  text,
  kind,
  icon: 'check',
});

function missingTitle(kinds: readonly ItemKind[]): string {
  if (kinds.length > 1) return 'Evaluación creada, faltan la foto y la firma';
  return kinds[0] === 'photo' ? 'Evaluación creada, falta la foto' : 'Evaluación creada, falta la firma';
}

function refusedWords({ kinds, correctable, heldHere }: Extract<DoneState, { name: 'refused' }>): DoneWords {
  const state = { kind: 'bad', icon: 'bang' } as const;
  if (kinds.every(isPicture))
    return {
      ...state,
      title: missingTitle(kinds),
      text: 'La evaluación ya está en el servidor. Nada se perdió.',
    };
  return {
    ...state,
    title: 'Evaluación guardada, requiere atención',
    text: `${heldHere ? 'Sigue en este dispositivo. Nada se perdió.' : 'El servidor no la aceptó así. Nada se perdió.'}${correctable ? '' : ' Cuando esté resuelto, usa Reintentar.'}`,
  };
}

/** What the desk reads after the confirmation. */
export function doneWords(state: DoneState): DoneWords {
  switch (state.name) {
    case 'saved':
      return saved(`${HERE} Ya puede seguir la próxima persona.`);
    case 'sending':
      return saved(`${HERE} Enviando al servidor…`);
    case 'waiting':
      return saved(sentences(HERE, WAITING[state.for], state.said), 'warn');
    case 'held':
      return saved('Se enviará cuando inicies sesión.', 'warn');
    case 'created':
      return state.for === null || state.for === 'network'
        ? created(PICTURES_HERE)
        : created(sentences(PICTURES_HERE, WAITING[state.for], state.said), 'warn');
    case 'delivered':
      return created('El servidor confirmó la evaluación, la foto y la firma.');
    case 'discarded':
      return {
        title: 'Registro descartado',
        text: state.created
          ? 'La evaluación está en el servidor; lo que le faltaba se descartó desde los pendientes.'
          : 'Esta evaluación se descartó desde los pendientes.',
        kind: 'mute',
        icon: 'trash',
      };
    case 'refused':
      return refusedWords(state);
  }
}
