import { pageTextsOf } from '#tests/support/documents/poppler.ts';
import { OfficePage, samplePdf } from '#tests/support/reception/office.ts';
import { addDoctor, createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expect, test } from '../fixtures.ts';

const NOTE_LINES = Array.from({ length: 40 }, (_, nth) => `Renglón ${nth + 1} de la nota.`);

// The test needs Chromium, because Playwright prints in no other browser.
test(
  'P10.318 the print of an open evaluation contains all lines of a long note and the complete preview of the concept, in both orientations',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await office.signIn(doctor, '/home');
    await office.open(await office.createEvaluation(doctor, createVisitor()));
    await office.text('Recomendaciones laborales').fill(NOTE_LINES.join('\n'));
    for (const landscape of [false, true]) {
      const paper = (await pageTextsOf(await page.pdf({ format: 'A4', landscape }))).join('\n');
      // Each line must occur twice: in the note and in the employer's preview, which repeats the note.
      for (const words of NOTE_LINES) expect(paper.split(words).length - 1, words).toBeGreaterThanOrEqual(2);
      expect(paper, 'the last line of the preview').toContain('Además, los nombres de los');
    }
    await expect(office.text('Recomendaciones laborales')).toBeVisible();
  },
);

const PREVIEW_TITLE = 'Lo que leerá el empleador';

test(
  'P10.320 the page of a reopened evaluation shows the complete preview of the concept next to the notes without any overlap',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const name = `Dra. Entera ${doctor.id.slice(0, 8)}`;
    await addDoctor(clinic, name, doctor);
    await office.signIn(doctor, '/home');
    await office.open(
      await createUnsignedEvaluation(office, doctor, { person: createVisitor(), concept: 'Apta' }),
    );
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
      const preview = await boxOf(PREVIEW_TITLE);
      expect(preview.y, 'below the person bar').toBeGreaterThanOrEqual(60);
      expect(preview.bottom).toBeLessThanOrEqual(height);
      expect(preview.y - (await boxOf('Firma y cierre')).bottom).toBeGreaterThanOrEqual(12);
      expect((await boxOf('Documentos')).right).toBeLessThanOrEqual(preview.x);
    }
  },
);

const SCREEN_SIZES_PX = [
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [390, 844],
] as const;

test(
  'P10.380 the notice about a failed save keeps the same distance from the field above and the save bar below',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic, consoleErrors }) => {
    consoleErrors.networkWasCut = true;
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await office.signIn(doctor, '/home');
    await office.open(await office.createEvaluation(doctor, createVisitor()));
    await office.text('Hábitos y estilos de vida').fill('Camina a diario.');
    await page.route('**/notes', (route) => route.abort());
    await office.button('Guardar notas').click();
    const card = page.getByRole('region', { name: 'Notas médicas' });
    const notice = card.getByRole('alert');
    await expect(notice).toContainText('No se pudieron guardar las notas médicas.');
    for (const [width, height] of SCREEN_SIZES_PX) {
      await page.setViewportSize({ width, height });
      const [above, below] = await notice.evaluate((shown) => {
        const bar = document.querySelector('[data-save="notes"]')?.parentElement;
        const last = document.querySelector('[data-note="observaciones"]');
        const box = shown.getBoundingClientRect();
        return [
          box.top - (last?.getBoundingClientRect().bottom ?? NaN),
          (bar?.getBoundingClientRect().top ?? NaN) - box.bottom,
        ];
      });
      expect([width, above], 'the distance to the field above').toEqual([width, below]);
      expect(above, `at ${width}`).toBeGreaterThanOrEqual(12);
    }
  },
);

test(
  'P10.381 the print of an open evaluation contains texts without controls, and names an attached file',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await addDoctor(clinic, `Dra. Papel ${doctor.id.slice(0, 8)}`, doctor);
    await office.signIn(doctor, '/home');
    await office.open(
      await createUnsignedEvaluation(office, doctor, { person: createVisitor(), concept: 'Apta' }),
    );
    await page.locator('input[type="file"]').first().setInputFiles(samplePdf());
    const attached = page.getByRole('button', { name: /^Descargar / });
    await expect(attached).toBeVisible();
    await expect(office.button('Sin restricciones')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const controls = await page
      .locator(
        'button:not(:has(img), [aria-label^="Descargar"]), label:has(input[type="file"]), input[type="file"]',
      )
      .filter({ visible: true })
      .evaluateAll((found) => found.map((control) => control.textContent));
    expect(controls).toEqual([]);
    await expect(attached).toHaveCSS('border-top-width', '0px');
    await expect(attached).toBeVisible();
    await expect(office.text('Concepto de aptitud laboral')).toBeVisible();
  },
);
