import { isEditableAfterRejection, isEntryDiscardable } from '#domain/outbox/entry.ts';
import { encodeConsent } from '#domain/outbox/consent.ts';
import type { SimulatedContent, RegistrationContents } from './model/content.ts';
import { toIsoTime } from './model/content.ts';
import type { ConfirmationJournal } from './journal.ts';
import type { MemoryStore, StoredEntry, StoredItem } from './model/memory-store.ts';
import { consentMac } from './model/model-server.ts';
import type { Random } from './random.ts';
import type { Tablet } from './tablet.ts';

export const SIMULATED_USER_IDS = ['ana', 'bea', 'caro'] as const;
const SIMULATED_BRANCH_ID = 'bogota';

export class SimulatedUsers {
  /** Percentage of the entered contents that the server will reject. */
  carelessness = 25;
  readonly #tablet: Tablet;
  readonly #store: MemoryStore;
  readonly #ledger: ConfirmationJournal;
  readonly #random: Random;
  #written = 0;
  #corrected = 0;

  constructor(tablet: Tablet, store: MemoryStore, ledger: ConfirmationJournal, random: Random) {
    this.#tablet = tablet;
    this.#store = store;
    this.#ledger = ledger;
    ledger.arrived = store.delivered;
    this.#random = random;
  }

  get registered(): number {
    return this.#ledger.registrations.size;
  }

  #content(kind: string): SimulatedContent {
    this.#written += 1;
    return { digest: `${kind}${this.#written}`, isSound: !this.#random.percent(this.carelessness) };
  }

