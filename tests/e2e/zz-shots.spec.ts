import { createVisitor } from '#tests/support/base/patients.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { addDoctor, addPictures } from '#tests/support/reception/ready-evaluation.ts';
import { createHealthyTemplate, fetchExams } from '#tests/support/reception/template-of-clinic.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { expect, test } from './fixtures.ts';
const SIZES = [
  [1024, 768],
  [390, 844],
] as const;
for (const scheme of ['light', 'dark'] as const)
  test(`shots ${scheme}`, async ({ page, line, clinic }) => {
    test.setTimeout(240000);
    await page.emulateMedia({ colorScheme: scheme });
    const doctor = await createClinicUser(clinic, 'Bogotá', [
      'manage_evaluations',
      'register_patients',
      'manage_catalogs',
    ]);
    await addDoctor(clinic, `Dra. P ${doctor.id.slice(0, 8)}`, doctor);
    const office = new OfficePage(page, line.origin);
    const admin = await signInForRequests(office, 'admin@alisos.demo');
    const exams = await fetchExams(admin, 2);
    await createHealthyTemplate(admin, `Sano ${doctor.id.slice(0, 8)}`, exams);
    await office.signIn(doctor);
    const shots = async (name: string, full = false) => {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(250);
        await page.screenshot({ path: `/tmp/normal-shots/${name}-${width}-${scheme}.png`, fullPage: full });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    const id = await office.createEvaluation(doctor, createVisitor());
    await addPictures(await signInForRequests(office, doctor.email), id);
    await office.open(id);
    await expect(office.button('Todo normal')).toBeVisible();
    await shots('before');
    await office.button('Todo normal').click();
    await shots('after', true);
    await office.button('Guardar todo').click();
    await office.button('Firmar y cierre').click();
    await shots('dialog');
    await page.keyboard.press('Escape');
    await page.goto(`${line.origin}/admin/catalogs/templates`);
    await page.getByRole('list', { name: 'Plantillas' }).waitFor();
    await shots('list');
    await page.getByRole('button', { name: /^Editar Periódica/ }).click();
    await shots('form', true);
  });
