// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProposedCompany } from '#contract/records/evaluation/capture.ts';
import { findCatalogRow, replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { replaceProposedCompanies } from '#storage/cache/proposed-companies.ts';
import { updateConnectionState } from '#storage/device/contact.ts';
import { saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { db } from '#storage/database/database.ts';
import { readQueuedRegistration } from '#storage/outbox/entries.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import { anaAccount, ANA_ID, BRANCH_ID, draftContent, randomPicture } from '#tests/support/device/device.ts';
import { failAsUnreachable, stubServer } from '#tests/support/device/servers/session-server.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  DOCUMENT_NUMBER,
  EMPLOYER_ID,
  EVALUATION_TYPE_ID,
  findButton,
  prepareEmptyReception,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { Reception } from './reception.tsx';

const createCompany = (id: string, name: string, patch: object = { isProposed: false }) => ({
  id,
  name,
  code: 'C',
  detail: null,
  active: true,
  ...patch,
});
const OTHER_COMPANY_ID = '00000000-0000-4000-8000-000000000005';
const storeCompanies = (patch?: object) =>
  replaceCatalogCache(
    'companies',
    [
      createCompany(EMPLOYER_ID, 'Flores del Campo', patch),
      createCompany(OTHER_COMPANY_ID, 'Flores del Valle', patch),
    ],
    [],
    Date.now(),
  );

beforeEach(async () => {
  await prepareEmptyReception();
  await storeCompanies();
  stubServer(failAsUnreachable);
  await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
});
afterEach(() => vi.unstubAllGlobals());

async function openSecondStep(form: object = {}) {
  await saveDraftContent(ANA_ID, null, {
    ...draftContent(DOCUMENT_NUMBER),
    form: { ...draftContent(DOCUMENT_NUMBER).form, evaluation_type_id: EVALUATION_TYPE_ID, ...form },
    step: 1,
  });
  await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(2_000));
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
  renderReception();
}
const findCompanyField = (name = 'Empresa empleadora') =>
  screen.findByRole<HTMLInputElement>('combobox', { name });

async function openDialog(text: string, field?: string) {
  await enterText(await findCompanyField(field), text);
  await userEvent.click(await findButton('Proponer empresa'));
  return within(await screen.findByRole('dialog', { name: 'Proponer empresa' }));
}

async function proposeCompany(text: string, field?: string): Promise<string> {
  const dialog = await openDialog(text, field);
  await userEvent.click(dialog.getByRole('button', { name: 'Proponer y elegir' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const row = await db.catalogs.filter(({ name }) => name === text).first();
  if (!row) throw new Error('The device has no row of the proposal');
  return row.id;
}

async function confirmRegistration(): Promise<{ entryId: string; body: Record<string, unknown> }> {
  await userEvent.click(await findButton('Siguiente'));
  await userEvent.click(await findButton('Confirmar y crear evaluación'));
  await waitFor(async () => expect(await db.entries.count()).toBe(1));
  return readOnlyEntry();
}
async function readOnlyEntry() {
  const [item] = await db.items.filter(({ kind }) => kind === 'evaluation').toArray();
  if (!item) throw new Error('The outbox has no evaluation');
  const content = await readItemContent(item.id);
  if (content.type !== 'body') throw new Error('The evaluation has no body');
  return { entryId: item.entryId, body: JSON.parse(content.text) as Record<string, unknown> };
}

describe('P10.425 company that the catalogue lacks', () => {
  it('P10.425 the receptionist proposes a company offline, and the confirmed entry contains it', async () => {
    await openSecondStep();
    const dialog = await openDialog('Viveros Nuevos');
    expect(dialog.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Viveros Nuevos');
    const nit = dialog.getByLabelText<HTMLInputElement>('NIT');
    await enterText(nit, '900373913-1');
    expect(dialog.getByText(/el dígito de verificación no coincide: sería 4\./)).toBeTruthy();
    await enterText(nit, '{Backspace}');
    await enterText(nit, '4');
    await userEvent.click(dialog.getByRole('button', { name: 'Proponer y elegir' }));
    await waitFor(async () => expect((await findCompanyField()).value).toBe('Viveros Nuevos'));
    expect(await screen.findByText('900373913-4 · Propuesta')).toBeTruthy();
    // The wizard must still show step 2: submitting the dialog must not submit the wizard's form.
    expect(screen.getByText('Paso 2 de 3: Evaluación y empresas')).toBeTruthy();
    const { entryId, body } = await confirmRegistration();
    const id = String(body['employer_company_id']);
    expect(body['proposed_companies']).toEqual([{ id, name: 'Viveros Nuevos', nit: '900373913-4' }]);
    const entry = await readQueuedRegistration(ANA_ID, entryId);
    expect(entry?.summary.labels.employerCompany).toBe('Viveros Nuevos');
    expect(entry?.summary.form.proposed_companies).toEqual(body['proposed_companies']);
  });

  it('P10.425 both roles can name proposals, and the NIT is optional', async () => {
    await openSecondStep();
    const employer = await proposeCompany('Viveros Nuevos');
    const contractor = await proposeCompany('Montajes Nuevos', 'Empresa contratista');
    const { body } = await confirmRegistration();
    expect(body).toMatchObject({ employer_company_id: employer, contractor_company_id: contractor });
    expect(body['proposed_companies']).toEqual([
      { id: employer, name: 'Viveros Nuevos', nit: null },
      { id: contractor, name: 'Montajes Nuevos', nit: null },
    ]);
  });

  it('P10.425 the next registration finds the proposal, also after a refresh of the catalogue', async () => {
    await openSecondStep();
    const id = await proposeCompany('Viveros Nuevos');
    await storeCompanies();
    cleanup();
    await openSecondStep({ employer_company_id: '' });
    await enterText(await findCompanyField(), 'viveros{Enter}');
    await waitFor(async () => expect((await readSavedForm())?.employer_company_id).toBe(id));
  });

  it.each([true, false])(
    'P10.425 a company of the server that is proposed (%s) travels as a proposal only until it is confirmed',
    async (isProposed) => {
      await openSecondStep();
      const id = await proposeCompany('Viveros Nuevos');
      const row = createCompany(id, 'Viveros Nuevos', { isProposed, code: '900373913-4' });
      await replaceCatalogCache('companies', [row], [], Date.now());
      const { body } = await confirmRegistration();
      expect(body['employer_company_id']).toBe(id);
      const proposal = { id, name: 'Viveros Nuevos', nit: '900373913-4' };
      expect(body['proposed_companies']).toEqual(isProposed ? [proposal] : undefined);
    },
  );

  it('P10.425 the dialog requires a name and keeps the typed data', async () => {
    await openSecondStep();
    const dialog = await openDialog('Viveros');
    const name = dialog.getByLabelText<HTMLInputElement>('Nombre');
    await userEvent.clear(name);
    await userEvent.click(dialog.getByRole('button', { name: 'Proponer y elegir' }));
    expect(await dialog.findByText('Escribe el nombre de la empresa.')).toBeTruthy();
    expect(await db.catalogs.filter(({ proposal }) => proposal !== undefined).count()).toBe(0);
  });
});

describe('P10.425 text that companies match', () => {
  it.each([
    ['several companies match', 'Flores', ''],
    ['one company matches, which is chosen', 'Valle', 'Flores del Valle'],
  ])(
    'P10.425 a text that %s offers the proposal after the user leaves the field',
    async (_which, text, chosen) => {
      await openSecondStep({ employer_company_id: '' });
      await enterText(await findCompanyField(), text);
      expect(screen.queryByRole('button', { name: 'Proponer empresa' })).toBeNull();
      await userEvent.tab();
      expect(await screen.findByText(`¿«${text}» es otra empresa?`)).toBeTruthy();
      await findButton('Proponer empresa');
      if (chosen) await waitFor(async () => expect((await findCompanyField()).value).toBe(chosen));
    },
  );

  it('P10.425 the whole name or the code of the only match offers no proposal', async () => {
    await openSecondStep({ employer_company_id: '' });
    await enterText(await findCompanyField(), 'flores del valle');
    await userEvent.tab();
    await waitFor(async () => expect((await findCompanyField()).value).toBe('Flores del Valle'));
    expect(screen.queryByText(/es otra empresa/)).toBeNull();
  });
});

describe('P10.425 proposal and companies that the device knows', () => {
  it('P10.425 a draft keeps its proposal when the catalogue of the device loses it', async () => {
    await openSecondStep();
    const id = await proposeCompany('Viveros Nuevos');
    await waitFor(async () =>
      expect((await readSavedForm())?.proposed_companies).toEqual([
        { id, name: 'Viveros Nuevos', nit: null },
      ]),
    );
    cleanup();
    await db.catalogs.delete(['companies', id]);
    renderReception();
    await waitFor(async () => expect((await findCompanyField()).value).toBe('Viveros Nuevos'));
    const { body } = await confirmRegistration();
    expect(body['proposed_companies']).toEqual([{ id, name: 'Viveros Nuevos', nit: null }]);
  });

  it('P10.426 the dialog names the company that has the NIT, and chooses it', async () => {
    const known = createCompany(OTHER_COMPANY_ID, 'Flores del Valle', {
      code: '900.373.913',
      isProposed: false,
    });
    await replaceCatalogCache('companies', [known], [], Date.now());
    await openSecondStep();
    const dialog = await openDialog('Viveros');
    await enterText(dialog.getByLabelText('NIT'), '900373913-4');
    expect(await dialog.findByText('Este NIT ya es de «Flores del Valle».')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Elegir «Flores del Valle»' }));
    await waitFor(async () => expect((await findCompanyField()).value).toBe('Flores del Valle'));
    expect(await db.catalogs.filter(({ proposal }) => proposal !== undefined).count()).toBe(0);
  });

  it('P10.426 a search for a replaced proposal offers the company that the server used', async () => {
    await openSecondStep();
    const id = await proposeCompany('Viveros Nuevos');
    await replaceProposedCompanies(
      [{ proposed_id: id, company_id: OTHER_COMPANY_ID, name: 'Flores del Valle' }],
      Date.now(),
    );
    cleanup();
    await openSecondStep({ employer_company_id: '', proposed_companies: [] });
    await enterText(await findCompanyField(), 'Viveros');
    await userEvent.click(await findButton('Elegir «Flores del Valle»'));
    await waitFor(async () => expect((await findCompanyField()).value).toBe('Flores del Valle'));
  });
});

describe('P10.425 correction of a registration with a proposal', () => {
  const renderCorrection = (entryId: string) =>
    renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />);

  it('P10.425 a correction before sending keeps the proposal, also on a device that lacks it', async () => {
    await openSecondStep();
    const id = await proposeCompany('Viveros Nuevos');
    const { entryId } = await confirmRegistration();
    cleanup();
    await db.catalogs.delete(['companies', id]);
    renderCorrection(entryId);
    await userEvent.click(await findButton('Siguiente'));
    await waitFor(async () => expect((await findCompanyField()).value).toBe('Viveros Nuevos'));
    expect(await findCatalogRow('companies', id)).toMatchObject({ name: 'Viveros Nuevos', active: true });
    await userEvent.click(await findButton('Siguiente'));
    await userEvent.click(await findButton('Corregir y enviar'));
    const expected: ProposedCompany[] = [{ id, name: 'Viveros Nuevos', nit: null }];
    await waitFor(async () => expect((await readOnlyEntry()).entryId).not.toBe(''));
    expect((await readOnlyEntry()).body['proposed_companies']).toEqual(expected);
  });
});

describe('P10.429 server without proposals', () => {
  it('P10.429 the form offers no proposal if the server does not mark proposed companies', async () => {
    await storeCompanies({});
    await openSecondStep();
    await enterText(await findCompanyField(), 'Viveros');
    expect(await screen.findByText('«Viveros» no está en el catálogo de este dispositivo.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Proponer empresa' })).toBeNull();
    await userEvent.clear(await findCompanyField());
    await enterText(await findCompanyField(), 'Flores');
    await userEvent.tab();
    await screen.findByText(/«Flores» no quedó elegido/);
    expect(screen.queryByText(/Ninguna de la lista/)).toBeNull();
  });
});
