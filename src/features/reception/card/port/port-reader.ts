import type { CardHandlers } from '#components/reader/card-handlers.ts';
import { readPort } from './read-port.ts';
import type { SerialLike, SerialPortLike } from './serial.ts';

export type PortState =
  /** No port was requested yet. */
  | { readonly name: 'off' }
  | { readonly name: 'opening' }
  | { readonly name: 'ready' }
  /** The reader was unplugged or failed permanently; a partly received card is discarded. */
  | { readonly name: 'lost' }
  /** Another window or program uses the port. */
  | { readonly name: 'taken' };

/** USB readers ignore the rate; readers with a serial cable are set to this one. */
const OPTIONS = { baudRate: 9_600, bufferSize: 4_096 } as const;

/**
 * Ports that readers of this page use; the promise resolves when the use has ended. A new form starts its reader before the
 * reader of the previous form has closed the port.
 */
const inUse = new WeakMap<SerialPortLike, Promise<unknown>>();

/** Card reader at a port of this device. */
export class PortReader {
  readonly #serial: SerialLike;
  readonly #heard: CardHandlers;
  readonly #tell: (state: PortState) => void;
  readonly #stop = new AbortController();
  #busy = false;

  constructor(serial: SerialLike, heard: CardHandlers, tell: (state: PortState) => void) {
    this.#serial = serial;
    this.#heard = heard;
    this.#tell = tell;
  }

  /** Opens the port that was allowed before, now and whenever it is plugged in. */
  start(): void {
    this.#serial.addEventListener('connect', this.#resume, { signal: this.#stop.signal });
    this.#resume();
  }

  readonly #resume = (): void => {
    void this.#serial.getPorts().then(
      ([port]) => port && this.#use(port),
      () => undefined,
    );
  };

  /** Opens the browser's port chooser; returns true if the user chose a port. Without a choice nothing changes. */
  async ask(): Promise<boolean> {
    const port = await this.#serial.requestPort().catch(() => null);
    if (!port) return false;
    this.#serial.addEventListener('connect', this.#resume, { signal: this.#stop.signal });
    void this.#use(port);
    return true;
  }

  async #use(port: SerialPortLike): Promise<void> {
    if (this.#busy || this.#stop.signal.aborted) return;
    this.#busy = true;
    this.#say({ name: 'opening' });
    await inUse.get(port);
    const use = this.#read(port);
    inUse.set(port, use);
    const end = await use;
    this.#busy = false;
    this.#say(end);
  }

  /** Reads from the port until it fails or the reader is stopped; returns the port's final state. Never rejects. */
  async #read(port: SerialPortLike): Promise<PortState> {
    if (this.#stop.signal.aborted) return { name: 'off' };
    const isOpen = await port.open(OPTIONS).then(
      () => true,
      () => false,
    );
    if (!isOpen) return { name: 'taken' };
    this.#say({ name: 'ready' });
    await readPort(port, this.#heard, this.#stop.signal);
    await port.close().catch(() => undefined); // The reader may already be unplugged.
    return { name: 'lost' };
  }

  #say(state: PortState): void {
    if (!this.#stop.signal.aborted) this.#tell(state);
  }

  /** Stops reading, which releases the port. */
  stop(): void {
    this.#stop.abort();
  }
}
