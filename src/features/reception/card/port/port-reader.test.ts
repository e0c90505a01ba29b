import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { extractCardText } from '#domain/card/capture.ts';
import { ANA_CARDHOLDER, asBytes, cardCodeText } from '#tests/support/cards/invented-card.ts';
import { createPortReader, type PortReader, type SerialLike, type SerialPortLike } from './port-reader.ts';

class FakePort extends EventTarget implements SerialPortLike {
  readable: ReadableStream<Uint8Array> | null = null;
  isTaken = false;
  #sink: ReadableStreamDefaultController<Uint8Array> | undefined;

  open = vi.fn((): Promise<void> => {
    if (this.isTaken) return Promise.reject(new DOMException('', 'NetworkError'));
    this.stream();
    return Promise.resolve();
  });
  close = vi.fn((): Promise<void> => {
    this.readable = null;
    return Promise.resolve();
  });
  stream(): void {
    this.readable = new ReadableStream({ start: (sink) => void (this.#sink = sink) });
  }
  send(text: string, chunk = 37): void {
    for (let at = 0; at < text.length; at += chunk) this.#sink?.enqueue(asBytes(text.slice(at, at + chunk)));
  }
  breakOff(): void {
    const sink = this.#sink;
    this.stream();
    sink?.error(new DOMException('', 'BreakError'));
  }
  unplug(): void {
    const sink = this.#sink;
    this.readable = null;
    sink?.error(new DOMException('', 'NetworkError'));
  }
}
class FakeSerial extends EventTarget implements SerialLike {
  allowed: FakePort[] = [];
  offered = new FakePort();
  getPorts = () => Promise.resolve(this.allowed);
  requestPort = vi.fn(() => Promise.resolve(this.offered));
}

const onCard = vi.fn();
const onUnreadable = vi.fn();
const portStates: string[] = [];
let serial: FakeSerial;
let reader: PortReader;
const runDueTimers = () => vi.advanceTimersByTimeAsync(0);
const waitForScanEnd = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  portStates.length = 0;
  serial = new FakeSerial();
  reader = createPortReader(serial, { onCard, onUnreadable }, (state) => portStates.push(state));
});
afterEach(() => {
  reader.stop();
  vi.useRealTimers();
});

describe('P10.30 card reader at a serial port', () => {
  it('the card reader opens the port chooser only when the user taps the button, and reads cards that arrive in chunks', async () => {
    reader.start();
    await runDueTimers();
    expect([portStates, serial.requestPort.mock.calls.length]).toEqual([[], 0]);
    void reader.requestPort();
    await runDueTimers();
    serial.offered.send(cardCodeText(ANA_CARDHOLDER));
    await waitForScanEnd();
    serial.offered.send(cardCodeText({ ...ANA_CARDHOLDER, number: '9999000025' }), 1);
    await waitForScanEnd();
    expect(portStates).toEqual(['opening', 'ready']);
    expect(onCard.mock.calls).toEqual([
      [extractCardText(cardCodeText(ANA_CARDHOLDER))],
      [extractCardText(cardCodeText({ ...ANA_CARDHOLDER, number: '9999000025' }))],
    ]);
    expect(onUnreadable).not.toHaveBeenCalled();
  });

  it('the card reader opens a port that was allowed before: at the start, and when it is plugged in again', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await runDueTimers();
    port.unplug();
    await runDueTimers();
    expect(portStates).toEqual(['opening', 'ready', 'lost']);
    serial.dispatchEvent(new Event('connect'));
    await runDueTimers();
    port.send(cardCodeText(ANA_CARDHOLDER));
    await waitForScanEnd();
    expect(portStates.slice(3)).toEqual(['opening', 'ready']);
    expect(onCard).toHaveBeenCalledOnce();
  });

  it('P10.235 when a card reader is unplugged during a card, the app discards the received part and reports the rest as unreadable', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await runDueTimers();
    port.send(cardCodeText(ANA_CARDHOLDER).slice(0, 120));
    port.unplug();
    await waitForScanEnd();
    expect(portStates).toEqual(['opening', 'ready', 'lost']);
    serial.dispatchEvent(new Event('connect'));
    await runDueTimers();
    port.send(cardCodeText(ANA_CARDHOLDER).slice(120, 200));
    await waitForScanEnd();
    expect(onCard).not.toHaveBeenCalled();
    expect(onUnreadable, 'of the rest alone').toHaveBeenCalledOnce();
  });

  it('the card reader continues after a framing error, and reports the incomplete card as unreadable', async () => {
    serial.allowed = [new FakePort()];
    const [port] = serial.allowed;
    reader.start();
    await runDueTimers();
    port!.send(cardCodeText(ANA_CARDHOLDER).slice(0, 90));
    await runDueTimers();
    port!.breakOff();
    await waitForScanEnd();
    expect(onUnreadable).toHaveBeenCalledOnce();
    port!.send(cardCodeText(ANA_CARDHOLDER));
    await waitForScanEnd();
    expect(onCard).toHaveBeenCalledOnce();
  });
});

describe('P10.30 card reader with an unavailable port', () => {
  it('the card reader reports a port that another window uses, and the user can choose the port again', async () => {
    serial.offered.isTaken = true;
    void reader.requestPort();
    await runDueTimers();
    serial.offered.isTaken = false;
    void reader.requestPort();
    await runDueTimers();
    expect(portStates).toEqual(['opening', 'taken', 'opening', 'ready']);
  });

  it('the card reader gives up a port after five failures', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await runDueTimers();
    for (let turn = 0; turn < 5; turn += 1) {
      port.breakOff();
      await runDueTimers();
    }
    expect(portStates.at(-1)).toBe('lost');
    expect(port.close).toHaveBeenCalled();
  });

  it('the card reader closes its port when it is stopped', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await runDueTimers();
    reader.stop();
    await runDueTimers();
    expect(port.close).toHaveBeenCalledOnce();
    expect(() => port.send(cardCodeText(ANA_CARDHOLDER)), 'its stream is closed').toThrow();
    serial.dispatchEvent(new Event('connect'));
    await runDueTimers();
    expect(port.open, 'and it is not opened again').toHaveBeenCalledOnce();
  });

  it('P10.235 the card reader of a new form waits until the previous form’s card reader has closed the port', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    let resolveClose = (): void => undefined;
    port.close.mockReturnValueOnce(new Promise<void>((resolve) => (resolveClose = resolve)));
    reader.start();
    await runDueTimers();
    reader.stop();
    const next = createPortReader(serial, { onCard, onUnreadable }, (state) => portStates.push(state));
    next.start();
    await runDueTimers();
    expect([portStates, port.open.mock.calls.length]).toEqual([['opening', 'ready', 'opening'], 1]);
    resolveClose();
    await runDueTimers();
    expect([portStates.at(-1), port.open.mock.calls.length]).toEqual(['ready', 2]);
    next.stop();
  });

  it('the card reader stays off when the user chooses no port', async () => {
    serial.requestPort.mockRejectedValueOnce(new DOMException('', 'NotFoundError'));
    await reader.requestPort();
    expect(portStates).toEqual([]);
  });
});
