import { pagesOf } from '#tests/support/documents/poppler.ts';
import { Office } from '#tests/support/desk/office.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { visitor } from '#tests/support/base/people.ts';
import { expect, test } from './fixtures.ts';

const LINES = Array.from({ length: 40 }, (_, nth) => `Renglón ${nth + 1} de la nota.`);

// Playwright prints in Chromium alone.
test(
  'P10.324 prints an open evaluation with all lines of a long note and all of the preview, in both orientations',
  { tag: ['@chromium'] },
  async ({ page, line, clinic }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const office = new Office(page, line.origin);
    const doctor = await hire(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await office.signIn(doctor, '/home');
    await office.open(await office.createEvaluation(doctor, visitor()));
    await office.text('Recomendaciones laborales').fill(LINES.join('\n'));
    for (const landscape of [false, true]) {
      const paper = (await pagesOf(await page.pdf({ format: 'A4', landscape }))).join('\n');
      // The employer's preview repeats the note.
      for (const words of LINES) expect(paper.split(words).length - 1, words).toBeGreaterThanOrEqual(2);
      expect(paper, 'the last line of the preview').toContain('Además, los nombres de los');
    }
    await expect(office.text('Recomendaciones laborales')).toBeVisible();
  },
);
