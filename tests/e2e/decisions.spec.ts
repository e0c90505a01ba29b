import fs from 'node:fs/promises';
import { textOf } from '#tests/support/documents/poppler.ts';
import { addDoctor, readyEvaluation } from '#tests/support/desk/ready-evaluation.ts';
import { Office } from '#tests/support/desk/office.ts';
import { visitor } from '#tests/support/base/people.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { signIn } from '#tests/support/provider/provider-calls.ts';
import { isAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const CONCEPT = 'Concepto de aptitud laboral';
const chip = ({ page }: Office, note: string, name: string) =>
  page.getByRole('group', { name: `Frases: ${note}` }).getByRole('button', { name, exact: true });

test(
  'P10.269 P10.272 choices survive a reload offline, conflict with another doctor, and are what the concept states',
  { tag: '@landing' },
  async ({ elsewhere, clinic, line, page, consoleErrors }) => {
    const hireDoctor = () => hire(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const [member, other] = [await hireDoctor(), await hireDoctor()];
    await addDoctor(clinic, `Dra. Elige ${member.id.slice(0, 8)}`, member);
    const ana = new Office(page, line.origin);
    await page.setViewportSize({ width: 1366, height: 900 });
    await ana.signIn(member);
    const id = await readyEvaluation(ana, member, { person: visitor(), concept: 'Apto' });
    await ana.open(id);

    consoleErrors.networkWasCut = true;
    line.goDown();
    await chip(ana, CONCEPT, 'No apto').click();
    await chip(ana, 'Manejo EPS / ARL', 'EPS').click();
    await page.getByLabel('Motivo de la remisión').fill('zqmotivo del paciente');
    line.comeUp();
    await expect(page.getByText('Cambios sin guardar. El borrador está en este dispositivo.')).toBeVisible();
    line.goDown();
    await page.reload();
    await ana.isOpen();
    await expect(chip(ana, CONCEPT, 'No apto')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByLabel('Motivo de la remisión')).toHaveValue('zqmotivo del paciente');
    line.comeUp();

    // Another doctor chooses meanwhile.
    const luis = new Office(await elsewhere(), line.origin);
    const send = await signIn(luis, other.email);
    await send('PUT', `/evaluations/${id}/notes`, {
      notes: [{ note_type: 'sve', content: 'Ingresa al SVE visual.' }],
      decisions: { aptitude: 'aplazado', surveillance: [{ programme: 'visual', act: 'ingresa' }] },
    });
    await luis.page.context().close();

    const conflict = page.getByRole('group', { name: `Dos elecciones: ${CONCEPT}` });
    await expect(async () => {
      if (await ana.button('Guardar notas').isEnabled()) await ana.button('Guardar notas').click();
      await expect(conflict).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(conflict.getByRole('region', { name: 'La otra elección' })).toContainText('Aplazado');
    await isAccessible(page, 'two choices for one decision');
    await conflict.getByRole('button', { name: 'Conservar la mía' }).click();
    await ana.saveNotes();

    await ana.button('Firmar y cierre').click();
    const read = page.getByRole('dialog').getByRole('region', { name: 'Lo que leerá el empleador' });
    await expect(read).toContainText('No apto');
    await expect(read).toContainText('Sí: visual');
    await expect(read).toContainText('Requiere valoración por EPS');
    await page.getByRole('dialog').getByRole('button', { name: 'Firmar y cierre' }).click();
    await expect(ana.status).toContainText('Cerrada');

    const concept = await ana.download('Descargar concepto PDF');
    const text = await textOf(await fs.readFile(await concept.path()));
    expect(text).toContain('No apto');
    expect(text).toContain('Sí: visual');
    expect(text).toContain('Requiere valoración por EPS');
    expect(text).not.toContain('Aplazado');
    expect(text).not.toContain('zqmotivo');
  },
);
