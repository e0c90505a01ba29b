import { DOCUMENT_TIMEOUT_MS } from '#contract/documents.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { tabTo } from '#tests/support/base/keyboard.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { addDoctor, createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

test(
  'P10.390 reception prints a concept that a doctor has just signed and stores its receipt by keyboard and pen; without network the page shows why this is impossible',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, clinic, line, page, elsewhere }) => {
    const office = new OfficePage(await elsewhere(), line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const doctorId = await addDoctor(clinic, `Dra. Entrega ${doctor.id.slice(0, 8)}`, doctor);
    const [first, second] = [createVisitor(), createVisitor()];
    const send = await signInForRequests(office, doctor.email);
    const close = async (person: typeof first) => {
      const id = await createUnsignedEvaluation(office, doctor, { person, concept: 'Apta' });
      await send('POST', `/evaluations/${id}/sign`, { doctor_id: doctorId });
      return id;
    };
    await close(first);

    const receptionist = await createClinicUser(clinic, 'Bogotá', ['deliver_documents']);
    await desk.signIn(receptionist, '/deliveries');
    const rowOf = ({ document }: typeof first) =>
      page.getByRole('list', { name: 'Entregas de hoy' }).getByRole('listitem').filter({ hasText: document });
    await expect(rowOf(first)).toContainText('Por entregar');
    const id = await close(second);
    await expect(rowOf(second), 'the list refreshes itself').toBeVisible();
    await expectAccessible(page, 'the deliveries');

    const print = rowOf(second).getByRole('button', { name: /^Imprimir concepto/ });
    const handOver = rowOf(second).getByRole('button', { name: /^Entregar/ });
    await tabTo(page, print);
    const download = page.waitForEvent('download', { timeout: DOCUMENT_TIMEOUT_MS });
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe(`concepto_${id.slice(0, 8)}.pdf`);
    await expect(handOver, 'the next step has the focus').toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Entrega al trabajador' });
    await expect(dialog.getByText('Recibe: Concepto de aptitud')).toBeVisible();
    await expectAccessible(page, 'the hand-over of a delivery');
    await strokeByMouse(page, dialog.getByLabel('Firma de quien recibe'));
    line.inject({ method: 'POST', path: /\/receipt$/ }, { type: 'cut_after' });
    await dialog.getByRole('button', { name: 'Firmar y recibir' }).press('Enter');
    const thanks = page.getByRole('dialog', { name: 'Listo' });
    await thanks.getByRole('button', { name: 'Continuar' }).press('Enter');
    await expect(rowOf(second)).toBeHidden();
    await expect(rowOf(first).getByRole('button', { name: /^Imprimir concepto/ })).toBeFocused();
    const receipts = await clinic.query('select items, handed_by from receipts where evaluation_id = $1', [
      id,
    ]);
    expect(receipts).toEqual([{ items: ['concept'], handed_by: receptionist.id }]);

    line.disconnect();
    await expect(page.getByText(/imprimir y entregar necesitan red/)).toBeVisible();
    await expect(rowOf(first).getByRole('button', { name: /^Entregar/ })).toBeDisabled();
    await expectAccessible(page, 'the deliveries without network');
    await page.reload();
    await expect(page.getByText('No se pudo cargar la lista de entregas.')).toBeVisible();
    await expect(page.getByText(first.document)).toHaveCount(0);
    line.restoreConnection();
    await expect(rowOf(first)).toBeVisible();
  },
);
