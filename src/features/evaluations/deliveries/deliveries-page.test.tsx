import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '#contract/records/evaluation/deliveries.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import type { DatedDeliveries, DeliveryQuery } from '#sync/reads/documents/deliveries.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { DeliveriesPage } from './deliveries-page.tsx';

const mocks = vi.hoisted(() => ({
  fetchDeliveries: vi.fn<(question: DeliveryQuery, known?: unknown) => Promise<DatedDeliveries>>(),
  fetchConceptToDeliver: vi.fn<(id: string) => Promise<unknown>>(),
  sendDeliveryReceipt: vi.fn<(received: unknown, signature: Blob) => Promise<unknown>>(),
  downloadFile: vi.fn(),
  toast: vi.fn(),
  link: { name: 'up', since: 0 } as ConnectionState,
  stroke: null as unknown,
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mocks.link),
}));
vi.mock('#sync/reads/documents/deliveries.ts', () => ({
  fetchDeliveries: mocks.fetchDeliveries,
  fetchConceptToDeliver: mocks.fetchConceptToDeliver,
}));
vi.mock('#sync/reads/documents/downloads.ts', () => ({ recordDownload: () => Promise.resolve() }));
vi.mock('#sync/changes/hand-over.ts', () => ({ sendDeliveryReceipt: mocks.sendDeliveryReceipt }));
vi.mock('#ui/hooks/save-file.ts', () => ({ downloadFile: mocks.downloadFile }));
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast, hideToast: () => undefined }));
vi.mock('#components/signature/signature-pad.tsx', () => ({
  SignaturePad: ({ onStroke, label }: { onStroke: unknown; label: string }) => {
    mocks.stroke = onStroke;
    return <img alt={label} />;
  },
}));

const LINK_UP: ConnectionState = { name: 'up', since: 0 };
const LINK_DOWN: ConnectionState = {
  name: 'down',
  since: 0,
  cause: 'no_answer',
  failures: 1,
  nextProbeAt: 0,
};
const createDelivery = (nth: number, patch: Partial<Delivery> = {}): Delivery => ({
  id: `0195f3a0-0000-7000-8000-00000000000${nth}`,
  version: 1,
  closed_at: '2026-03-10T15:15:00Z',
  patient: {
    full_name: `Zoraida Número ${nth}`,
    identification_type: 'CC',
    identification_number: `999900000${nth}`,
  },
  evaluation_type: { name: 'Ingreso', code: 'ING' },
  employer_company: { name: 'Flores Demo', code: 'FLO' },
  contractor_company: null,
  receipt: null,
  ...patch,
});
const RECEIPT = { received_at: '2026-03-10T15:42:00Z', has_concept: true };
const drawing: Drawing = {
  strokes: [[0, 40, 80, 120, 160].map((x) => ({ x, y: x / 2, time: x * 4 }))],
  width: 300,
  height: 200,
};
const canvas = { toBlob: (done: BlobCallback) => done(new Blob(['firma'])) } as unknown as HTMLCanvasElement;

/** Deliveries of the simulated server. */
let stored: readonly Delivery[];
const markDelivered = (id: string): Delivery => {
  stored = stored.map((one) => (one.id === id ? { ...one, receipt: RECEIPT } : one));
  return stored.find((one) => one.id === id) as Delivery;
};
function listAsServer({ state, search }: DeliveryQuery): Promise<DatedDeliveries> {
  const items = stored.filter(
    (one) =>
      (state === 'all' || (state === 'waiting') === (one.receipt === null)) &&
      JSON.stringify(one.patient).includes(search),
  );
  const waiting = stored.filter(({ receipt }) => receipt === null).length;
  return Promise.resolve({ items, total: items.length, waiting, fetchedAt: Date.now(), etag: null });
}

const deliverer = createAccount(['deliver_documents']);
const renderDeliveries = (who = deliverer, query = '') =>
  renderReadScreen(<DeliveriesPage account={who} />, '/deliveries', `/deliveries${query}`);
const findRows = async () =>
  within(await screen.findByRole('list', { name: 'Entregas de hoy' })).getAllByRole('listitem');
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const waitForFocus = (name: string) =>
  waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
async function signReceipt(nth: number): Promise<void> {
  await userEvent.click(getButton(`Entregar a Zoraida Número ${nth}`));
  const dialog = within(await screen.findByRole('dialog', { name: 'Entrega al trabajador' }));
  expect(dialog.getByText('Recibe: Concepto de aptitud')).toBeTruthy();
  act(() => (mocks.stroke as (drawn: Drawing, on: HTMLCanvasElement) => void)(drawing, canvas));
  await userEvent.click(dialog.getByRole('button', { name: 'Firmar y recibir' }));
}
const returnTablet = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Listo' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }));
};

