// @module-tag landing
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import '#tests/support/device/indexeddb.ts';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wasCardReaderConnected } from '#storage/device/port-reader.ts';
import { ANA_CARDHOLDER as CARD, asBytes, cardCodeText } from '#tests/support/cards/invented-card.ts';
import { ANA_ID } from '#tests/support/device/device.ts';
import { prepareEmptyReception, findField, renderReception } from '#tests/support/screens/reception.tsx';
import type { SerialPortLike } from '../port/port-reader.ts';

/** Port that another program uses: the user can choose it, but the page cannot open it. */
const busyPort = Object.assign(new EventTarget(), {
  readable: null,
  open: () => Promise.reject(new Error('taken')),
  close: () => Promise.resolve(),
}) satisfies SerialPortLike;
const getPortsMock = vi.fn(() => Promise.resolve([busyPort]));
const requestPortMock = vi.fn<() => Promise<SerialPortLike>>(() => Promise.resolve(busyPort));

beforeEach(async () => {
  await prepareEmptyReception();
  getPortsMock.mockClear();
  Object.defineProperty(navigator, 'serial', {
    configurable: true,
    value: Object.assign(new EventTarget(), { getPorts: getPortsMock, requestPort: requestPortMock }),
  });
});
afterEach(() => Reflect.deleteProperty(navigator, 'serial'));

describe('P10.30 card reader at a port', () => {
  it('the card reader lists the ports at the start only if a reader was used before, so that other pages can use the back/forward cache', async () => {
    renderReception();
    await userEvent.click(await screen.findByRole('button', { name: 'Conectar lector' }));
    await screen.findByRole('button', { name: 'Lector ocupado: reintentar' });
    await retryUntilPassing(async () => expect(await wasCardReaderConnected()).toBe(true));
    expect(getPortsMock).not.toHaveBeenCalled();
    cleanup();
    renderReception();
    await screen.findByRole('button', { name: 'Lector ocupado: reintentar' });
    expect(getPortsMock).toHaveBeenCalledOnce();
  });

  it('P10.91 the card reader releases the port and reads nothing when another window has changed the draft', async () => {
    const close = vi.fn(() => Promise.resolve());
    let bytes: ReadableStreamDefaultController<Uint8Array> | undefined;
    const readable = new ReadableStream<Uint8Array>({ start: (sink) => void (bytes = sink) });
    requestPortMock.mockResolvedValueOnce(
      Object.assign(new EventTarget(), {
        readable: readable as SerialPortLike['readable'],
        open: () => Promise.resolve(),
        close,
      }),
    );
    renderReception();
    await userEvent.click(await screen.findByRole('button', { name: 'Conectar lector' }));
    await screen.findByText('Lector conectado');
    const otherWindow = new BroadcastChannel('ventanilla-drafts');
    const tell: (word: object) => void = otherWindow.postMessage.bind(otherWindow);
    tell({ draft: `${ANA_ID}:new` });
    await screen.findByText('Este borrador se envió o cambió en otra ventana.');
    await retryUntilPassing(() => expect(close).toHaveBeenCalledOnce());
    expect(() => bytes?.enqueue(asBytes(cardCodeText(CARD))), 'nobody listens any more').toThrow();
    otherWindow.close();
    expect((await findField('Número de identificación')).value).toBe('');
  });
});
