import type { Heard } from '#components/reader/heard.ts';
import { readPort } from './read-port.ts';
import type { SerialLike, SerialPortLike } from './serial.ts';

export type PortState =
  /** No port was asked for yet. */
  | { readonly name: 'off' }
  | { readonly name: 'opening' }
  | { readonly name: 'ready' }
  /** Its plug was drawn, or it failed for good: what it brought of a card is forgotten. */
  | { readonly name: 'lost' }
  /** Another window or program has it. */
  | { readonly name: 'taken' };

/** Readers behind a USB plug ignore the rate; those behind a cable come with this one. */
const OPTIONS = { baudRate: 9_600, bufferSize: 4_096 } as const;

/** Until when a reader of this page has a port. The next form's begins before that of the form before has closed it. */
const inUse = new WeakMap<SerialPortLike, Promise<unknown>>();

/** One reader at a port of this device. */
export class PortReader {
  readonly #serial: SerialLike;
  readonly #heard: Heard;
  readonly #tell: (state: PortState) => void;
  readonly #stop = new AbortController();
  #busy = false;

  constructor(serial: SerialLike, heard: Heard, tell: (state: PortState) => void) {
    this.#serial = serial;
    this.#heard = heard;
    this.#tell = tell;
  }

  /** Opens what was allowed before, now and whenever its plug comes back. */
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

  /** The browser's own question: whether a port was chosen. Who chooses nothing has no reader, as before. */
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

  /** What has become of the port once nobody reads from it any more. Never rejects. */
  async #read(port: SerialPortLike): Promise<PortState> {
    if (this.#stop.signal.aborted) return { name: 'off' };
    const isOpen = await port.open(OPTIONS).then(
      () => true,
      () => false,
    );
    if (!isOpen) return { name: 'taken' };
    this.#say({ name: 'ready' });
    await readPort(port, this.#heard, this.#stop.signal);
    await port.close().catch(() => undefined); // Its plug may be out already.
    return { name: 'lost' };
  }

  #say(state: PortState): void {
    if (!this.#stop.signal.aborted) this.#tell(state);
  }

  /** Gives the port back. */
  stop(): void {
    this.#stop.abort();
  }
}
