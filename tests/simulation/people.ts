import { isCorrectable, isDiscardable } from '#domain/outbox/entry.ts';
import { writeConsent } from '#domain/outbox/consent.ts';
import type { Content, Contents } from './content.ts';
import { isoAt } from './content.ts';
import type { Ledger } from './ledger.ts';
import type { MemoryStore, StoredEntry, StoredItem } from './memory-store.ts';
import { consentMac } from './model-provider.ts';
import type { Random } from './random.ts';
import type { Tablet } from './tablet.ts';

export const PEOPLE = ['ana', 'bea', 'caro'] as const;
const BRANCH = 'bogota';

/** What the people in front of the tablet do with what lies on it. */
export class People {
  /** Percent of what is typed that the provider will not take. */
  carelessness = 25;
  readonly #tablet: Tablet;
  readonly #store: MemoryStore;
  readonly #ledger: Ledger;
  readonly #random: Random;
  #written = 0;

  constructor(tablet: Tablet, store: MemoryStore, ledger: Ledger, random: Random) {
    this.#tablet = tablet;
    this.#store = store;
    this.#ledger = ledger;
    this.#random = random;
  }

  get registered(): number {
    return this.#ledger.registrations.size;
  }

  #content(kind: string): Content {
    this.#written += 1;
    return { digest: `${kind}${this.#written}`, isSound: !this.#random.percent(this.carelessness) };
  }

  #contents(): Contents {
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
    this.#store.add({ id, ownerId: account.userId, branchId: BRANCH, capturedAt, contents });
    const entry = this.#store.entries.get(id);
    if (entry) this.#ledger.confirmed(entry, contents);
  }

  /** Deals with one item that was refused, as the pending screen offers it. False when there is none. */
  settleRefusal(): boolean {
    const refused = this.#mine().flatMap((entry) =>
      entry.items.flatMap((stored) => (stored.item.state.name === 'attention' ? [{ entry, stored }] : [])),
    );
    const chosen = this.#random.pick(refused);
    if (!chosen) return false;
    const { entry, stored } = chosen;
    if (isCorrectable(stored.item)) this.#correct(entry, stored);
    else this.#store.retry(entry.ownerId, entry.id, this.#tablet.now);
    return true;
  }

  #correct(entry: StoredEntry, stored: StoredItem): void {
    const { now } = this.#tablet;
    const registration = this.#ledger.registrations.get(entry.id);
    if (stored.item.kind === 'evaluation') {
      const contents = this.#contents();
      this.#store.correct(entry, contents, now);
      this.#ledger.confirmed(entry, contents);
    } else if (registration) {
      const content = this.#content(stored.item.kind);
      this.#store.replace(entry, stored, content, now);
      registration.contents = { ...registration.contents, [stored.item.kind]: content };
      this.#ledger.keysAreNow(entry);
    }
  }

  retryRefused(): void {
    const entry = this.#random.pick(this.#mine());
    if (entry) this.#store.retry(entry.ownerId, entry.id, this.#tablet.now);
  }

  tryNow(): void {
    const { account, now } = this.#tablet;
    if (account) this.#store.retry(account.userId, null, now);
  }

  discard(): void {
    const entry = this.#random.pick(this.#mine());
    const registration = entry && this.#ledger.registrations.get(entry.id);
    if (!registration || !isDiscardable(entry.items.map(({ item }) => item))) return;
    this.#store.discard(entry.id);
    registration.isDiscarded = true;
  }

  /** S14: whoever captured it lets a colleague send it. */
  handOver(): void {
    const entry = this.#random.pick(this.#mine());
    const registration = entry && this.#ledger.registrations.get(entry.id);
    if (!registration || !isDiscardable(entry.items.map(({ item }) => item))) return;
    const colleague = this.#random.pick(PEOPLE.filter((name) => name !== entry.ownerId));
    if (colleague === undefined) return;
    const consentedAt = isoAt(this.#tablet.now);
    const { capturedAt } = entry;
    const evaluationKey = entry.items[0]?.item.key ?? '';
    this.#store.handOver(entry, colleague, ({ item, content, capturedBy }) => {
      const { kind, key, branchId } = item;
      const consented = { kind, key, content, branchId, capturedBy, capturedAt };
      return writeConsent(consentedAt, consentMac(consented, evaluationKey, consentedAt));
    });
    registration.isHandedOver = true;
  }
}
