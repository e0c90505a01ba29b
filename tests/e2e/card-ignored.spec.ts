import { cardFrame, ANA, stripped } from '#tests/support/cards/invented-card.ts';
import { readerTypes } from '#tests/support/reception/card-reader.ts';
import { createMember } from '#tests/support/server/clinic.ts';
import { Office } from '#tests/support/reception/office.ts';
import { expect, test } from './fixtures.ts';

const NOT_USED = 'Leíste una cédula, y esta pantalla no la usa: no se guardó nada.';

test(
  'P10.31 the evaluation list shows that it ignores a card, and sends no search, when a reader enters the card as keystrokes, as composed input or from the clipboard',
  { tag: ['@landing', '@chromium'] },
  async ({ page, clinic, line, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: line.origin });
    const office = new Office(page, line.origin);
    const searched: string[] = [];
    page.on('request', (request) => {
      if (/[?&]search=/.test(request.url())) searched.push(request.url());
    });
    const guard = page.waitForResponse(/\/assets\/reader\./);
    await office.signIn(await createMember(clinic, 'Bogotá', ['manage_evaluations']));
    await guard;
    await page.goto(`${line.origin}/evaluations`);
    const search = page.getByLabel('Buscar paciente');
    const address = page.url();
    const said = page.getByText(NOT_USED);
    const isUntouched = async () => {
      await expect(said).toBeVisible();
      await expect(search).toHaveValue('');
      await expect(search).toBeFocused();
      expect([page.url(), searched]).toEqual([address, []]);
      // The test waits until the message has disappeared, because the next card would show the same message. A real reader
      // needs longer than a second per card.
      await expect(said).toHaveCount(0, { timeout: 20_000 });
    };
    await search.click();
    await readerTypes(page, `${stripped(cardFrame(ANA))}\t\r`);
    await isUntouched();

    await page.keyboard.insertText(stripped(cardFrame(ANA)));
    await isUntouched();

    await page.evaluate((text) => navigator.clipboard.writeText(text), stripped(cardFrame(ANA)));
    await page.keyboard.press('Control+V');
    await isUntouched();
  },
);
