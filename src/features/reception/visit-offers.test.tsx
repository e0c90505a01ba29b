// @module-tag landing
import '#tests/support/device/jsdom-device.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyRegistration, visitId, type KnownPatient, type VisitChoices } from '#domain/registration.ts';
import { noteUses, VISITS } from '#storage/cache/recents.ts';
import type { LookupResult } from '#sync/reads/lookup.ts';
import { loadDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
import {
  ANA,
  BRANCH,
  confirmation,
  confirmedEntry,
  person,
  randomPicture,
} from '#tests/support/device/device.ts';
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

const lookUpPatient = vi.hoisted(() => vi.fn<() => Promise<LookupResult>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({ ...(await original<object>()), lookUpPatient }));

const ELSEWHERE = '44444444-4444-4444-8444-444444444444';
const STEP_3 = { name: 'Paso 3 de 3: Confirmación' };
const VISIT: VisitChoices = { evaluationTypeId: TYPE, employerCompanyId: EMPLOYER, contractorCompanyId: '' };

beforeEach(async () => {
  lookUpPatient.mockReset();
  await emptyDesk();
  // jsdom has no canvas to sign on.
  await saveDraftPicture(ANA, null, 'signature', randomPicture(900, 'image/png'));
});

async function findKnown(
  chosen: VisitChoices | null,
  { started_at = '2025-02-18T13:40:00Z', isOpen = false } = {},
): Promise<void> {
  const last_evaluation = { started_at, evaluation_type_name: 'Ingreso', isOpen, chosen };
  const patient: KnownPatient = {
    ...person(NUMBER),
    id: '00000000-0000-4000-8000-000000000009',
    occupation_name: 'Operaria',
    last_evaluation,
  };
  lookUpPatient.mockResolvedValue({ source: 'server', patient });
  show();
  await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
  await screen.findByText(/^Paciente encontrado/);
}

async function registerBefore(chosen: VisitChoices, branchId = BRANCH): Promise<void> {
  const { summary } = confirmation('1');
  await confirmedEntry('1', {
    branchId,
    summary: { ...summary, form: { ...emptyRegistration, ...chosen } },
  });
  await saveDraftPicture(ANA, null, 'signature', randomPicture(900, 'image/png'));
}

const offered = () =>
  screen.queryAllByRole('button', { name: /^(Repetir|Igual)/ }).map(({ textContent }) => textContent);

describe('P10.29 what a visit was for is taken over with one tap', () => {
  it("'Repetir última visita' takes type, companies and job, and leads to the last step", async () => {
    await findKnown(VISIT);
    expect(await screen.findByText(/Femenino · Última visita: Ingreso · Flores · 18\/02\/2025/)).toBeTruthy();
    await userEvent.click(await button('Repetir última visita'));
    await screen.findByRole('heading', STEP_3);
    await waitFor(async () => expect(await saved()).toMatchObject({ ...VISIT, occupationName: 'Operaria' }));
  });

  it('P10.170 who is found and was here today is one notice, which says so', async () => {
    await findKnown(null, { started_at: new Date().toISOString() });
    const said = await screen.findByText(/Ya se registró a .* hoy a las/);
    expect(said.closest('.found-notice')).toBeTruthy();
    expect(screen.getAllByText(/Ya se registró a .* hoy a las/)).toHaveLength(1);
    expect(screen.queryByText(/Última visita/)).toBeNull();
    expect(offered(), 'the provider does not tell what it was for').toEqual([]);
  });

  it('what can no longer be chosen is not offered', async () => {
    await findKnown({ ...VISIT, employerCompanyId: '00000000-0000-4000-8000-00000000dead' });
    await screen.findByText(/Última visita: Ingreso · 18\/02\/2025/);
    expect(offered()).toEqual([]);
  });

  it('P10.257 whose last visit is still open is said so; what is missing of the person is asked for first', async () => {
    await findKnown(VISIT, { isOpen: true });
    await screen.findByText(/Última visita: Ingreso · Flores · 18\/02\/2025 · sigue abierta$/);
    await userEvent.clear(await field('Primer nombre'));
    await userEvent.click(await button('Repetir última visita'));
    expect(await screen.findByText('Ingrese los nombres')).toBeTruthy();
    expect(screen.queryByRole('heading', STEP_3)).toBeNull();
  });

  it("P10.57 'Igual que la persona anterior' takes what the one before came for, in the second step; what is usual is offered beside it only where it differs", async () => {
    await registerBefore(VISIT);
    await noteUses(ANA, [{ resource: VISITS, id: visitId(VISIT) }], { branchId: BRANCH, at: Date.now() });
    lookUpPatient.mockResolvedValue({ source: 'server', patient: null });
    show();
    await enterText(await field('Número de identificación'), '12345');
    await enterText(await field('Primer nombre'), 'Luz');
    await enterText(await field('Primer apellido'), 'Rojas');
    await userEvent.click(await button('Siguiente'));
    const offers = within(await screen.findByRole('group', { name: 'Visitas habituales' }));
    await waitFor(() => expect(offers.getAllByRole('button')).toHaveLength(1));
    expect(offered()).toEqual(['Igual que la persona anterior (Ingreso · Flores)']);
    await userEvent.click(await button('Igual que la persona anterior (Ingreso · Flores)'));
    await screen.findByRole('heading', STEP_3);
    await waitFor(async () => expect(await saved()).toMatchObject(VISIT));
  });

  it('P10.218 the one before is of this branch, and offered beside the last visit only where it differs', async () => {
    const CONTRACTED = { ...VISIT, contractorCompanyId: EMPLOYER };
    await registerBefore(CONTRACTED, ELSEWHERE);
    await findKnown(VISIT);
    await button('Repetir última visita');
    expect(offered()).toEqual(['Repetir última visita']);
    await registerBefore(CONTRACTED);
    await registerBefore(VISIT, ELSEWHERE);
    await button('Igual que la persona anterior (Ingreso · Flores · contratista Flores)');
    await registerBefore(VISIT);
    await waitFor(() => expect(offered()).toEqual(['Repetir última visita']));
  });
});

it('P10.243 is offered again where the page was opened anew over a draft', async () => {
  await findKnown(VISIT);
  await button('Repetir última visita');
  await waitFor(async () => expect((await loadDraft(ANA, null))?.content?.linked?.id).toBeTruthy());
  cleanup();
  lookUpPatient.mockReset();
  show();
  // Nobody was asked now.
  expect(await screen.findByText(/^Paciente encontrado en este dispositivo/)).toBeTruthy();
  expect(screen.getByText(/^Es lo que había en el borrador\. Revisa/)).toBeTruthy();
  await userEvent.click(await button('Repetir última visita'));
  await screen.findByRole('heading', STEP_3);
  expect(lookUpPatient).not.toHaveBeenCalled();
});
