import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnownPatient } from '#domain/registration.ts';
import type { LookupResult } from '#sync/reads/lookup.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { ANA, person } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { button, emptyDesk, field, NUMBER, saved, show } from '#tests/support/screens/reception.tsx';

const lookUpPatient = vi.hoisted(() => vi.fn<() => Promise<LookupResult>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({ ...(await original<object>()), lookUpPatient }));

const found: KnownPatient = { ...person(NUMBER), id: '00000000-0000-4000-8000-000000000009' };

beforeEach(async () => {
  lookUpPatient.mockReset();
  await emptyDesk();
});

const typeSomebody = async () => {
  await enterText(await field('Primer nombre'), 'Luz');
  await enterText(await field('Primer apellido'), 'Rojas');
};
const DOUBT = 'Este documento es de Zoraida Quiñones.';

describe('S15 an answer of the lookup about somebody else than was typed', () => {
  it('an answer that comes after a name was typed fills nothing in before it is said so', async () => {
    let answer: (result: LookupResult) => void = () => undefined;
    lookUpPatient.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
    await typeSomebody();
    answer({ source: 'server', patient: found });
    expect(await screen.findByText(DOUBT)).toBeTruthy();
    expect((await field('Primer nombre')).value).toBe('Luz');
    expect(document.activeElement, 'nobody is taken away from where they type').toBe(
      await field('Primer apellido'),
    );
    await userEvent.click(await button('Siguiente'));
    await waitFor(async () =>
      expect(document.activeElement).toBe(await button('Usar los datos encontrados')),
    );
    await userEvent.keyboard('{Enter}');
    expect((await field('Primer nombre')).value).toBe('Zoraida');
    await waitFor(async () => expect((await saved())?.existingPatientId).toBe(found.id));
  });

  it('an answer that comes after the step was left changes nothing', async () => {
    let answer: (result: LookupResult) => void = () => undefined;
    lookUpPatient.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
    await enterText(await field('Primer nombre'), found.first_name);
    await enterText(await field('Primer apellido'), found.last_name);
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
    answer({ source: 'server', patient: found });
    await userEvent.click(await button('Volver'));
    expect((await field('Fecha de nacimiento')).value).toBe('');
    expect(screen.queryByText(/^Paciente encontrado/)).toBeNull();
  });

  it('a sister of the same first name is somebody else too', async () => {
    lookUpPatient.mockResolvedValue({ source: 'server', patient: { ...found, middle_name: 'Camila' } });
    show();
    await enterText(await field('Primer nombre'), found.first_name);
    await enterText(await field('Segundo nombre'), 'Inés');
    await enterText(await field('Primer apellido'), found.last_name);
    await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
    expect(await screen.findByText('Este documento es de Zoraida Camila Quiñones.')).toBeTruthy();
    expect((await field('Segundo nombre')).value).toBe('Inés');
  });

  it('another number keeps what was typed; what only this device remembers is said, and stops nobody: the server judges', async () => {
    lookUpPatient.mockResolvedValue({
      source: 'device',
      patient: { ...found, id: null },
      cause: 'no_answer',
    });
    show();
    await typeSomebody();
    await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
    await screen.findByText(DOUBT);
    await enterText(await field('Número de identificación'), '8');
    expect(screen.queryByText(DOUBT)).toBeNull();
    expect((await field('Primer apellido')).value).toBe('Rojas');
    await userEvent.keyboard('{Backspace}{Enter}');
    expect(await screen.findByText(DOUBT)).toBeTruthy();
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
    expect((await loadDraft(ANA, null))?.content).toMatchObject({ linked: null, form: { firstName: 'Luz' } });
  });
});

describe('S15 whoever was found', () => {
  it('whoever was found is renamed only when somebody says that it is the same person', async () => {
    lookUpPatient.mockResolvedValue({ source: 'server', patient: found });
    show();
    await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado/);
    for (const label of ['Primer nombre', 'Primer apellido']) await userEvent.clear(await field(label));
    await typeSomebody();
    await userEvent.click(await button('Siguiente'));
    expect(await screen.findByText(DOUBT)).toBeTruthy();
    await userEvent.click(await button('Es la misma persona'));
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
    await waitFor(async () => expect((await saved())?.existingPatientId).toBe(found.id));
    await userEvent.click(await button('Volver'));
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
    await userEvent.click(await button('Volver'));
    await enterText(await field('Primer apellido'), 'z');
    await userEvent.click(await button('Siguiente'));
    expect(await screen.findByText(DOUBT), 'of another name it is asked anew').toBeTruthy();
    await userEvent.clear(await field('Primer apellido'));
    await userEvent.click(await button('Es la misma persona'));
    expect(await screen.findByText('Ingrese los apellidos')).toBeTruthy();
  });

  it('of whom the device remembered without an id the provider’s is taken, so that the new name is accepted', async () => {
    const remembered: KnownPatient = { ...found, id: null };
    lookUpPatient.mockResolvedValueOnce({ source: 'device', patient: remembered, cause: 'no_answer' });
    show();
    await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
    await screen.findByText(/^Paciente encontrado en este dispositivo/);
    await userEvent.clear(await field('Primer apellido'));
    await enterText(await field('Primer apellido'), 'Rojas');
    await userEvent.click(await button('Siguiente'));
    await screen.findByText(DOUBT);
    expect(screen.queryByText(/su nombre cambia/), 'without an id the provider judges').toBeNull();
    lookUpPatient.mockResolvedValue({ source: 'server', patient: found });
    await userEvent.click(await button('Buscar paciente'));
    expect(await screen.findByText(/su nombre cambia/)).toBeTruthy();
    await userEvent.click(await button('Es la misma persona'));
    await waitFor(async () => expect((await saved())?.existingPatientId).toBe(found.id));
  });

  it('accents and capitals are no other name, and whoever was found is still said on the way back', async () => {
    lookUpPatient.mockResolvedValue({ source: 'server', patient: found });
    show();
    await enterText(await field('Primer apellido'), 'QUINONES');
    await enterText(await field('Número de identificación'), `${NUMBER}{Enter}`);
    expect(await screen.findByText(/^Paciente encontrado/)).toBeTruthy();
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
    await userEvent.click(await button('Volver'));
    expect(await screen.findByText(/^Paciente encontrado/)).toBeTruthy();
  });
});
