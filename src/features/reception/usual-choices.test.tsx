// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { visitChoicesKey } from '#domain/registration.ts';
import { replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { recordChoiceUses, VISIT_CHOICES_RESOURCE } from '#storage/cache/recents.ts';
import { db } from '#storage/database/database.ts';
import type { TableName } from '#storage/database/live/observe-writes.ts';
import { saveDraftPicture } from '#storage/drafts/drafts.ts';
import { createDelayedQuery } from '#storage/database/live/settled-query.ts';
import {
  anaAccount,
  ANA_ID,
  BRANCH_ID,
  confirmNewEntry,
  randomPicture,
} from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import {
  EMPLOYER_ID,
  EVALUATION_TYPE_ID,
  findButton,
  prepareEmptyReception,
  reachSecondStep,
  readSavedForm,
} from '#tests/support/screens/reception.tsx';
import { Reception } from './reception.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));

beforeEach(async () => {
  await prepareEmptyReception();
  // jsdom cannot draw the empty pad of step 3.
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
});

/** Writes, and waits until the queries that follow the table have read again. */
async function awaitDelayedRead(table: TableName, write: () => Promise<unknown>): Promise<void> {
  let reads = 0;
  const probe = createDelayedQuery([table], () => Promise.resolve((reads += 1))).subscribe(() => undefined);
  await write();
  await waitFor(() => expect(reads).toBe(2));
  probe.unsubscribe();
  // The page's query began earlier; it needs only the turns in which IndexedDB answers.
  await db.recents.count();
  await act(() => db.recents.count());
}

describe('P10.33 usual choices of step 2', () => {
  it('P10.57 a tap fills in a usual combination of type and companies, and opens the last step', async () => {
    const visit = {
      evaluation_type_id: EVALUATION_TYPE_ID,
      employer_company_id: EMPLOYER_ID,
      contractor_company_id: '',
    };
    const contracted = { ...visit, contractor_company_id: EMPLOYER_ID };
    const stale = { ...visit, employer_company_id: '00000000-0000-4000-8000-00000000dead' };
    for (const one of [contracted, visit, visit, stale])
      await recordChoiceUses(ANA_ID, [{ resource: VISIT_CHOICES_RESOURCE, id: visitChoicesKey(one) }], {
        branchId: BRANCH_ID,
        at: Date.now(),
      });
    await reachSecondStep();
    const usual = within(await screen.findByRole('group', { name: 'Visitas habituales' }));
    expect(usual.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ingreso · Flores',
      'Ingreso · Flores · contratista Flores',
    ]);
    await userEvent.click(usual.getByRole('button', { name: 'Ingreso · Flores' }));
    await screen.findByRole('heading', { name: 'Paso 3 de 3: Confirmación' });
    await waitFor(async () => expect(await readSavedForm()).toMatchObject(visit));
  });

  it(
    'P10.232 the form offers usual types and companies, marks the chosen ones, and does not reorder the choices when their ranks by use change',
    { tags: ['landing'] },
    async () => {
      const MINES = '00000000-0000-4000-8000-000000000003';
      const row = (id: string, name: string) => ({ id, name, code: name, detail: null, active: true });
      await replaceCatalogCache(
        'companies',
        [row(EMPLOYER_ID, 'Flores'), row(MINES, 'Minas')],
        [],
        Date.now(),
      );
      const recordUse = (id: string) =>
        recordChoiceUses(ANA_ID, [{ resource: 'companies', id }], { branchId: BRANCH_ID, at: Date.now() });
      await recordUse(MINES);
      await recordUse(MINES);
      await recordUse(EMPLOYER_ID);
      await recordChoiceUses(ANA_ID, [{ resource: 'evaluation-types', id: EVALUATION_TYPE_ID }], {
        branchId: BRANCH_ID,
        at: Date.now(),
      });
      await reachSecondStep();
      const names = async () =>
        within(await screen.findByRole('group', { name: 'Empresas habituales' }))
          .getAllByRole('button')
          .map(({ textContent }) => textContent);
      expect(await names()).toEqual(['Flores', 'Minas']);
      await userEvent.click(screen.getByRole('button', { name: 'Ingreso' }));
      await userEvent.click(screen.getByRole('button', { name: 'Minas' }));
      await waitFor(async () =>
        expect(await readSavedForm()).toMatchObject({
          evaluation_type_id: EVALUATION_TYPE_ID,
          employer_company_id: MINES,
        }),
      );
      expect(screen.getByRole('button', { name: 'Minas', pressed: true })).toBeTruthy();
      await recordUse(EMPLOYER_ID);
      await recordUse(EMPLOYER_ID);
      expect(await names()).toEqual(['Flores', 'Minas']);
    },
  );

  it('P10.232 a usual choice that arrives while step 2 is open does not move its buttons, and is offered when the step opens again', async () => {
    await reachSecondStep();
    const group = { name: 'Tipos habituales' };
    await awaitDelayedRead('recents', () =>
      recordChoiceUses(ANA_ID, [{ resource: 'evaluation-types', id: EVALUATION_TYPE_ID }], {
        branchId: BRANCH_ID,
        at: Date.now(),
      }),
    );
    expect(screen.queryByRole('group', group)).toBeNull();
    await userEvent.click(await findButton('Volver'));
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByRole('group', group)).toBeTruthy();
  });
});

it('P10.442 the visits of the notice stay while it is shown, and a correction offers none', async () => {
  const visit = { evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID };
  const recordVisit = (contractor_company_id: string) => {
    const id = visitChoicesKey({ ...visit, contractor_company_id });
    const used = [{ resource: VISIT_CHOICES_RESOURCE, id }] as const;
    return recordChoiceUses(ANA_ID, used, { branchId: BRANCH_ID, at: Date.now() });
  };
  for (let use = 0; use < 2; use += 1) await recordVisit('');
  await reachSecondStep();
  await userEvent.click(await findButton('Volver'));
  await userEvent.click(await findButton('Buscar paciente'));
  await findButton('Ingreso · Flores');
  await awaitDelayedRead('recents', async () => {
    await recordVisit(EMPLOYER_ID);
    await recordVisit(EMPLOYER_ID);
  });
  expect(screen.queryByRole('button', { name: /contratista/ })).toBeNull();
  cleanup();
  const entryId = await confirmNewEntry('9999000017');
  renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />);
  await userEvent.click(await findButton('Buscar paciente'));
  expect(await screen.findByText(/^No hay un paciente con este documento/)).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Visitas habituales' })).toBeNull();
});

it('P10.442 step 1 offers the usual visits for an unknown document; a tap opens the last step', async () => {
  const visit = { evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID };
  const id = visitChoicesKey({ ...visit, contractor_company_id: '' });
  for (let use = 0; use < 2; use += 1)
    await recordChoiceUses(ANA_ID, [{ resource: VISIT_CHOICES_RESOURCE, id }], {
      branchId: BRANCH_ID,
      at: Date.now(),
    });
  await reachSecondStep();
  await userEvent.click(await findButton('Volver'));
  await userEvent.click(await findButton('Buscar paciente'));
  expect(await screen.findByText(/^No hay un paciente con este documento/)).toBeTruthy();
  await userEvent.click(await findButton('Ingreso · Flores'));
  await screen.findByRole('heading', { name: 'Paso 3 de 3: Confirmación' });
  await waitFor(async () => expect(await readSavedForm()).toMatchObject(visit));
});
