import { pagesOf } from '#tests/support/documents/poppler.ts';
import { Office } from '#tests/support/reception/office.ts';
import { addDoctor, readyEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { createMember } from '#tests/support/server/clinic.ts';
import { visitor } from '#tests/support/base/patients.ts';
import { expect, test } from './fixtures.ts';

const LINES = Array.from({ length: 40 }, (_, nth) => `Renglón ${nth + 1} de la nota.`);

// The test needs Chromium, because Playwright prints in no other browser.
test(
  'P10.318 the print of an open evaluation contains all lines of a long note and the complete preview, in both orientations',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const office = new Office(page, line.origin);
    const doctor = await createMember(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await office.signIn(doctor, '/home');
    await office.open(await office.createEvaluation(doctor, visitor()));
    await office.text('Recomendaciones laborales').fill(LINES.join('\n'));
    for (const landscape of [false, true]) {
      const paper = (await pagesOf(await page.pdf({ format: 'A4', landscape }))).join('\n');
      // Each line must occur twice: in the note and in the employer's preview, which repeats the note.
      for (const words of LINES) expect(paper.split(words).length - 1, words).toBeGreaterThanOrEqual(2);
      expect(paper, 'the last line of the preview').toContain('Además, los nombres de los');
    }
    await expect(office.text('Recomendaciones laborales')).toBeVisible();
  },
);

const PREVIEW = 'Lo que leerá el empleador';

test(
  'P10.320 the page of a reopened evaluation shows the complete preview next to the notes without any overlap',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const office = new Office(page, line.origin);
    const doctor = await createMember(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const name = `Dra. Entera ${doctor.id.slice(0, 8)}`;
    await addDoctor(clinic, name, doctor);
    await office.signIn(doctor, '/home');
    await office.open(await readyEvaluation(office, doctor, { person: visitor(), concept: 'Apta' }));
    await office.button('Firmar y cierre').click();
    const dialog = page.getByRole('dialog', { name: `Vas a firmar como ${name}` });
    await dialog.getByRole('button', { name: 'Firmar y cierre' }).click();
    await office.reopen();
    const boxOf = async (region: string) => {
      const box = await page.getByRole('region', { name: region, exact: true }).boundingBox();
      if (!box) throw new Error(`No ${region}`);
      return { ...box, bottom: box.y + box.height, right: box.x + box.width };
    };
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await office.text('Recomendaciones laborales').scrollIntoViewIfNeeded();
      const preview = await boxOf(PREVIEW);
      expect(preview.y, 'below the person bar').toBeGreaterThanOrEqual(60);
      expect(preview.bottom).toBeLessThanOrEqual(height);
      expect(preview.y - (await boxOf('Firma y cierre')).bottom).toBeGreaterThanOrEqual(12);
      expect((await boxOf('Documentos')).right).toBeLessThanOrEqual(preview.x);
    }
  },
);
