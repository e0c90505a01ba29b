import type { Link } from '#domain/link.ts';
import { isIntercepted } from '#domain/outbox/entry.ts';
import type { ItemKind, Refusal } from '#domain/outbox/item.ts';
import type { Account } from '#storage/accounts.ts';
import type { RegistrationEntry, RegistrationReceipt } from '#storage/entries.ts';
import { refusalText } from '#sync/refusal-text.ts';

export interface Registered {
  readonly entry: RegistrationEntry | null;
  readonly receipt: RegistrationReceipt | null;
  readonly link: Link;
  readonly gate: Account['gate'];
}

/** What something waits for, nearest to the person first: the network, or a provider that fails, has no time, or is answered for (S6). */
export type WaitsFor = 'network' | 'failing' | 'busy' | 'intercepted';

/** What the screen says about an evaluation that was just confirmed. */
export type DoneState =
  /** On the device, and nothing is known of the network yet. */
  | { readonly name: 'saved' }
  | { readonly name: 'sending' }
  | { readonly name: 'waiting'; readonly for: WaitsFor }
  /** The provider does not take the owner's session (S9, D2). */
  | { readonly name: 'held' }
  /** The evaluation is created; photo or signature are still on their way, or wait for it. */
  | { readonly name: 'created'; readonly for: WaitsFor | null }
  | { readonly name: 'delivered' }
  /** `created`: the evaluation is at the provider, and only what was missing of it was discarded. */
  | { readonly name: 'discarded'; readonly created: boolean }
  /** `kinds`: what needs a person; the evaluation is created where it is not among them. */
  | {
      readonly name: 'refused';
      readonly kinds: readonly ItemKind[];
      readonly messages: readonly string[];
      readonly correctable: boolean;
      /** This device holds it back itself: nobody has refused it. */
      readonly heldHere: boolean;
    };

interface RefusedItem {
  readonly kind: ItemKind;
  readonly refusal: Refusal;
  readonly correctable: boolean;
}

const refusedOf = ({ items }: RegistrationEntry): readonly RefusedItem[] =>
  items.flatMap(({ kind, state }) =>
    state.name === 'attention' ? [{ kind, refusal: state.refusal, correctable: state.correctable }] : [],
  );

const refusedState = (items: readonly RefusedItem[]): DoneState => ({
  name: 'refused',
  kinds: items.map(({ kind }) => kind),
  messages: [...new Set(items.map(({ kind, refusal }) => refusalText(kind, refusal)))],
  correctable: items.some(({ correctable }) => correctable),
  heldHere: items.every(({ refusal }) => refusal.status === 0),
});

/** Null when nothing waits. */
function waitsFor({ items }: RegistrationEntry, link: Link): WaitsFor | null {
  if (link.name === 'down') return 'network';
  if (items.some(isIntercepted)) return 'intercepted';
  const causes = items.flatMap(({ state }) => (state.name === 'waiting' ? [state.cause] : []));
  for (const cause of ['failing', 'busy'] as const) if (causes.includes(cause)) return cause;
  return causes.length > 0 ? 'network' : null;
}

function entryState(entry: RegistrationEntry, { link, gate }: Registered): DoneState {
  const states = entry.items.map((item) => item.state);
  const refused = refusedOf(entry);
  if (refused.length > 0) return refusedState(refused);
  const awaited = waitsFor(entry, link);
  if (states[0]?.name === 'delivered') return { name: 'created', for: awaited };
  if (gate !== 'open') return { name: 'held' };
  if (awaited !== null) return { name: 'waiting', for: awaited };
  return states.some((state) => state.name === 'sending') ? { name: 'sending' } : { name: 'saved' };
}

/** `undefined` while the device is being read; it is saved by then. */
export function doneStateOf(registered: Registered | undefined): DoneState {
  if (!registered) return { name: 'saved' };
  const { entry, receipt } = registered;
  if (entry) return entryState(entry, registered);
  if (receipt?.outcome === 'discarded') return { name: 'discarded', created: receipt.evaluationId !== null };
  return { name: receipt?.outcome ?? 'saved' };
}

/** 'Reintentar subida' is for what somebody waits for or has to decide about. */
export const isRetryable = (state: DoneState): boolean =>
  state.name === 'waiting' || state.name === 'refused' || (state.name === 'created' && state.for !== null);
