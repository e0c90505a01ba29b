// @module-tag landing
import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnownPatient } from '#domain/registration.ts';
import type { LookupResult } from '#sync/reads/lookup.ts';
import { ANA, confirmedEntry, person } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { button, emptyDesk, field, NUMBER, show } from '#tests/support/screens/reception.tsx';

const lookUpPatient = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<LookupResult>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({ ...(await original<object>()), lookUpPatient }));

const found: KnownPatient = { ...person(NUMBER), id: '00000000-0000-4000-8000-000000000009' };
const STEP_2 = { name: 'Paso 2 de 3: Evaluación y empresas' };

beforeEach(async () => {
  lookUpPatient.mockReset();
  await emptyDesk();
});

const typeNumber = async (text: string) => enterText(await field('Número de identificación'), text);
const typeNames = async () => {
  await enterText(await field('Primer nombre'), 'Luz');
  await enterText(await field('Primer apellido'), 'Rojas');
};

describe('P10.28 a lookup that nobody asked for', () => {
  it('comes after a pause over a whole number, and leaves the focus where it is', async () => {
    lookUpPatient.mockResolvedValue({ source: 'server', patient: found });
    show();
    await typeNumber(NUMBER.slice(0, 5));
    await typeNumber(NUMBER.slice(5));
    expect(await screen.findByText(/^Paciente encontrado: Zoraida Quiñones/)).toBeTruthy();
    expect(lookUpPatient.mock.calls).toEqual([[ANA, 'CC', NUMBER]]);
    expect((await field('Primer nombre')).value).toBe('Zoraida');
    expect(document.activeElement).toBe(await field('Número de identificación'));
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', STEP_2);
    expect(lookUpPatient).toHaveBeenCalledTimes(1);
  });

  it("comes with 'Siguiente', and says whose document it is before the photo", async () => {
    lookUpPatient.mockResolvedValue({ source: 'server', patient: found });
    show();
    await typeNumber('12345');
    await typeNames();
    await userEvent.click(await button('Siguiente'));
    expect(await screen.findByText('Este documento es de Zoraida Quiñones.')).toBeTruthy();
    await waitFor(async () =>
      expect(document.activeElement).toBe(await button('Usar los datos encontrados')),
    );
    expect(screen.queryByRole('heading', STEP_2)).toBeNull();
  });

  it("keeps nobody at 'Siguiente' where no answer comes", async () => {
    lookUpPatient.mockReturnValue(new Promise(() => undefined));
    show();
    await typeNumber('12345');
    await typeNames();
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', STEP_2, { timeout: 10_000 });
  });

  it("leads on from 'Siguiente' whatever was answered of nobody; it is made again for another number alone", async () => {
    lookUpPatient.mockResolvedValue({ source: 'server', patient: null });
    show();
    await typeNumber('12345');
    await typeNames();
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', STEP_2);
    await userEvent.click(await button('Volver'));
    await userEvent.click(await button('Siguiente'));
    await screen.findByRole('heading', STEP_2);
    expect(lookUpPatient).toHaveBeenCalledTimes(1);
    const tooMany = { status: 429, code: 'rate_limited', message: 'Espera', details: [] };
    for (const [digit, result] of [
      ['6', { source: 'refused', refusal: tooMany }],
      ['7', { source: 'device', patient: null, cause: 'no_answer' }],
    ] as const) {
      lookUpPatient.mockResolvedValue(result);
      await userEvent.click(await button('Volver'));
      await typeNumber(digit);
      await userEvent.click(await button('Siguiente'));
      await screen.findByRole('heading', STEP_2);
    }
    expect(lookUpPatient.mock.calls.map(([, , number]) => number)).toEqual(['12345', '123456', '1234567']);
    await userEvent.click(await button('Volver'));
    await field('Primer nombre');
    expect(screen.queryByText(/Espera|no conoce ese documento/)).toBeNull();
  });
});

describe('P10.259 a lookup that ends while somebody types', () => {
  it('what it fills in under the caret is replaced by what is typed on', async () => {
    let answer: (result: LookupResult) => void = () => undefined;
    lookUpPatient.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    await typeNumber(NUMBER);
    const first = await field('Primer nombre');
    await userEvent.click(first);
    await waitFor(() => expect(lookUpPatient).toHaveBeenCalledTimes(1));
    answer({ source: 'server', patient: found });
    await waitFor(() => expect(first.value).toBe('Zoraida'));
    await userEvent.keyboard('Zoraida');
    expect(first.value).toBe('Zoraida');
    expect(screen.queryByText(/^Este documento es de/)).toBeNull();
  });
});

describe('P10.260 a lookup that ends after more was typed', () => {
  it('leaves what was typed where the found person has nothing', async () => {
    const bare: KnownPatient = { ...found, middle_name: null, birth_date: null, gender: null };
    lookUpPatient.mockResolvedValue({ source: 'server', patient: bare });
    show();
    await enterText(await field('Segundo nombre'), 'Lucía');
    await enterText(await field('Fecha de nacimiento'), '1985-03-20');
    await userEvent.selectOptions(await field('Género'), 'Femenino');
    await typeNumber(NUMBER);
    await screen.findByText(/^Paciente encontrado: Zoraida/);
    expect((await field('Primer nombre')).value).toBe('Zoraida');
    expect((await field('Segundo nombre')).value).toBe('Lucía');
    expect((await field('Fecha de nacimiento')).value).toBe('1985-03-20');
    expect((await field('Género')).value).toBe('F');
    await typeNumber('8');
    await waitFor(async () => expect((await field('Primer nombre')).value).toBe(''));
    expect((await field('Segundo nombre')).value).toBe('Lucía');
  });

  it('leaves the caret where it is in a field that it does not fill in', async () => {
    let answer: (result: LookupResult) => void = () => undefined;
    lookUpPatient.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    await typeNumber(NUMBER);
    await enterText(await field('Segundo nombre'), 'Lu');
    await waitFor(() => expect(lookUpPatient).toHaveBeenCalledTimes(1));
    answer({ source: 'server', patient: found });
    await screen.findByText(/^Paciente encontrado: Zoraida/);
    await userEvent.keyboard('z');
    expect((await field('Segundo nombre')).value).toBe('Luz');
  });
});

describe('P10.233 without network', () => {
  beforeEach(() => {
    lookUpPatient.mockResolvedValue({ source: 'device', patient: null, cause: 'no_answer' });
  });
  const SAID = 'Sin conexión no podemos buscar a esta persona. Sigue con sus datos.';

  it('whoever pauses over a number that the device does not know is told that they can go on', async () => {
    show();
    await typeNumber(NUMBER);
    expect(await screen.findByText(SAID)).toBeTruthy();
    expect(screen.queryByText('Este dispositivo no conoce ese documento.')).toBeNull();
    await typeNumber('1');
    expect(screen.queryByText(SAID), 'of another number nothing is said yet').toBeNull();
  });

  it('P10.56 of a document of today it is not said, nor that it is unknown', async () => {
    await confirmedEntry(NUMBER);
    show();
    await typeNumber(NUMBER);
    expect(await screen.findByText(/Ya se registró a .* hoy a las/)).toBeTruthy();
    await waitFor(() => expect(lookUpPatient).toHaveBeenCalled());
    expect(screen.queryByText(SAID)).toBeNull();
    await userEvent.click(await button('Buscar paciente'));
    expect(await screen.findByText(/^No se pudo preguntar al servidor/)).toBeTruthy();
    expect(screen.queryByText('Este dispositivo no conoce ese documento.')).toBeNull();
  });
});
