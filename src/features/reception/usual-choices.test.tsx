import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { visitId } from '#domain/registration.ts';
import { replaceMirror } from '#storage/cache/catalogs.ts';
import { noteUses, VISITS } from '#storage/cache/recents.ts';
import { saveDraftPicture } from '#storage/drafts/drafts.ts';
import { ANA, BRANCH, randomPicture } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import {
  button,
  EMPLOYER,
  emptyDesk,
  field,
  NUMBER,
  saved,
  show,
  TYPE,
} from '#tests/support/screens/reception.tsx';

beforeEach(emptyDesk);

async function reachSecondStep(): Promise<void> {
  show();
  await enterText(await field('Número de identificación'), NUMBER);
  await enterText(await field('Primer nombre'), 'Ana');
  await enterText(await field('Primer apellido'), 'Gil');
  await userEvent.click(await button('Siguiente'));
  await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
}

describe('P10.33 what is usual is one tap', () => {
  it('P10.57 what is usually chosen together is one tap, and leads to the last step', async () => {
    const visit = { evaluationTypeId: TYPE, employerCompanyId: EMPLOYER, contractorCompanyId: '' };
    // jsdom has no canvas to sign on.
    await saveDraftPicture(ANA, null, 'signature', randomPicture(900, 'image/png'));
    const contracted = { ...visit, contractorCompanyId: EMPLOYER };
    const stale = { ...visit, employerCompanyId: '00000000-0000-4000-8000-00000000dead' };
    for (const one of [contracted, visit, visit, stale])
      await noteUses(ANA, [{ resource: VISITS, id: visitId(one) }], { branchId: BRANCH, at: Date.now() });
    await reachSecondStep();
    const offered = within(await screen.findByRole('group', { name: 'Visitas habituales' }));
    expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ingreso · Flores',
      'Ingreso · Flores · contratista Flores',
    ]);
    await userEvent.click(offered.getByRole('button', { name: 'Ingreso · Flores' }));
    await screen.findByRole('heading', { name: 'Paso 3 de 3: Confirmación' });
    await waitFor(async () => expect(await saved()).toMatchObject(visit));
  });

  it('P10.232 type and company are chosen by their names, which show what is chosen and stand where they stood, whatever is chosen more often by now', async () => {
    const MINES = '00000000-0000-4000-8000-000000000003';
    const row = (id: string, name: string) => ({ id, name, code: name, detail: null, active: true });
    await replaceMirror('companies', [row(EMPLOYER, 'Flores'), row(MINES, 'Minas')], [], Date.now());
    const uses = (id: string) =>
      noteUses(ANA, [{ resource: 'companies', id }], { branchId: BRANCH, at: Date.now() });
    await uses(MINES);
    await uses(MINES);
    await uses(EMPLOYER);
    await noteUses(ANA, [{ resource: 'evaluation-types', id: TYPE }], { branchId: BRANCH, at: Date.now() });
    await reachSecondStep();
    const names = async () =>
      within(await screen.findByRole('group', { name: 'Empresas habituales' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(await names()).toEqual(['Flores', 'Minas']);
    await userEvent.click(screen.getByRole('button', { name: 'Ingreso' }));
    await userEvent.click(screen.getByRole('button', { name: 'Minas' }));
    await waitFor(async () =>
      expect(await saved()).toMatchObject({ evaluationTypeId: TYPE, employerCompanyId: MINES }),
    );
    expect(screen.getByRole('button', { name: 'Minas', pressed: true })).toBeTruthy();
    await uses(EMPLOYER);
    await uses(EMPLOYER);
    expect(await names()).toEqual(['Flores', 'Minas']);
  });
});
