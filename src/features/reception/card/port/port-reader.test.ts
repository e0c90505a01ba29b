import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutToPerson } from '#domain/card/capture.ts';
import { ANA, asBytes, frame } from '#tests/support/cards/invented-card.ts';
import { PortReader } from './port-reader.ts';
import type { SerialLike, SerialPortLike } from './serial.ts';

/** A port whose bytes the test sends. */
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
const states: string[] = [];
let serial: FakeSerial;
let reader: PortReader;
const turns = () => vi.advanceTimersByTimeAsync(0);
const silence = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  states.length = 0;
  serial = new FakeSerial();
  reader = new PortReader(serial, { onCard, onUnreadable }, ({ name }) => states.push(name));
});
afterEach(() => {
  reader.stop();
  vi.useRealTimers();
});

describe('P10.30 a reader behind a serial port', () => {
  it('is asked for by a press alone, and reads cards that come in pieces', async () => {
    reader.start();
    await turns();
    expect([states, serial.requestPort.mock.calls.length]).toEqual([[], 0]);
    void reader.ask();
    await turns();
    serial.offered.send(frame(ANA));
    await silence();
    serial.offered.send(frame({ ...ANA, number: '9999000025' }), 1);
    await silence();
    expect(states).toEqual(['opening', 'ready']);
    expect(onCard.mock.calls).toEqual([
      [cutToPerson(frame(ANA))],
      [cutToPerson(frame({ ...ANA, number: '9999000025' }))],
    ]);
    expect(onUnreadable).not.toHaveBeenCalled();
  });

  it('that was allowed before opens by itself, and again when its plug comes back', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await turns();
    port.unplug();
    await turns();
    expect(states).toEqual(['opening', 'ready', 'lost']);
    serial.dispatchEvent(new Event('connect'));
    await turns();
    port.send(frame(ANA));
    await silence();
    expect(states.slice(3)).toEqual(['opening', 'ready']);
    expect(onCard).toHaveBeenCalledOnce();
  });

  it('P10.235 whose plug is drawn in the middle of a card tells nothing of it, nor of its rest', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await turns();
    port.send(frame(ANA).slice(0, 120));
    port.unplug();
    await silence();
    expect(states).toEqual(['opening', 'ready', 'lost']);
    serial.dispatchEvent(new Event('connect'));
    await turns();
    port.send(frame(ANA).slice(120, 200));
    await silence();
    expect(onCard).not.toHaveBeenCalled();
    expect(onUnreadable, 'of the rest alone').toHaveBeenCalledOnce();
  });

  it('goes on after a broken byte, and half a card is said to be unreadable', async () => {
    serial.allowed = [new FakePort()];
    const [port] = serial.allowed;
    reader.start();
    await turns();
    port!.send(frame(ANA).slice(0, 90));
    await turns();
    port!.breakOff();
    await silence();
    expect(onUnreadable).toHaveBeenCalledOnce();
    port!.send(frame(ANA));
    await silence();
    expect(onCard).toHaveBeenCalledOnce();
  });
});

describe('P10.30 a reader whose port is not to be had', () => {
  it('because another window has it is said, and may be asked for again', async () => {
    serial.offered.isTaken = true;
    void reader.ask();
    await turns();
    serial.offered.isTaken = false;
    void reader.ask();
    await turns();
    expect(states).toEqual(['opening', 'taken', 'opening', 'ready']);
  });

  it('that is broken for good is given up', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await turns();
    for (let turn = 0; turn < 5; turn += 1) {
      port.breakOff();
      await turns();
    }
    expect(states.at(-1)).toBe('lost');
    expect(port.close).toHaveBeenCalled();
  });

  it('gives its port back when nobody listens any more', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    reader.start();
    await turns();
    reader.stop();
    await turns();
    expect(port.close).toHaveBeenCalledOnce();
    expect(() => port.send(frame(ANA)), 'its stream is closed').toThrow();
    serial.dispatchEvent(new Event('connect'));
    await turns();
    expect(port.open, 'and it is not opened again').toHaveBeenCalledOnce();
  });

  it('P10.235 because the form before has not closed it yet is waited for', async () => {
    const port = new FakePort();
    serial.allowed = [port];
    let closed = (): void => undefined;
    port.close.mockReturnValueOnce(new Promise<void>((resolve) => (closed = resolve)));
    reader.start();
    await turns();
    reader.stop();
    const next = new PortReader(serial, { onCard, onUnreadable }, ({ name }) => states.push(name));
    next.start();
    await turns();
    expect([states, port.open.mock.calls.length]).toEqual([['opening', 'ready', 'opening'], 1]);
    closed();
    await turns();
    expect([states.at(-1), port.open.mock.calls.length]).toEqual(['ready', 2]);
    next.stop();
  });

  it('chosen by nobody is none', async () => {
    serial.requestPort.mockRejectedValueOnce(new DOMException('', 'NotFoundError'));
    await reader.ask();
    expect(states).toEqual([]);
  });
});
