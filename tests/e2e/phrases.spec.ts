import { Administration } from '#tests/support/desk/administration.ts';
import { Office } from '#tests/support/desk/office.ts';
import { visitor } from '#tests/support/base/people.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { isAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test(
  'P10.197 who keeps the catalogues keeps a phrase, and a doctor writes it with one tap, also without network',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic, elsewhere, consoleErrors }) => {
    const keeper = await hire(clinic, 'Bogotá', ['manage_catalogs']);
    const words = `Uso de tapones en planta ${keeper.id.slice(0, 8)}.`;
    const admin = new Administration(await elsewhere(), line.origin);
    await admin.signIn(keeper, '/admin/catalogs/phrases/new');
    await admin.page.getByLabel('En qué texto va').selectOption('Recomendaciones laborales');
    await admin.enter({ Frase: words });
    await isAccessible(admin.page, 'the form of a phrase');
    await admin.button('Crear').click();
    await admin.says('Frase creada.');
    await admin.page.goto(`${line.origin}/admin/catalogs/phrases`);
    await expect(admin.page.getByRole('table')).toContainText(words);
    await isAccessible(admin.page, 'the list of phrases');
    await admin.page.context().close();

    const member = await hire(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const office = new Office(page, line.origin);
    await office.signIn(member);
    const id = await office.createEvaluation(member, visitor());
    await office.open(id);
    const bank = page.getByRole('group', { name: 'Frases de la clínica: Recomendaciones laborales' });
    await bank.getByRole('button', { name: words }).click();
    await expect(office.text('Recomendaciones laborales')).toHaveValue(words);
    await isAccessible(page, 'the phrases of the clinic');

    consoleErrors.networkWasCut = true;
    await page.context().setOffline(true);
    await page.reload();
    await office.isOpen();
    await expect(bank.getByRole('button', { name: words })).toHaveAttribute('aria-pressed', 'true');
    await bank.getByRole('button', { name: words }).click();
    await expect(office.text('Recomendaciones laborales')).toHaveValue('');
  },
);
