import type { ConnectionState } from '#domain/connection-state.ts';
import type { FieldProblem } from '#contract/errors.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import type { Account } from '#storage/account/accounts.ts';
import type { RegistrationEntry, RegistrationReceipt } from '#storage/outbox/entries.ts';
import { addFullStop, rejectionText } from '#sync/messages/rejection-text.ts';
import { quotedServerMessage, findWaitReason, type WaitReason } from '#sync/messages/waiting-text.ts';
import type { IconName } from '#ui/display/icon.tsx';
import { formatFieldProblems } from '../form/field-details.ts';

export interface ConfirmedRegistration {
  readonly entry: RegistrationEntry | null;
  readonly receipt: RegistrationReceipt | null;
  readonly link: ConnectionState;
  readonly gate: Account['gate'];
}

export type DeliveryState =
  /** The entry is stored on the device, and the connection state is unknown. */
  | { readonly name: 'saved' }
  | { readonly name: 'sending' }
  /** `said` is the failing server's message; empty if it sent none. */
  | { readonly name: 'waiting'; readonly for: WaitReason; readonly said: string }
  /** The entry is not sent, because the server does not accept its owner's session (S9, D2). */
  | { readonly name: 'held' }
  /** The evaluation is created; its pictures are being sent, or wait; `for` is the reason of the wait. */
  | { readonly name: 'created'; readonly for: WaitReason | null; readonly said: string }
  | { readonly name: 'delivered' }
  /** `created` is true if the evaluation is on the server and only its missing items were discarded. */
  | { readonly name: 'discarded'; readonly created: boolean }
  /** `kinds` are the rejected items. If the evaluation is not among them, the evaluation exists on the server. */
  | {
      readonly name: 'refused';
      readonly kinds: readonly ItemKind[];
      /** Messages of the server; an empty message is replaced by the base contract's text. */
      readonly messages: readonly string[];
      readonly details: readonly FieldProblem[];
      /** Reasons for a screen without the form: the message of each field with its name, or the general message. */
      readonly reasons: readonly string[];
      readonly correctable: boolean;
      /** True if this device holds the items back and the server has not rejected them. */
      readonly heldHere: boolean;
    };

export type RejectedState = Extract<DeliveryState, { name: 'refused' }>;

const rejectedItems = ({ items }: RegistrationEntry) =>
  items.flatMap(({ kind, state }) => (state.name === 'attention' ? [{ ...state, kind }] : []));
type RejectedItem = ReturnType<typeof rejectedItems>[number];

const rejectionReasonsOf = ({ kind, refusal }: RejectedItem): readonly string[] =>
  refusal.details.length > 0 ? formatFieldProblems(refusal.details) : [rejectionText(kind, refusal)];

const createRejectedState = (items: readonly RejectedItem[]): DeliveryState => ({
  name: 'refused',
  kinds: items.map(({ kind }) => kind),
  messages: [...new Set(items.map(({ kind, refusal }) => rejectionText(kind, refusal)))],
  details: items.flatMap(({ refusal }) => refusal.details),
  reasons: [...new Set(items.flatMap(rejectionReasonsOf))],
  correctable: items.some(({ correctable }) => correctable),
  heldHere: items.every(({ refusal }) => refusal.status === 0),
});

function toEntryDeliveryState(
  entry: RegistrationEntry,
  { link, gate }: ConfirmedRegistration,
): DeliveryState {
  const states = entry.items.map((item) => item.state);
  const refused = rejectedItems(entry);
  if (refused.length > 0) return createRejectedState(refused);
  const awaited = findWaitReason(entry.items, link);
  const said = quotedServerMessage(entry.items);
  if (states[0]?.name === 'delivered') return { name: 'created', for: awaited, said };
  if (gate !== 'open') return { name: 'held' };
  if (awaited !== null) return { name: 'waiting', for: awaited, said };
  return states.some((state) => state.name === 'sending') ? { name: 'sending' } : { name: 'saved' };
}

/**
 * Returns the state of a registration. Returns `saved` for `undefined`: the registration is already stored, but the device has
 * not read it yet.
 */
export function toDeliveryState(registered: ConfirmedRegistration | undefined): DeliveryState {
  if (!registered) return { name: 'saved' };
  const { entry, receipt } = registered;
  if (entry) return toEntryDeliveryState(entry, registered);
  if (receipt?.outcome === 'discarded') return { name: 'discarded', created: receipt.evaluationId !== null };
  return { name: receipt?.outcome ?? 'saved' };
}

const isPictureKind = (kind: ItemKind): boolean => kind === 'photo' || kind === 'signature';

/** Returns true if the evaluation was created, and only pictures were rejected. */
export const areOnlyPicturesRejected = (state: DeliveryState): state is RejectedState =>
  state.name === 'refused' && state.kinds.every(isPictureKind);

/** Selects the text about the rejected pictures. */
export const selectByPicture = (
  { kinds }: RejectedState,
  texts: Readonly<Record<'both' | 'photo' | 'signature', string>>,
): string => texts[kinds.length > 1 ? 'both' : kinds[0] === 'photo' ? 'photo' : 'signature'];

/**
 * Returns the label of the button that sends pictures again; null if no picture can be sent. P2 uses 'subida' for the upload of
 * pictures after the evaluation was created.
 */
export const uploadRetryLabel = (state: DeliveryState): string | null =>
  (state.name === 'created' && state.for !== null) || areOnlyPicturesRejected(state)
    ? 'Reintentar subida'
    : null;

/** Returns the label of the retry button; null if there is nothing to retry. */
export const retryLabel = (state: DeliveryState): string | null =>
  uploadRetryLabel(state) ?? (state.name === 'waiting' || state.name === 'refused' ? 'Reintentar' : null);

export function createDeliveryTitle(state: DeliveryState): { title: string; icon: IconName } {
  switch (state.name) {
    case 'saved':
    case 'sending':
    case 'waiting':
    case 'held':
      return { title: 'Evaluación guardada', icon: 'check' };
    case 'created':
    case 'delivered':
      return { title: 'Evaluación creada', icon: 'check' };
    case 'discarded':
      return { title: 'Registro descartado', icon: 'trash' };
    case 'refused': {
      const title = areOnlyPicturesRejected(state)
        ? selectByPicture(state, {
            both: 'Evaluación creada, faltan la foto y la firma',
            photo: 'Evaluación creada, falta la foto',
            signature: 'Evaluación creada, falta la firma',
          })
        : 'Evaluación guardada, requiere atención';
      return { title, icon: 'bang' };
    }
  }
}

const MAX_BANNER_REASONS = 2;

export function formatRejectionReasons({ reasons }: RejectedState): string {
  const left = reasons.length - MAX_BANNER_REASONS;
  const said = reasons.slice(0, MAX_BANNER_REASONS).map(addFullStop);
  return [...said, ...(left > 0 ? [`Y ${left} más.`] : [])].join(' ');
}
