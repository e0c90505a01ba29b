import { Office } from '#tests/support/desk/office.ts';
import { visitor } from '#tests/support/base/people.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { isAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test(
  'P10.185 P10.186 a clinic makes a package for a job, and the doctor takes it with one tap',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const office = new Office(page, line.origin);
    const member = await hire(clinic, 'Bogotá', [
      'manage_evaluations',
      'manage_catalogs',
      'register_patients',
    ]);
    const job = `Oficio ${member.id.slice(0, 8)}`;
    await office.signIn(member, '/admin/catalogs');
    await page.getByRole('link', { name: 'Paquetes de exámenes' }).click();
    await office.button('Nuevo paquete').click();
    const [type] = await clinic.query<{ name: string }>(
      'select name from evaluation_types where is_active order by name limit 1',
    );
    await office.desk.choose('Tipo de evaluación', type?.name ?? '');
    await page.getByLabel('Cargo').fill(job);
    for (const name of ['Audiometría tonal', 'Visiometría']) {
      await office.desk.choose('Agregar un examen', name);
      await office.button('Agregar examen').click();
      await expect(office.button(`Quitar ${name}`)).toBeVisible();
    }
    await isAccessible(page, 'a new package');
    await office.button('Guardar paquete').click();
    await expect(page.getByRole('list', { name: 'Paquetes' })).toContainText(`${type?.name} · ${job}`);
    await isAccessible(page, 'the packages');

    const id = await office.createEvaluation(member, visitor());
    await clinic.query(
      `with made as (insert into occupations (id, name) values (gen_random_uuid(), $2) returning id),
        patient as (update patients set occupation_id = (select id from made)
          from evaluations where evaluations.id = $1 and patients.id = evaluations.patient_id)
        update evaluations set evaluation_type_id = (select id from evaluation_types where name = $3) where id = $1`,
      [id, job.toUpperCase(), type?.name],
    );
    await office.open(id);
    const add = page.getByRole('button', { name: /^Agregar los 2 exámenes del paquete / });
    await expect(add).toBeVisible();
    await isAccessible(page, 'an evaluation with a package');
    expect(await clinic.query('select 1 from exam_orders where evaluation_id = $1', [id])).toEqual([]);
    await add.click();
    await expect(add).toBeHidden();
    await office.saveResults();
    const orders = await clinic.query<{ name: string }>(
      'select name from exams join exam_orders on exam_id = exams.id where evaluation_id = $1 order by name',
      [id],
    );
    expect(orders.map(({ name }) => name)).toEqual(['Audiometría tonal', 'Visiometría']);
    await page.reload();
    await office.isOpen();
    await expect(add).toBeHidden();
  },
);