  #contents(): RegistrationContents {
    return {
      evaluation: this.#content('evaluation'),
      photo: this.#content('photo'),
      signature: this.#content('signature'),
    };
  }

  #mine(): StoredEntry[] {
    const { account } = this.#tablet;
    return account ? this.#store.entriesOf(account.userId) : [];
  }

  capture(): void {
    const { account, now: capturedAt } = this.#tablet;
    if (!account) return;
    const id = `entry${this.registered + 1}`;
    const contents = this.#contents();
    this.#store.add({ id, ownerId: account.userId, branchId: SIMULATED_BRANCH_ID, capturedAt, contents });
    const entry = this.#store.entries.get(id);
    if (entry) this.#ledger.recordConfirmation(entry, contents);
  }

  /** Corrects or retries one rejected item, as the pending screen offers. Returns false if no item is rejected. */
  handleRejection(): boolean {
    const refused = this.#mine().flatMap((entry) =>
      entry.items.flatMap((stored) => (stored.item.state.name === 'attention' ? [{ entry, stored }] : [])),
    );
    const chosen = this.#random.pick(refused);
    if (!chosen) return false;
    const { entry, stored } = chosen;
    if (isEditableAfterRejection(stored.item)) this.#correct(entry, stored);
    else this.#store.retry(entry.ownerId, entry.id, this.#tablet.now);
    return true;
  }

  #correct(entry: StoredEntry, stored: StoredItem): void {
    const { now } = this.#tablet;
    const registration = this.#ledger.registrations.get(entry.id);
    const { kind } = stored.item;
    if (kind === 'evaluation') this.#rewrite(entry, entry.id);
    else if (kind === 'correction') this.#correctSent(entry.ownerId, entry.corrects?.entryId ?? '');
    else {
      const content = this.#content(kind);
      this.#store.replace(entry, stored, content, now);
      if (kind === 'photo' || kind === 'signature') this.#ledger.recordRetaken(entry.id, kind, content);
      this.#ledger.recordKeys(entry);
      if (!registration && !entry.corrects) throw new Error(`nobody confirmed ${entry.id}`);
    }
  }

  /** Confirms a whole registration again, which is allowed because the server certainly has not created it. */
  #rewrite(entry: StoredEntry, id: string): void {
    const values = this.#content('correction');
    const { type } = this.#store.correctRegistration(entry.ownerId, id, this.#tablet.now, {
      id: `${id}.none`,
      values,
      pictures: [],
    });
    if (type !== 'registration') throw new Error(`${id} is not to be written anew`);
    const contents = this.#contents();
    this.#store.correct(entry, contents, this.#tablet.now);
    this.#ledger.recordConfirmation(entry, contents);
    this.#ledger.recordOnlyWaiting(id, this.#store.correctionsOf(id));
  }

  #correctSent(ownerId: string, entryId: string): void {
    this.#corrected += 1;
    const id = `correction${this.#corrected}`;
    const pictures = (['photo', 'signature'] as const)
      .filter(() => this.#random.percent(25))
      .map((kind) => ({ kind, content: this.#content(kind) }));
    const values = this.#content('correction');
    const made = this.#store.correctRegistration(ownerId, entryId, this.#tablet.now, {
      id,
      values,
      pictures,
    });
    if (made.type !== 'correction') return;
    this.#ledger.recordOnlyWaiting(entryId, this.#store.correctionsOf(entryId));
    const correction = this.#store.entries.get(id);
    const origin = this.#store.entries.get(entryId);
    for (const { kind, content } of made.inPlace) this.#ledger.recordRetaken(entryId, kind, content);
    if (origin) this.#ledger.recordKeys(origin);
    if (correction) this.#ledger.recordCorrection(entryId, correction, made.capturedAt);
  }

  correct(): void {
    const { account } = this.#tablet;
    if (!account) return;
    const waiting = this.#mine().filter(({ corrects }) => corrects === null);
    const sent = [...this.#store.evaluations].filter(
      ([id, { ownerId, evaluationId }]) =>
        ownerId === account.userId &&
        evaluationId !== null &&
        !this.#ledger.registrations.get(id)?.isDiscarded,
    );
    const id = this.#random.pick([...waiting.map((entry) => entry.id), ...sent.map(([entryId]) => entryId)]);
    const entry = waiting.find((one) => one.id === id);
    const lead = entry?.items[0]?.item;
    if (id === undefined || (lead && lead.state.name === 'attention' && !isEditableAfterRejection(lead)))
      return;
    if (entry && lead && this.#store.mayReplace(lead)) this.#rewrite(entry, id);
    else this.#correctSent(account.userId, id);
  }

  retryRejected(): void {
    const entry = this.#random.pick(this.#mine());
    if (entry) this.#store.retry(entry.ownerId, entry.id, this.#tablet.now);
  }

  tryNow(): void {
    const { account, now } = this.#tablet;
    if (account) this.#store.retry(account.userId, null, now);
  }

  discard(): void {
    const entry = this.#random.pick(this.#mine());
    if (!entry || !isEntryDiscardable(this.#store.discardableItems(entry.id).map(({ item }) => item))) return;
    for (const id of this.#store.discard(entry.id)) this.#ledger.recordDiscard(id);
  }

  /** Hands an entry over to a colleague, who then sends the entry (S14). */
  handOver(): void {
    const entry = this.#random.pick(this.#mine());
    if (!entry || !isEntryDiscardable(entry.items.map(({ item }) => item))) return;
    const colleague = this.#random.pick(SIMULATED_USER_IDS.filter((name) => name !== entry.ownerId));
    if (colleague === undefined) return;
    const consentedAt = toIsoTime(this.#tablet.now);
    const { capturedAt } = entry;
    const { corrects } = entry;
    const of = corrects ? (corrects.evaluationId ?? corrects.entryId) : (entry.items[0]?.item.key ?? '');
    this.#store.handOver(entry, colleague, ({ item, content, capturedBy }) => {
      const { entryId, kind, key, branchId } = item;
      const isCorrection = corrects !== null;
      const consented = { entryId, kind, key, content, branchId, capturedBy, capturedAt, isCorrection };
      return encodeConsent(consentedAt, consentMac(consented, of, consentedAt));
    });
    this.#ledger.recordHandover(entry.id);
  }
}