beforeEach(() => {
  vi.clearAllMocks();
  mocks.link = LINK_UP;
  stored = [createDelivery(1), createDelivery(2), createDelivery(3)];
  mocks.fetchDeliveries.mockImplementation(listAsServer);
  mocks.fetchConceptToDeliver.mockResolvedValue({
    bytes: new ArrayBuffer(1),
    fileName: 'c.pdf',
    keptSince: null,
  });
  mocks.sendDeliveryReceipt.mockImplementation((received) =>
    Promise.resolve({ type: 'saved', body: markDelivered((received as { id: string }).id), etag: null }),
  );
});

describe('P10.389 list of deliveries on the screen', () => {
  it('a row shows name, document, type, companies, hour of closing and state', async () => {
    stored = [
      createDelivery(1, { contractor_company: { name: 'Contratista Demo', code: 'CON' } }),
      createDelivery(2, { receipt: RECEIPT }),
      createDelivery(3, { receipt: { ...RECEIPT, has_concept: false } }),
    ];
    renderDeliveries(deliverer, '?state=all');
    const texts = (await findRows()).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(
      /^Zoraida Número 1CC 9999000001IngresoFlores DemoContratista DemoPor entregarcerrada 10:15/,
    );
    expect(texts[1]).toMatch(/Entregado 10:42cerrada 10:15Imprimir concepto$/);
    expect(texts[2]).toMatch(/Entrega sin concepto 10:42/);
    expect(screen.getByText('1 por entregar hoy')).toBeTruthy();
  });

  it('the list shows waiting concepts by default; search and state are sent to the server', async () => {
    stored = [createDelivery(1), createDelivery(2, { receipt: RECEIPT })];
    renderDeliveries();
    expect(await findRows()).toHaveLength(1);
    await userEvent.type(screen.getByLabelText('Buscar'), '0002');
    expect(await screen.findByText('Ninguna entrega coincide.')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Estado' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Entregados' }));
    expect(await screen.findByText('Entregado 10:42')).toBeTruthy();
    expect(mocks.fetchDeliveries.mock.lastCall?.[0]).toMatchObject({
      search: '0002',
      state: 'delivered',
      page: 1,
    });
    expect(screen.getByTestId('where').textContent).toBe('/deliveries?state=delivered');
  });

  it.each([
    ['', 'Nada por entregar.'],
    ['?state=delivered', 'Hoy no se ha entregado ningún concepto.'],
    ['?state=all', 'Hoy no se ha cerrado ninguna evaluación.'],
  ])('the deliveries page with the filter "%s" says that its list is empty', async (query, text) => {
    stored = [];
    renderDeliveries(deliverer, query);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('the deliveries page says that the list could not be loaded, and its retry button loads the list', async () => {
    mocks.fetchDeliveries.mockRejectedValueOnce(
      new Rejected({ status: 500, code: null, message: '', details: [] }),
    );
    renderDeliveries();
    expect(await screen.findByText('No se pudo cargar la lista de entregas.')).toBeTruthy();
    await userEvent.click(getButton('Reintentar'));
    expect(await findRows()).toHaveLength(3);
  });
});

