import { expect, type Page } from '@playwright/test';
import { asBytes } from '../cards/invented-card.ts';

/** Number of bytes that arrive at once, because a reader at 9,600 baud delivers a card in many pieces. */
const PIECE_BYTES = 37;

interface SerialPlugControls {
  /** Number of times that the browser prompted for a port since the page was loaded. */
  asked: number;
  deliver(pieces: readonly number[][]): Promise<void>;
  pull(): void;
  putBack(): void;
}
type PageWithPlug = typeof globalThis & { plugOfTest: SerialPlugControls };

/**
 * Replaces Web Serial by a simulation with one reader, as strict as Chromium's: the prompt needs a click, and a port can be
 * open only once and closes slowly. The permission survives a reload of the tab. Runs in the page.
 */
function installFakeSerial(): void {
  const ALLOWED = 'fake-serial-allowed';
  // The simulation is part of the browser here, not of the app, which must not use sessionStorage.
  // oxlint-disable-next-line no-restricted-globals
  const browserMemory = sessionStorage;
  const waitShortly = () => new Promise((resolve) => setTimeout(resolve, 40));
  const failure = (name: string) => new DOMException('fake', name);
  let plugged = true;
  let state: 'closed' | 'opening' | 'open' | 'closing' = 'closed';
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;

  class Port extends EventTarget {
    readable: ReadableStream<Uint8Array> | null = null;
    async open() {
      if (state !== 'closed') throw failure('InvalidStateError');
      state = 'opening';
      await waitShortly();
      state = plugged ? 'open' : 'closed';
      if (!plugged) throw failure('NetworkError');
      this.readable = new ReadableStream({ start: (controller) => void (sink = controller) });
    }
    async close() {
      if (state !== 'open') throw failure('InvalidStateError');
      await this.readable?.cancel(); // `cancel` rejects while a reader still uses the stream.
      this.readable = null;
      state = 'closing';
      await waitShortly();
      state = 'closed';
    }
  }
  const port = new Port();
  const plugOfTest: SerialPlugControls = {
    asked: 0,
    deliver: async (pieces) => {
      for (const piece of pieces) {
        sink?.enqueue(Uint8Array.from(piece));
        // Each piece arrives in a separate task. A timeout of 0 stays shorter than the pause that ends a card, also on a busy
        // machine.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    pull: () => {
      plugged = false;
      port.readable = null;
      sink?.error(failure('NetworkError'));
      for (const target of [port, serial]) target.dispatchEvent(new Event('disconnect'));
    },
    putBack: () => {
      plugged = true;
      for (const target of [port, serial]) target.dispatchEvent(new Event('connect'));
    },
  };
  const serial = Object.assign(new EventTarget(), {
    getPorts: () => Promise.resolve(plugged && browserMemory.getItem(ALLOWED) !== null ? [port] : []),
    requestPort: () => {
      if (!navigator.userActivation.isActive) return Promise.reject(failure('SecurityError'));
      plugOfTest.asked += 1;
      browserMemory.setItem(ALLOWED, 'yes');
      return Promise.resolve(port);
    },
  });
  Object.defineProperty(navigator, 'serial', { configurable: true, value: serial });
  Object.assign(globalThis, { plugOfTest });
}

/** Returns true if the device has stored that a reader was connected. Runs in the page. */
async function isReaderConnectionStored(): Promise<boolean> {
  const requestResult = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  const row = await requestResult(db.transaction('device').objectStore('device').getKey('port_reader'));
  db.close();
  return row !== undefined;
}

const splitBytes = (text: string): number[][] =>
  Array.from({ length: Math.ceil(text.length / PIECE_BYTES) }, (_, nth) => [
    ...asBytes(text.slice(nth * PIECE_BYTES, (nth + 1) * PIECE_BYTES)),
  ]);

/** Simulated card reader on a serial port of the browser. Plug it in before the page opens. */
export class SimulatedCardReader {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async connectTo(page: Page): Promise<SimulatedCardReader> {
    await page.addInitScript(installFakeSerial);
    return new SimulatedCardReader(page);
  }

  async sendCardText(text: string): Promise<void> {
    await this.#page.evaluate(
      (pieces) => (globalThis as PageWithPlug).plugOfTest.deliver(pieces),
      splitBytes(text),
    );
  }

  async isPulledAfter(bytes: number, text: string): Promise<void> {
    await this.#page.evaluate(
      async (pieces) => {
        const { plugOfTest } = globalThis as PageWithPlug;
        await plugOfTest.deliver(pieces);
        plugOfTest.pull();
      },
      splitBytes(text.slice(0, bytes)),
    );
  }

  async isPluggedInAgain(): Promise<void> {
    await this.#page.evaluate(() => (globalThis as PageWithPlug).plugOfTest.putBack());
  }

  /**
   * Waits until the device has stored that a reader was connected; only then does the page find the reader again after a
   * reload.
   */
  async isRemembered(): Promise<void> {
    await expect.poll(() => this.#page.evaluate(isReaderConnectionStored)).toBe(true);
  }

  requestCount(): Promise<number> {
    return this.#page.evaluate(() => (globalThis as PageWithPlug).plugOfTest.asked);
  }
}
