import { createClinicUser } from '#tests/support/server/clinic.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const REASON = 'El paciente trajo otra orden.';
const CORRECTED_NOTICE_TEXT = 'El registro se corrigió mientras lo tenías abierto.';
/** Time (mm:ss) by which the test advances the clock. It is longer than the refresh interval of an open evaluation. */
const CLOCK_ADVANCE = '00:31';

test(
  'P10.293 P10.294 the open evaluation shows the doctor a correction by the receptionist and keeps the doctor’s typed text',
  { tag: '@landing' },
  async ({ page, line, clinic, rocio }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const office = new OfficePage(page, line.origin);
    const id = await createUnsignedEvaluation(office, doctor, { person: createVisitor(), concept: 'Apta' });
    await page.clock.install();
    await office.signIn(doctor, `/evaluations/${id}`);
    await office.isOpen();
    await office.text('Observaciones').fill('Refiere descanso');
    const reception = await signInForRequests(clinic, rocio.email);
    const correct = async (body: object) =>
      reception('PATCH', `/evaluations/${id}/registration`, { reason: REASON, ...body });

    await correct({ patient: { occupation_name: 'Soldadora de turno' } });
    await page.clock.fastForward(CLOCK_ADVANCE);
    const notice = page.getByRole('status').filter({ hasText: CORRECTED_NOTICE_TEXT });
    await expect(notice).toContainText('Cargo: sin dato → Soldadora de turno');
    await expect(office.text('Observaciones')).toHaveValue('Refiere descanso');
    await expectAccessible(page, 'an evaluation that was corrected while it was open');
    await notice.getByRole('button', { name: 'Entendido' }).click();
    await expect(notice).toHaveCount(0);
    await office.saveNotes();

    const other = createVisitor();
    await correct({
      other_patient: {
        identification_type: 'CC',
        identification_number: other.document,
        first_name: other.first_name,
        last_name: other.last_name,
      },
    });
    await page.clock.fastForward(CLOCK_ADVANCE);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `${other.first_name} ${other.last_name}`,
    );
    await expect(
      page.getByText(`Esta evaluación ahora es de ${other.first_name} ${other.last_name}.`),
    ).toBeVisible();
    const corrections = page.getByRole('region', { name: 'Correcciones del registro' });
    await expect(corrections).toContainText(`Motivo: ${REASON}`);
    await corrections.getByText('Correcciones anteriores (1)').click();
    await expect(corrections).toContainText('Cargo: sin dato → Soldadora de turno');
    await expect(corrections.getByRole('link', { name: 'Corregir registro' })).toHaveAttribute(
      'href',
      `/reception?evaluation=${id}`,
    );
    await office.sign();
    await expect(corrections).toContainText('Para corregir el registro, reabre primero la evaluación.');
  },
);
