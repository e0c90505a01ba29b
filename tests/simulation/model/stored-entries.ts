import { isRewritable } from '#domain/outbox/entry.ts';
import type { ItemKind, OutboxItem } from '#domain/outbox/item.ts';
import type { SimulatedContent, RegistrationContents } from './content.ts';

export interface StoredItem {
  item: OutboxItem;
  content: SimulatedContent;
  /** User who confirmed the content of this item (S14). */
  capturedBy: string;
  consent: string | null;
  dueAt: number | null;
  /**
   * Id of the registration's entry that must be delivered before this item of a correction is sent; null if the item need not
   * wait.
   */
  heldFor: string | null;
}

interface StoredCorrection {
  readonly entryId: string;
  evaluationId: string | null;
}

export interface StoredEntry {
  readonly id: string;
  ownerId: string;
  readonly capturedAt: number;
  readonly corrects: StoredCorrection | null;
  /** Items of the entry; the first is the evaluation or correction. */
  readonly items: StoredItem[];
}

export interface NewSimulatedEntry {
  readonly id: string;
  readonly ownerId: string;
  readonly branchId: string;
  readonly capturedAt: number;
  readonly contents: RegistrationContents;
}

export const REGISTRATION_ITEMS: readonly (keyof RegistrationContents)[] = [
  'evaluation',
  'photo',
  'signature',
];

export interface NewCorrection {
  readonly id: string;
  readonly values: SimulatedContent;
  readonly pictures: readonly { readonly kind: 'photo' | 'signature'; readonly content: SimulatedContent }[];
}

export const itemIdOf = (entryId: string, kind: ItemKind): string => `${entryId}.${kind}`;

export const deliveredEvaluationId = ({ items }: StoredEntry): string | null => {
  const state = items[0]?.item.state;
  return state?.name === 'delivered' ? state.remoteId : null;
};

export type CorrectionTarget =
  | { readonly type: 'registration' | 'none' }
  | {
      readonly type: 'correction';
      /**
       * Retaken pictures that replaced pictures which were never sent. `media` has the others, which are sent with the
       * correction.
       */
      readonly inPlace: NewCorrection['pictures'];
      readonly media: NewCorrection['pictures'];
      readonly capturedAt: number;
    };

export const isReplaceable = ({ items: [lead] }: StoredEntry): boolean =>
  lead !== undefined && (lead.item.state.name === 'attention' || isRewritable(lead.item));

export const hasUndeliveredItem = (origin: StoredEntry | undefined, kind: ItemKind): boolean =>
  origin?.items.some(({ item }) => item.kind === kind && item.state.name !== 'delivered') ?? false;

/** Sort key of due items: evaluations before media, then due time, capture time, and id as in an IndexedDB index. */
export type ItemOrder = readonly [lane: number, dueAt: number, capturedAt: number, id: string];

export function isEarlier(left: ItemOrder, right: ItemOrder): boolean {
  for (const at of [0, 1, 2] as const) if (left[at] !== right[at]) return left[at] < right[at];
  return left[3] < right[3];
}
