// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findCatalogRow, replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { updateConnectionState } from '#storage/device/contact.ts';
import { loadDraft, saveDraftContent } from '#storage/drafts/drafts.ts';
import { ANA_ID, draftContent } from '#tests/support/device/device.ts';
import {
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  EMPLOYER_ID,
  prepareEmptyReception,
  DOCUMENT_NUMBER,
  readSavedForm,
  renderReception,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';

const MISSING_COMPANY_ID = '00000000-0000-4000-8000-000000000003';
const CREATED_COMPANY_ID = '00000000-0000-4000-8000-000000000004';
const createCachedCompany = (id: string, name: string, active = true) => ({
  id,
  name,
  code: 'C',
  detail: null,
  active,
});
const companyRow = (id: string, name: string) => ({
  id,
  code: 'N1',
  name,
  billing_name: null,
  city: 'Tunja',
  is_active: true,
});
const CATALOG_MANAGER = { actions: ['register_patients', 'manage_catalogs'] } as const;

let server: SessionServer;
let changeRequests: [call: string, body: unknown][];

beforeEach(async () => {
  await prepareEmptyReception();
  await replaceCatalogCache(
    'companies',
    [
      createCachedCompany(EMPLOYER_ID, 'Flores'),
      createCachedCompany(MISSING_COMPANY_ID, 'Minas Viejas', false),
    ],
    [],
    Date.now(),
  );
  changeRequests = [];
  server = stubServer(async (path, request) => {
    if (request.method === 'GET') return Response.json({ items: [] });
    changeRequests.push([`${request.method} ${path.replace('/api/v1', '')}`, await request.json()]);
    return path.endsWith('/status')
      ? Response.json(companyRow(MISSING_COMPANY_ID, 'Minas Viejas'))
      : Response.json(companyRow(CREATED_COMPANY_ID, 'Empresa Nueva'), { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function renderAndSearchCompany(
  text: string,
  patch: Parameters<typeof renderReception>[0] = {},
  form: object = {},
) {
  await saveDraftContent(ANA_ID, null, {
    ...draftContent(DOCUMENT_NUMBER),
    form: {
      ...draftContent(DOCUMENT_NUMBER).form,
      evaluation_type_id: EVALUATION_TYPE_ID,
      employer_company_id: '',
      ...form,
    },
    step: 1,
  });
  renderReception(patch);
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Empresa empleadora' });
  if (text !== '') await enterText(box, text);
  return box;
}
const readDraftEmployerId = async () => (await readSavedForm())?.employer_company_id;

describe('P10.49 missing or inactive company', () => {
  it('a user who manages the catalogues can create the company in the form; a rejection is shown at its field and keeps the typed data', async () => {
    const box = await renderAndSearchCompany('Empresa Nueva', {
      ...CATALOG_MANAGER,
      actions: [...CATALOG_MANAGER.actions],
    });
    expect(await screen.findByText('«Empresa Nueva» no está en el catálogo.')).toBeTruthy();
    await userEvent.click(await findButton('Crear empresa'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Crear empresa' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Empresa Nueva');
    await userEvent.click(dialog.getByRole('button', { name: 'Crear y elegir' }));
    expect(await dialog.findByText('El código y el nombre son obligatorios.')).toBeTruthy();
    expect(changeRequests).toEqual([]);
    const { respond } = server;
    const message = 'Ya hay una empresa con este código.';
    server.respond = () =>
      Response.json({ code: 'conflict', message, details: [{ field: 'code', message }] }, { status: 409 });
    const code = dialog.getByLabelText<HTMLInputElement>('Código');
    await enterText(code, 'N1');
    await userEvent.click(dialog.getByRole('button', { name: 'Crear y elegir' }));
    await dialog.findByText('Corrige los campos marcados antes de continuar.');
    expect([code.value, code.getAttribute('aria-invalid')]).toEqual(['N1', 'true']);
    expect(dialog.getByText(message)).toBeTruthy();
    server.respond = respond;
    await userEvent.click(dialog.getByRole('button', { name: 'Crear y elegir' }));
    await waitFor(async () => expect(await readDraftEmployerId()).toBe(CREATED_COMPANY_ID));
    expect(changeRequests).toEqual([
      ['POST /companies', { code: 'N1', name: 'Empresa Nueva', billing_name: null, city: null }],
    ]);
    await waitFor(() => expect(box.value).toBe('Empresa Nueva'));
    await waitFor(() => expect(screen.queryByText(/no está en el catálogo/)).toBeNull());
    // The wizard must still show step 2: submitting the dialog must not submit the wizard's form.
    expect(screen.getByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    expect(await findCatalogRow('companies', CREATED_COMPANY_ID)).toMatchObject({
      name: 'Empresa Nueva',
      active: true,
    });
  });

  it('the form names an inactive company, and a user who manages the catalogues can activate it', async () => {
    await renderAndSearchCompany('minas', { ...CATALOG_MANAGER, actions: [...CATALOG_MANAGER.actions] });
    expect(await screen.findByText('«Minas Viejas» está inactiva.')).toBeTruthy();
    await userEvent.click(await findButton('Activar «Minas Viejas»'));
    await waitFor(async () => expect(await readDraftEmployerId()).toBe(MISSING_COMPANY_ID));
    expect(changeRequests).toEqual([[`PATCH /companies/${MISSING_COMPANY_ID}/status`, { is_active: true }]]);
    await waitFor(() => expect(screen.queryByText(/está inactiva/)).toBeNull());
  });

  it('the form tells a user who may not change the catalogues to contact the catalogue manager and to park the patient', async () => {
    const box = await renderAndSearchCompany('minas');
    expect(await screen.findByText('«Minas Viejas» está inactiva.')).toBeTruthy();
    expect(
      screen.getByText(/^Pide a quien administra los catálogos que la active\. .*«Dejar en espera»/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Activar|Crear empresa/ })).toBeNull();
    server.respond = failAsUnreachable;
    await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    await enterText(box, ' del norte');
    expect(
      await screen.findByText('«minas del norte» no está en el catálogo de este dispositivo.'),
    ).toBeTruthy();
    expect(box.value).toBe('minas del norte');
  });

  it('the form states offline that the company cannot be created without network, and suggests parking', async () => {
    server.respond = failAsUnreachable;
    await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    await renderAndSearchCompany('minas', { ...CATALOG_MANAGER, actions: [...CATALOG_MANAGER.actions] });
    expect(await screen.findByText(/los cambios necesitan red\. .*«Dejar en espera»/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Activar|Crear empresa/ })).toBeNull();
  });

  it('the form reports that a company chosen in the draft is inactive by now', async () => {
    await renderAndSearchCompany('', {}, { employer_company_id: MISSING_COMPANY_ID });
    expect(await screen.findByText('«Minas Viejas» está inactiva.')).toBeTruthy();
  });
});

describe('P10.74 typed name of a company that is not in the catalogue', () => {
  const combobox = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Empresa empleadora' });
  const draftEmployer = async () =>
    (await loadDraft(ANA_ID, null))?.content?.typedCompanies.employer_company_id;

  it('the company field keeps the typed name after another step, a reload, and parking', async () => {
    await renderAndSearchCompany('Empresa Nueva');
    await userEvent.click(await findButton('Volver'));
    await userEvent.click(await findButton('Siguiente'));
    expect((await combobox()).value).toBe('Empresa Nueva');
    await waitFor(async () => expect(await draftEmployer()).toBe('Empresa Nueva'));
    cleanup();
    renderReception();
    expect((await combobox()).value).toBe('Empresa Nueva');
    expect(await screen.findByText(/^«Empresa Nueva» no está en /)).toBeTruthy();
    await userEvent.click(await findButton('Dejar en espera'));
    await userEvent.click(await findButton('En espera: 1'));
    await userEvent.click(await screen.findByRole('button', { name: /^Zoraida Quiñones/ }));
    expect((await combobox()).value).toBe('Empresa Nueva');
    expect((await readSavedForm())?.employer_company_id).toBe('');
  });

  it('the typed company name is deleted from the draft once the user chooses a company', async () => {
    await renderAndSearchCompany('Empresa Nueva');
    await waitFor(async () => expect(await draftEmployer()).toBe('Empresa Nueva'));
    await userEvent.clear(await combobox());
    await enterText(await combobox(), 'Flores{Enter}');
    await waitFor(async () => expect(await readDraftEmployerId()).toBe(EMPLOYER_ID));
    await waitFor(async () => expect(await draftEmployer()).toBe(''));
    cleanup();
    renderReception();
    await waitFor(async () => expect((await combobox()).value).toBe('Flores'));
  });
});
