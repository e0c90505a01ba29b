import { createClinicUser } from '#tests/support/server/clinic.ts';
import { newestSignedDocument } from '#tests/support/documents/signed-documents.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const readDocumentReceipts = (clinic: ServerProcess, evaluationId: string) =>
  clinic.query<{ version: number; items: string[]; handed_by_name: string }>(
    'select version, items, handed_by_name from receipts where evaluation_id = $1',
    [evaluationId],
  );

test(
  'P10.166 the tablet records a worker’s signature for the handed-over concept by keyboard and pen, in both colour schemes; after a lost response, the server has one receipt',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, clinic, line, page }) => {
    const { evaluationId, number } = await newestSignedDocument(clinic);
    await desk.signIn(
      await createClinicUser(clinic, 'Bogotá', ['manage_evaluations']),
      `/evaluations/${evaluationId}`,
    );
    const begin = desk.button('Entregar al trabajador');
    const more = desk.button('Más');
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await begin.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Entrega al trabajador' });
    await expect(dialog.getByText(`Documento ${number}`)).toBeVisible();
    await expectAccessible(page, 'the hand-over');
    const keep = dialog.getByRole('button', { name: 'Firmar y recibir' });
    await expect(keep).toBeDisabled();

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(begin, 'the focus comes back').toBeFocused();
    await page.keyboard.press('Enter');
    const results = dialog.getByLabel('Resultados de los exámenes');
    await results.focus();
    await page.keyboard.press('Space');
    await expect(results).toBeChecked();
    await strokeByMouse(page, dialog.getByLabel('Firma de quien recibe'));
    line.inject({ method: 'POST', path: /\/receipt$/ }, { type: 'cut_after' });
    await keep.focus();
    await page.keyboard.press('Enter');
    const thanks = page.getByRole('dialog', { name: 'Listo' });
    await expect(thanks.getByText('Devuelve la tableta.')).toBeVisible();
    await expectAccessible(page, 'the tablet is given back');
    await expect(thanks.getByRole('button', { name: 'Continuar' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Recibió el trabajador el .*Concepto de aptitud, Resultados/)).toBeVisible();
    await expect(begin, 'one receipt for each closing').toBeHidden();
    await expect(page.getByText('Entrega guardada.')).toBeFocused();
    expect(await readDocumentReceipts(clinic, evaluationId)).toEqual([
      expect.objectContaining({ items: ['concept', 'results'] }),
    ]);
  },
);
