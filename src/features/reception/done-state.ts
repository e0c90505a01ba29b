import type { Link } from '#domain/link.ts';
import type { Account } from '#storage/accounts.ts';
import type { RegistrationEntry, RegistrationReceipt } from '#storage/entries.ts';
import { refusalText } from '#sync/refusal-text.ts';
import type { IconName } from '#ui/icon.tsx';
import type { StatusKind } from '#ui/status-tag.tsx';

export interface Registered {
  readonly entry: RegistrationEntry | null;
  readonly receipt: RegistrationReceipt | null;
  readonly link: Link;
  readonly gate: Account['gate'];
}

/** What the screen says about an evaluation that was just confirmed. */
export type DoneState =
  /** On the device, and nothing is known of the network yet. */
  | { readonly name: 'saved' }
  | { readonly name: 'sending' }
  | { readonly name: 'waiting' }
  /** The provider does not take the owner's session (S9, D2). */
  | { readonly name: 'held' }
  /** The evaluation is created; photo or signature are still on their way, or wait for it. */
  | { readonly name: 'created'; readonly waits: boolean }
  | { readonly name: 'delivered' }
  | { readonly name: 'discarded' }
  | { readonly name: 'refused'; readonly message: string; readonly correctable: boolean };

interface DoneWords {
  readonly title: string;
  readonly text: string;
  readonly kind: StatusKind;
  readonly icon: IconName;
}

export const DONE_WORDS: Record<DoneState['name'], DoneWords> = {
  saved: {
    title: 'Evaluación guardada',
    text: 'Guardada en este dispositivo. Ya puede seguir la próxima persona.',
    kind: 'ok',
    icon: 'check',
  },
  sending: {
    title: 'Evaluación guardada',
    text: 'Guardada en este dispositivo. Enviando al servidor…',
    kind: 'ok',
    icon: 'check',
  },
  waiting: {
    title: 'Evaluación guardada',
    text: 'Guardada en este dispositivo. Se enviará sola cuando vuelva la red.',
    kind: 'warn',
    icon: 'check',
  },
  held: {
    title: 'Evaluación guardada',
    text: 'Se enviará cuando inicies sesión.',
    kind: 'warn',
    icon: 'check',
  },
  created: {
    title: 'Evaluación creada',
    text: 'La foto y la firma siguen en este dispositivo.',
    kind: 'ok',
    icon: 'check',
  },
  delivered: {
    title: 'Evaluación creada',
    text: 'El servidor confirmó la evaluación, la foto y la firma.',
    kind: 'ok',
    icon: 'check',
  },
  discarded: {
    title: 'Registro descartado',
    text: 'Esta evaluación se descartó desde los pendientes.',
    kind: 'mute',
    icon: 'trash',
  },
  refused: {
    title: 'Evaluación guardada, requiere atención',
    text: 'El servidor no la aceptó así. Nada se perdió.',
    kind: 'bad',
    icon: 'bang',
  },
};

function entryState(entry: RegistrationEntry, { link, gate }: Registered): DoneState {
  const states = entry.items.map((item) => item.state);
  for (const { kind, state } of entry.items)
    if (state.name === 'attention') {
      const message = refusalText(kind, state.refusal);
      return { name: 'refused', message, correctable: state.correctable };
    }
  const waits = link.name === 'down' || states.some((state) => state.name === 'waiting');
  if (states[0]?.name === 'delivered') return { name: 'created', waits };
  if (gate !== 'open') return { name: 'held' };
  if (waits) return { name: 'waiting' };
  return states.some((state) => state.name === 'sending') ? { name: 'sending' } : { name: 'saved' };
}

/** `undefined` while the device is being read; it is saved by then. */
export function doneStateOf(registered: Registered | undefined): DoneState {
  if (!registered) return { name: 'saved' };
  const { entry, receipt } = registered;
  if (entry) return entryState(entry, registered);
  return { name: receipt?.outcome ?? 'saved' };
}