describe('P10.390 deliveries without network or session', () => {
  it('without network the list stays on the screen; a page that opens without network shows none, because the device stores none', async () => {
    const { askAgain, unmount } = renderDeliveries();
    await findRows();
    mocks.fetchDeliveries.mockRejectedValue(new Unreachable('no_answer'));
    await askAgain();
    expect(await findRows()).toHaveLength(3);
    unmount();
    mocks.link = LINK_DOWN;
    renderDeliveries();
    expect(await screen.findByText('No se pudo cargar la lista de entregas.')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Entregas de hoy' })).toBeNull();
  });

  it.each([
    ['without network', { name: 'down' }, 'open', /necesitan red/],
    ['after the session has ended', { name: 'up' }, 'expired', /Tu sesión venció/],
    ['after a sign-in without network', { name: 'up' }, 'offline', /necesitan red/],
  ] as const)(
    'the buttons to print and to hand over are disabled %s, and the page shows the reason',
    async (_when, link, gate, text) => {
      mocks.link = link.name === 'down' ? LINK_DOWN : LINK_UP;
      renderDeliveries({ ...deliverer, gate });
      await findRows();
      expect(await screen.findByText(text)).toBeTruthy();
      for (const name of ['Imprimir concepto de Zoraida Número 1', 'Entregar a Zoraida Número 1'])
        expect(getButton(name).disabled).toBe(true);
    },
  );
});

it('P10.389 the deliveries page names the missing permission, and tells a user without a branch to request one', async () => {
  const { unmount } = renderDeliveries(createAccount(['register_patients', 'manage_evaluations']));
  expect(screen.getByText(/Entregar documentos/)).toBeTruthy();
  unmount();
  renderDeliveries({ ...deliverer, branchId: null });
  expect(screen.getByText(/Pide al administrador que te asigne una sede/)).toBeTruthy();
  expect(mocks.fetchDeliveries).not.toHaveBeenCalled();
});

describe('P10.390 handing over at the counter', () => {
  it('printing downloads the concept and moves the focus to the handover button of the same row', async () => {
    renderDeliveries();
    await findRows();
    await userEvent.click(getButton('Imprimir concepto de Zoraida Número 2'));
    expect(mocks.fetchConceptToDeliver).toHaveBeenCalledExactlyOnceWith(createDelivery(2).id);
    await waitForFocus('Entregar a Zoraida Número 2');
    expect(mocks.downloadFile).toHaveBeenCalledOnce();
    expect(mocks.toast).toHaveBeenCalledWith(
      'ok',
      expect.stringContaining('Ábrelo para imprimirlo'),
      expect.anything(),
    );
  });

  it('printing leaves the focus in the search in which the user is typing', async () => {
    let respond: (concept: unknown) => void = () => undefined;
    mocks.fetchConceptToDeliver.mockReturnValue(new Promise((resolve) => (respond = resolve)));
    renderDeliveries();
    await findRows();
    await userEvent.click(getButton('Imprimir concepto de Zoraida Número 2'));
    await userEvent.click(screen.getByLabelText('Buscar'));
    respond({ bytes: new ArrayBuffer(1), fileName: 'c.pdf', keptSince: null });
    await waitFor(() =>
      expect(getButton('Entregar a Zoraida Número 2').hasAttribute('data-next')).toBe(true),
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Buscar'));
  });

  it('after a document receipt, its row leaves the list and the focus moves to the row of the next waiting patient', async () => {
    renderDeliveries();
    await findRows();
    await signReceipt(2);
    await returnTablet();
    expect(mocks.sendDeliveryReceipt).toHaveBeenCalledExactlyOnceWith(
      { id: createDelivery(2).id, version: 1, items: ['concept'] },
      expect.any(Blob),
    );
    await waitFor(async () => expect(await findRows()).toHaveLength(2));
    await waitForFocus('Imprimir concepto de Zoraida Número 3');
    expect(screen.getByText('2 por entregar hoy')).toBeTruthy();
  });

  it('after a receipt the search is cleared and focused, so that the list shows the next person', async () => {
    renderDeliveries();
    await findRows();
    await userEvent.type(screen.getByLabelText('Buscar'), 'Número 3');
    await waitFor(async () => expect(await findRows()).toHaveLength(1));
    await signReceipt(3);
    await returnTablet();
    await waitFor(async () => expect(await findRows()).toHaveLength(2));
    const search = screen.getByLabelText<HTMLInputElement>('Buscar');
    expect(search.value).toBe('');
    expect(document.activeElement).toBe(search);
  });

  it('when the response to a document receipt is lost, the row still leaves the list if the server has stored the receipt', async () => {
    mocks.sendDeliveryReceipt.mockImplementation((received) => {
      markDelivered((received as { id: string }).id);
      return Promise.resolve({ type: 'unreachable', cause: 'no_answer' });
    });
    renderDeliveries();
    await findRows();
    await signReceipt(1);
    await returnTablet();
    await waitFor(async () => expect(await findRows()).toHaveLength(2));
  });

  it('the handover dialog shows why the server rejected a receipt, and returns the focus to the row when the user cancels', async () => {
    const refusal = {
      status: 409,
      code: 'media_exists',
      message: 'Esta versión ya se entregó.',
      details: [],
    };
    mocks.sendDeliveryReceipt.mockResolvedValue({ type: 'refused', refusal });
    renderDeliveries();
    await findRows();
    await signReceipt(1);
    expect(await screen.findByText(/Esta versión ya se entregó/)).toBeTruthy();
    await userEvent.click(getButton('Cancelar'));
    await waitForFocus('Imprimir concepto de Zoraida Número 1');
  });
});
