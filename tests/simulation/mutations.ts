import type { Sender } from '#domain/outbox/ports.ts';
import type { OutboxItem } from '#domain/outbox/item.ts';
import { RESPONSE_UNCLEAR_CODE, type SendResult } from '#domain/outbox/outcome.ts';
import type { RegistrationContents } from './model/content.ts';
import type { SimulationMutation } from './history.ts';
import { MemoryStore, type StoredEntry, type StoredItem } from './model/memory-store.ts';
import { ModelServer } from './model/model-server.ts';

class StoreWithNewKeysForOrphans extends MemoryStore {
  override recoverOrphans(ownerId: string, now: number): void {
    const orphans = this.itemsOf(ownerId).filter(({ item }) => item.state.name === 'sending');
    super.recoverOrphans(ownerId, now);
    for (const orphan of orphans) orphan.item = { ...orphan.item, key: this.newKey() };
  }
}

class StoreThatLeavesOrphans extends MemoryStore {
  override recoverOrphans(): void {
    // Does nothing, so that items of a killed drain stay in the state `sending`.
  }
}

class StoreThatTrustsTheClock extends MemoryStore {
  protected override isWaitOver(): boolean {
    return false;
  }
}

/** Store with a fault that the simulation once found in the product: any rejected item can be corrected under a new key. */
class StoreThatLetsCorrectAnything extends MemoryStore {
  override move(...[entry, stored, event, now]: Parameters<MemoryStore['move']>): void {
    super.move(entry, stored, event, now);
    this.#makeCorrectable(entry, stored);
  }
  #makeCorrectable(_entry: StoredEntry, stored: StoredItem): void {
    const { state } = stored.item;
    if (state.name === 'attention') stored.item = { ...stored.item, state: { ...state, correctable: true } };
  }
}

class StoreThatReplacesWhatMayExist extends MemoryStore {
  override mayReplace(lead: OutboxItem): boolean {
    return lead.state.name === 'queued' || lead.state.name === 'waiting' || super.mayReplace(lead);
  }
  override correct(entry: StoredEntry, ...rest: [RegistrationContents, number]): void {
    const [lead] = entry.items;
    if (lead && !super.mayReplace(lead.item))
      lead.item = { ...lead.item, attempts: 0, state: { name: 'queued' } };
    super.correct(entry, ...rest);
  }
}

class StoreThatHoldsNoCorrections extends MemoryStore {
  protected override isCorrectionHeld(): boolean {
    return false;
  }
}

class StoreThatFreesNoCorrections extends MemoryStore {
  protected override free(): void {
    // Does nothing, so that corrections wait forever.
  }
}

class StoreThatForgetsTheOrder extends MemoryStore {
  protected override instantOf(_ownerId: string, now: number): number {
    return now;
  }
}

class ServerThatLetsTheLastArrivalDecide extends ModelServer {
  protected override isNewest(): boolean {
    return true;
  }
}

class ServerThatForgetsItsKeys extends ModelServer {
  override restart(): void {
    super.restart();
    this.answers.clear();
  }
}

class ServerThatTakesAnySession extends ModelServer {
  protected override rejectUnknownSession(): null {
    return null;
  }
}

const changeResult =
  (change: (result: SendResult) => SendResult) =>
  (courier: Sender): Sender => ({
    ...courier,
    prepare: async (claimed) => {
      const ready = await courier.prepare(claimed);
      return { ...ready, send: async () => change(await ready.send()) };
    },
  });

const treatPortalAsResponse = (result: SendResult): SendResult =>
  result.type === 'foreign' ? { type: 'accepted', remoteId: 'portal' } : result;

/** Treats damaged bytes as the server's rejection of the content. The product had this fault until the simulation found it. */
const treatDamageAsRejection = (result: SendResult): SendResult =>
  result.type === 'error' && result.refusal.code === 'digest_mismatch'
    ? { ...result, refusal: { ...result.refusal, code: 'malformed_request' } }
    : result;

/** Treats a proxy's response to a repeated send as the server's rejection of the content. */
const takeUnclearForClear = (result: SendResult): SendResult =>
  result.type === 'error' && result.refusal.code === RESPONSE_UNCLEAR_CODE
    ? { ...result, refusal: { ...result.refusal, code: null } }
    : result;

/** Mutations of the simulated product. Each breaks one rule of docs/reference/sync/README.md. */
export const MUTATIONS = {
  'S13 an orphan that is sent under a new key': { makeStore: () => new StoreWithNewKeysForOrphans() },
  'S13 orphans that nobody recovers': { makeStore: () => new StoreThatLeavesOrphans() },
  'S13 two drains at once, without the lock': { isLocking: false },
  'S8 a wait that a clock set back makes a day long': { makeStore: () => new StoreThatTrustsTheClock() },
  'S7 a correction after a refusal that judged nothing': {
    makeStore: () => new StoreThatLetsCorrectAnything(),
  },
  'S8 damaged bytes taken for a refused content': { courierOf: changeResult(treatDamageAsRejection) },
  'S7 a bare refusal of a second send taken for one of its content': {
    courierOf: changeResult(takeUnclearForClear),
  },
  'S6 a portal’s page taken for a delivery': { courierOf: changeResult(treatPortalAsResponse) },
  'S7 a provider that forgets its keys when it restarts': {
    makeProvider: () => new ServerThatForgetsItsKeys(),
  },
  'S30 a registration that is replaced while its outcome is unknown': {
    makeStore: () => new StoreThatReplacesWhatMayExist(),
  },
  'S30 a correction that does not wait for its registration': {
    makeStore: () => new StoreThatHoldsNoCorrections(),
  },
  'S30 a correction that nothing frees': { makeStore: () => new StoreThatFreesNoCorrections() },
  'S30 corrections in the order of a clock that was set back': {
    makeStore: () => new StoreThatForgetsTheOrder(),
  },
  'S30 a server that lets the last arrival decide': {
    makeProvider: () => new ServerThatLetsTheLastArrivalDecide(),
  },
  'S14 a provider that takes an entry under any session': {
    makeProvider: () => new ServerThatTakesAnySession(),
  },
} as const satisfies Record<string, SimulationMutation>;
