import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  closedEvaluation,
  getTextField,
  findNotesRegion,
  serverState,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import { createAccount } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const jobCorrection = {
  at: '2026-11-20T15:12:00.000Z',
  by: 'Laura Recepción',
  reason: 'El cargo era otro.',
  changes: [{ field: 'patient.occupation_name', before: null, after: 'Soldadora' }],
  pictures: ['photo'],
};
const employerCorrection = {
  at: '2026-11-20T15:10:00.000Z',
  by: 'Iván Recepción',
  reason: 'Otra empresa lo envía.',
  changes: [{ field: 'employer_company', before: 'Flores (FLO)', after: 'Flores (FLO)' }],
  pictures: [],
};
const awaitedPhotoCorrection = {
  ...employerCorrection,
  by: 'Iris Recepción',
  changes: [],
  pictures: ['photo'],
  awaited: ['photo'],
};
const patientMoveCorrection = {
  at: '2026-11-20T15:20:00.000Z',
  by: 'Laura Recepción',
  reason: 'Este registro es de otra persona.',
  changes: [{ field: 'patient', before: 'Ana Gil, CC 1', after: 'Zoraida Quiñones, CC 2' }],
  pictures: [],
};
const findCorrectionsRegion = () => screen.findByRole('region', { name: 'Correcciones del registro' });
const CORRECTION_NOTICE_PATTERN = /^(El registro se corrigió mientras|Esta evaluación ahora es de)/;

describe('P10.293 corrections on the evaluation', () => {
  it('P10.293 the corrections panel shows author, time, fields and reason of the newest correction, hides earlier ones, and links to reception', async () => {
    renderEvaluation(
      sampleEvaluation(1, { corrections: [employerCorrection, awaitedPhotoCorrection, jobCorrection] }),
    );
    const shown = within(await findCorrectionsRegion());
    for (const text of [
      'Corregido por Laura Recepción, 20/11/2026 10:12',
      'Cargo: sin dato → Soldadora',
      'Fotografía: tomada de nuevo',
      'Motivo: El cargo era otro.',
    ])
      expect(shown.getByText(text)).toBeTruthy();
    const earlier = shown.getByText('Correcciones anteriores (2)').closest('details');
    expect(earlier?.open).toBe(false);
    for (const text of [
      'Empresa empleadora: sigue Flores (FLO), que se confirmó después',
      'Fotografía: se anunció otra, que no ha llegado',
    ])
      expect(earlier?.textContent).toContain(text);
    expect(shown.getByRole('link', { name: 'Corregir registro' }).getAttribute('href')).toBe(
      `/reception?evaluation=${sampleEvaluation(1).id}`,
    );
  });

  it('P10.356 the corrections panel names a corrected additional field by its label', async () => {
    const changes = [{ field: 'additional.x', label: 'EPS', before: null, after: 'Sura' }];
    renderEvaluation(sampleEvaluation(1, { corrections: [{ ...jobCorrection, changes }] }));
    expect(within(await findCorrectionsRegion()).getByText('EPS: sin dato → Sura')).toBeTruthy();
  });

  it('P10.293 the corrections panel says that a closed evaluation must be reopened before a correction', async () => {
    renderEvaluation({ ...closedEvaluation, corrections: [jobCorrection] });
    const shown = within(await findCorrectionsRegion());
    expect(shown.getByText('Para corregir el registro, reabre primero la evaluación.')).toBeTruthy();
    expect(shown.queryByRole('link')).toBeNull();
  });
});

describe('P10.294 correction that arrives while the evaluation is open', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());
  const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('P10.294 the evaluation page refreshes every thirty seconds, keeps typed text, and shows a new correction until it is dismissed', async () => {
    renderEvaluation(sampleEvaluation(1, { corrections: [jobCorrection] }));
    await findNotesRegion();
    expect(screen.queryByText(CORRECTION_NOTICE_PATTERN)).toBeNull();
    await enterText(getTextField('Observaciones'), 'Sin dolor');
    serverState.now = sampleEvaluation(1, { corrections: [employerCorrection, jobCorrection] });
    await advanceTime(29_999);
    expect(screen.queryByText(CORRECTION_NOTICE_PATTERN)).toBeNull();
    await advanceTime(1);
    const notice = await screen.findByText(CORRECTION_NOTICE_PATTERN);
    expect(notice.closest('[role=status]')?.textContent).toContain('Por Iván Recepción.');
    expect(getTextField('Observaciones').value).toBe('Sin dolor');
    await userEvent.click(screen.getByRole('button', { name: 'Entendido' }));
    expect(screen.queryByText(CORRECTION_NOTICE_PATTERN)).toBeNull();
    serverState.now = sampleEvaluation(1, {
      corrections: [employerCorrection, jobCorrection, patientMoveCorrection],
    });
    await advanceTime(30_000);
    expect(await screen.findByText('Esta evaluación ahora es de Zoraida Quiñones.')).toBeTruthy();
  });

  it("P10.364 the evaluation page notifies the doctor of a correction by another user of the same name, but not of the doctor's own", async () => {
    const own = { ...patientMoveCorrection, by_id: createAccount([]).userId };
    renderEvaluation(sampleEvaluation(1, { corrections: [] }));
    await findNotesRegion();
    serverState.now = sampleEvaluation(1, { corrections: [own] });
    await advanceTime(30_000);
    expect(await screen.findByText('Motivo: Este registro es de otra persona.')).toBeTruthy();
    expect(screen.queryByText(CORRECTION_NOTICE_PATTERN)).toBeNull();
    serverState.now = sampleEvaluation(1, {
      corrections: [own, { ...employerCorrection, by: own.by, by_id: crypto.randomUUID() }],
    });
    await advanceTime(30_000);
    const notice = await screen.findByText(CORRECTION_NOTICE_PATTERN);
    expect(notice.closest('[role=status]')?.textContent).toContain('Empresa empleadora');
    expect(notice.closest('[role=status]')?.textContent).not.toContain('Zoraida');
  });
});
