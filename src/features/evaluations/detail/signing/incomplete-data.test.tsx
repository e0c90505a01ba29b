import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import {
  calls,
  closed,
  openSigning,
  opened,
  ready,
  rules,
  show,
} from '#tests/support/screens/evaluation-screen.tsx';

const NAME = 'Datos que faltan para el certificado';
const WHOLE = { birth_date: '1988-04-15', gender: 'F', occupation_name: 'Soldadora' } as const;
const corrected: Evaluation = { ...ready, corrections: [] };
const withPatient = (patch: object): Evaluation => ({
  ...corrected,
  patient: { ...ready.patient, ...WHOLE, ...patch },
});
const missing = () => within(screen.getByRole('region', { name: NAME }));
const lines = () => missing().getAllByRole('listitem');

describe('P10.295 the signing checklist', () => {
  it('P10.295 warns about each missing datum, with a link to complete it, and lets the doctor sign', async () => {
    show(withPatient({ birth_date: null, occupation_name: ' ' }));
    await opened();
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      'Falta:Fecha de nacimientoCompletar: Fecha de nacimiento',
      'Falta:CargoCompletar: Cargo',
    ]);
    await userEvent.click(missing().getByRole('link', { name: 'Completar: Cargo' }));
    expect(screen.getByTestId('where').textContent).toBe(
      `/reception?evaluation=${ready.id}&field=occupation_name`,
    );
  });

  it('P10.295 shows no link where the server stores no corrections', async () => {
    show(ready);
    await opened();
    expect(lines()).toHaveLength(3);
    expect(missing().queryByRole('link')).toBeNull();
  });

  it.each([
    ['of a complete patient', withPatient({})],
    ['of a closed evaluation', { ...closed, corrections: [] }],
  ])('P10.295 shows no warning %s', async (_what, evaluation) => {
    show(evaluation);
    await opened();
    expect(screen.queryByRole('region', { name: NAME })).toBeNull();
  });

  it("P10.295 lists them in the dialog among the lines that print 'No registrado'", async () => {
    const doctor = { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null };
    calls.fetchSigningRules.mockResolvedValue(rules({ doctor }));
    show(withPatient({ gender: null }));
    await opened();
    const dialog = await openSigning();
    expect(dialog.getByText(/^Sin completar, saldrá «No registrado»: .*, Género\.$/)).toBeTruthy();
  });
});
