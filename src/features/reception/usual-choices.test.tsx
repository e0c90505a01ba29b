import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteUses } from '#storage/cache/recents.ts';
import { ANA, BRANCH } from '#tests/support/device/device.ts';
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
  it('type and company are chosen by their names, which stay and show what is chosen', async () => {
    await noteUses(
      ANA,
      [
        { resource: 'evaluation-types', id: TYPE },
        { resource: 'companies', id: EMPLOYER },
      ],
      { branchId: BRANCH, at: Date.now() },
    );
    await reachSecondStep();
    await userEvent.click(await screen.findByRole('button', { name: 'Ingreso' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Flores' }));
    await waitFor(async () =>
      expect(await saved()).toMatchObject({ evaluationTypeId: TYPE, employerCompanyId: EMPLOYER }),
    );
    expect(screen.getByRole('button', { name: 'Flores', pressed: true })).toBeTruthy();
  });

  it('where nothing was chosen yet nothing is offered', async () => {
    await reachSecondStep();
    expect(screen.queryByRole('group', { name: /habituales$/ })).toBeNull();
  });
});
