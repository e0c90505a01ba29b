import { extractCardText, decodeLatin1, appendCardPiece } from '#domain/card/capture.ts';
import type { CardHandlers } from '#components/reader/card-handlers.ts';

/** Members of a Web Serial port that are used; TypeScript's DOM library lacks Web Serial. */
export interface SerialPortLike extends EventTarget {
  /** Replaced by a new stream after an error that leaves the port open; null while the port is closed or unplugged. */
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number; readonly bufferSize: number }): Promise<void>;
  close(): Promise<void>;
}
/** Web Serial of the browser. The 'connect' event of a port bubbles to this object. */
export interface SerialLike extends EventTarget {
  getPorts(): Promise<SerialPortLike[]>;
  requestPort(): Promise<SerialPortLike>;
}

export const browserSerial = (): SerialLike | null =>
  (navigator as Navigator & { readonly serial?: SerialLike }).serial ?? null;

/**
 * State of the reader. `lost`: the reader was unplugged, or the port was given up; a partly received card is discarded. `taken`:
 * another program uses the port.
 */
export type PortState = 'off' | 'opening' | 'ready' | 'lost' | 'taken';

/** A USB reader ignores the rate; a reader with a serial cable is configured to this rate. */
const SERIAL_OPTIONS = { baudRate: 9_600, bufferSize: 4_096 } as const;
/** Time in ms without new bytes after which the data of a card count as complete. */
const SCAN_END_IDLE_MS = 150;
/** Number of failures without a byte in between, after which the port is given up. */
const MAX_CONSECUTIVE_FAILURES = 5;

/**
 * Ports in use on this page; the promise resolves when the port is closed. A new form starts its reader before the previous
 * form's reader has closed the port.
 */
const portsInUse = new WeakMap<SerialPortLike, Promise<unknown>>();

/** Collects the bytes of a card, and reports each card once. */
function createCardBuffer({ onCard, onUnreadable }: CardHandlers) {
  let kept = '';
  let isReported = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    clearTimeout(timer);
    kept = '';
    isReported = false;
  };
  const end = () => {
    if (!isReported) onUnreadable();
    forget();
  };
  const add = (bytes: Uint8Array) => {
    clearTimeout(timer);
    timer = setTimeout(end, SCAN_END_IDLE_MS);
    if (isReported) return;
    kept = appendCardPiece(kept, decodeLatin1(bytes));
    const text = extractCardText(kept);
    if (text === null) return;
    isReported = true;
    kept = '';
    onCard(text);
  };
  return { add, forget };
}

/** Reads cards from an open port until it is lost or `signal` aborts. Never rejects. */
async function readCardsFromPort(
  port: SerialPortLike,
  handlers: CardHandlers,
  signal: AbortSignal,
): Promise<void> {
  const buffer = createCardBuffer(handlers);
  // The stream may settle long after the abort. Until then, half a card must not be reported as unreadable.
  signal.addEventListener('abort', buffer.forget, { once: true });
  let failures = 0;
  const write = (bytes: Uint8Array) => {
    failures = 0;
    buffer.add(bytes);
  };
  while (port.readable && !signal.aborted && failures < MAX_CONSECUTIVE_FAILURES) {
    // After a framing error, which is ignored here, the port provides another stream, or null.
    await port.readable.pipeTo(new WritableStream({ write }), { signal }).catch(() => undefined);
    failures += 1;
  }
  buffer.forget();
}

export type PortReader = ReturnType<typeof createPortReader>;

export function createPortReader(
  serial: SerialLike,
  handlers: CardHandlers,
  onState: (state: PortState) => void,
) {
  const over = new AbortController();
  const { signal } = over;
  let isBusy = false;
  const report = (state: PortState) => {
    if (!signal.aborted) onState(state);
  };
  /** Reads until the port fails or the reader is stopped, and returns the resulting state. Never rejects. */
  const read = async (port: SerialPortLike): Promise<PortState> => {
    if (signal.aborted) return 'off';
    try {
      await port.open(SERIAL_OPTIONS);
    } catch {
      return 'taken';
    }
    report('ready');
    await readCardsFromPort(port, handlers, signal);
    await port.close().catch(() => undefined); // The error is ignored, because the reader may already be unplugged.
    return 'lost';
  };
  const readFrom = async (port: SerialPortLike): Promise<void> => {
    if (isBusy || signal.aborted) return;
    isBusy = true;
    report('opening');
    await portsInUse.get(port);
    const reading = read(port);
    portsInUse.set(port, reading);
    const end = await reading;
    isBusy = false;
    report(end);
  };
  const resume = (): void => {
    void serial.getPorts().then(
      ([port]) => port && readFrom(port),
      () => undefined,
    );
  };
  const resumeOnConnect = () => serial.addEventListener('connect', resume, { signal });
  return {
    /** Opens the allowed port now, and again whenever it is plugged in. */
    start: () => {
      resumeOnConnect();
      resume();
    },
    /** Opens the browser's port chooser. Returns true if the user chose a port; otherwise nothing changes. */
    requestPort: async (): Promise<boolean> => {
      const port = await serial.requestPort().catch(() => null);
      if (!port) return false;
      resumeOnConnect();
      void readFrom(port);
      return true;
    },
    stop: () => over.abort(),
  };
}
