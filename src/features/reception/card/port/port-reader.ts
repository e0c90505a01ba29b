import type { CardHandlers } from '#components/reader/card-handlers.ts';
import { readPort } from './read-port.ts';
import type { SerialLike, SerialPortLike } from './serial.ts';

export type PortState =
  | { readonly name: 'off' }
  | { readonly name: 'opening' }
  | { readonly name: 'ready' }
  /** The reader was unplugged, or the port was given up. A partly received card is discarded. */
  | { readonly name: 'lost' }
  | { readonly name: 'taken' };

/** A USB reader ignores the rate; a reader with a serial cable is configured to this rate. */
const SERIAL_OPTIONS = { baudRate: 9_600, bufferSize: 4_096 } as const;

/**
 * Ports in use on this page; the promise resolves when the port is closed. A new form starts its reader before the previous
 * form's reader has closed the port.
 */
const portsInUse = new WeakMap<SerialPortLike, Promise<unknown>>();

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

  /** Opens the allowed port now, and again whenever it is plugged in. */
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

  /** Opens the browser's port chooser. Returns true if the user chose a port; otherwise nothing changes. */
  async requestPort(): Promise<boolean> {
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
    await portsInUse.get(port);
    const use = this.#read(port);
    portsInUse.set(port, use);
    const end = await use;
    this.#busy = false;
    this.#say(end);
  }

  /** Reads until the port fails or the reader is stopped, and returns the resulting state. Never rejects. */
  async #read(port: SerialPortLike): Promise<PortState> {
    if (this.#stop.signal.aborted) return { name: 'off' };
    const isOpen = await port.open(SERIAL_OPTIONS).then(
      () => true,
      () => false,
    );
    if (!isOpen) return { name: 'taken' };
    this.#say({ name: 'ready' });
    await readPort(port, this.#heard, this.#stop.signal);
    await port.close().catch(() => undefined); // The error is ignored, because the reader may already be unplugged.
    return { name: 'lost' };
  }

  #say(state: PortState): void {
    if (!this.#stop.signal.aborted) this.#tell(state);
  }

  stop(): void {
    this.#stop.abort();
  }
}
