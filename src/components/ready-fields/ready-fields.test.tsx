import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { READY_FIELDS } from '#domain/additional/ready-fields/ready-fields.ts';
import type { CallInput } from '#network/client.ts';
import {
  CatalogServer,
  OTHER_ROW_ID,
  okResponse,
  noResponse,
  createListPage,
  rejectedResponse,
} from '#tests/support/screens/catalog-server.ts';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { ANA_ID } from '#tests/support/device/device.ts';
import { ReadyFieldsButton } from './ready-fields-button.tsx';

const mockState = vi.hoisted(() => ({
  provider: null as unknown as CatalogServer,
  toast: vi.fn(),
  refreshAdditionalFields: vi.fn(() => Promise.resolve('replaced')),
}));
vi.mock('#sync/catalogs/additional-fields.ts', () => mockState);
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mockState.provider.ask(...call),
}));
vi.mock('#ui/notices/toast.ts', () => mockState);

const FULL_CATALOG_RESPONSE = rejectedResponse(422, 'Hay datos que corregir.', [
  { field: 'name', message: 'Ya hay 40 campos activos.' },
]);
let activeFieldNames: string[];
let inactiveFieldNames: string[];
const existingFieldRows = () => [
  ...activeFieldNames.map((name) => ({ name, is_active: true })),
  ...inactiveFieldNames.map((name) => ({ name, is_active: false })),
];
const onAdded = vi.fn();
const createdFieldNames = () =>
  mockState.provider.calls
    .filter(({ name }) => name === 'createAdditionalField')
    .map(({ input }) => (input.body as { name: string }).name);
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findCheckbox = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const tickBoxes = async (...boxes: RegExp[]) => {
  for (const name of boxes) await userEvent.click(await findCheckbox(name));
};
const respondToCreation = ({ body }: CallInput) => {
  activeFieldNames.push((body as { name: string }).name);
  return okResponse({ ...(body as object), id: OTHER_ROW_ID, is_active: true }, 201);
};

beforeEach(() => {
  vi.clearAllMocks();
  activeFieldNames = ['eps'];
  inactiveFieldNames = [];
  mockState.provider = new CatalogServer();
  mockState.provider.on('listAdditionalFields', () => okResponse(createListPage(existingFieldRows())));
  mockState.provider.on('createAdditionalField', respondToCreation);
});

const openReadyFieldsDialog = async () => {
  renderReadScreen(<ReadyFieldsButton ownerId={ANA_ID} disabledReason={null} onAdded={onAdded} />, '/');
  await clickButton('Agregar campos listos');
  await waitFor(async () => expect((await findCheckbox(/^EPS/)).disabled).toBe(true));
};

describe('P10.360 ready fields', () => {
  it('the dialog marks existing fields, creates the ticked fields in the order of the list of ready fields, and closes', async () => {
    await openReadyFieldsDialog();
    expect((await findCheckbox(/^EPS Ya está/)).checked).toBe(true);
    await tickBoxes(/^Teléfono/, /^ARL/);
    await clickButton('Agregar 2');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(createdFieldNames()).toEqual(['ARL', 'Teléfono']);
    expect(mockState.provider.last('createAdditionalField')?.body).toEqual(
      READY_FIELDS.find(({ name }) => name === 'Teléfono'),
    );
    expect(mockState.toast).toHaveBeenCalledWith('ok', '2 campos agregados.');
    expect(onAdded).toHaveBeenCalledOnce();
    expect(mockState.refreshAdditionalFields).toHaveBeenCalledOnce();
  });

  it('the dialog says that an existing field is inactive, unless an active field has the same name', async () => {
    inactiveFieldNames = ['EPS', 'Teléfono'];
    await openReadyFieldsDialog();
    expect(await findCheckbox(/^EPS Ya está/)).toBeTruthy();
    expect((await findCheckbox(/^Teléfono Inactivo/)).disabled).toBe(true);
  });

  it('the dialog shows how many of the ticked fields it has sent to the server', async () => {
    let respond = () => undefined as void;
    const waiting = new Promise<void>((resolve) => (respond = resolve));
    const ask = mockState.provider.ask.bind(mockState.provider);
    vi.spyOn(mockState.provider, 'ask').mockImplementation(async (name, input) => {
      if (name === 'createAdditionalField') await waiting;
      return ask(name, input);
    });
    await openReadyFieldsDialog();
    await tickBoxes(/^AFP/, /^ARL/);
    await clickButton('Agregar 2');
    expect(await screen.findByText('Guardando 1 de 2…')).toBeTruthy();
    respond();
    await waitFor(() => expect(createdFieldNames()).toEqual(['AFP', 'ARL']));
  });

  it('the error of a failed creation names the field and the remedy; the next attempt creates only the remaining fields', async () => {
    let isFailing = true;
    mockState.provider.on('createAdditionalField', (input) => {
      const { name } = input.body as { name: string };
      return name === 'ARL' && isFailing ? FULL_CATALOG_RESPONSE : respondToCreation(input);
    });
    await openReadyFieldsDialog();
    await tickBoxes(/^AFP/, /^ARL/, /^Dirección/);
    await clickButton('Agregar 3');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Un campo agregado. «ARL»: Ya hay 40 campos activos. Toca «Agregar» otra vez para seguir con los que faltan; ninguno se repite.',
    );
    expect(await findCheckbox(/^AFP Ya está/)).toBeTruthy();
    isFailing = false;
    await clickButton('Agregar 2');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(createdFieldNames()).toEqual(['AFP', 'ARL', 'ARL', 'Dirección']);
    expect(activeFieldNames).toEqual(['eps', 'AFP', 'ARL', 'Dirección']);
  });

  it('the dialog does not create a field again that the server stored although its response was lost', async () => {
    mockState.provider.on('createAdditionalField', (input) => {
      respondToCreation(input);
      return noResponse;
    });
    await openReadyFieldsDialog();
    await tickBoxes(/^ARL/);
    await clickButton('Agregar 1');
    expect(await screen.findByText(/«ARL»: No se pudo guardar el campo\./)).toBeTruthy();
    expect(await findCheckbox(/^ARL Ya está/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Agregar' }).disabled).toBe(true);
  });

  it('the dialog creates no field while the list of existing fields cannot be loaded', async () => {
    mockState.provider.on('listAdditionalFields', noResponse);
    renderReadScreen(<ReadyFieldsButton ownerId={ANA_ID} disabledReason={null} onAdded={onAdded} />, '/');
    await clickButton('Agregar campos listos');
    expect(await screen.findByText(/^No se pudieron cargar los campos que ya tienes\./)).toBeTruthy();
    await tickBoxes(/^ARL/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Agregar 1' }).disabled).toBe(true);
    mockState.provider.on('listAdditionalFields', okResponse(createListPage([])));
    await clickButton('Reintentar');
    await clickButton('Agregar 1');
    await waitFor(() => expect(createdFieldNames()).toEqual(['ARL']));
  });
});
