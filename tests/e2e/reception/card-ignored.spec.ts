import { cardCodeText, ANA_CARDHOLDER, removePadding } from '#tests/support/cards/invented-card.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { expect, test } from '../fixtures.ts';

const UNUSED_CARD_TEXT = 'Leíste una cédula, y esta pantalla no la usa: no se guardó nada.';

test(
  'P10.31 the evaluation list reports that it ignores a card, and sends no search, whether the card arrives as keystrokes, as composed input or from the clipboard',
  { tag: ['@landing', '@chromium'] },
  async ({ page, clinic, line, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: line.origin });
    const office = new OfficePage(page, line.origin);
    const searched: string[] = [];
    page.on('request', (request) => {
      if (/[?&]search=/.test(request.url())) searched.push(request.url());
    });
    const guard = page.waitForResponse(/\/assets\/reader\./);
    await office.signIn(await createClinicUser(clinic, 'Bogotá', ['manage_evaluations']));
    await guard;
    await page.goto(`${line.origin}/evaluations`);
    const search = page.getByLabel('Buscar paciente');
    const address = page.url();
    const said = page.getByText(UNUSED_CARD_TEXT);
    const expectUnchanged = async () => {
      await expect(said).toBeVisible();
      await expect(search).toHaveValue('');
      await expect(search).toBeFocused();
      expect([page.url(), searched]).toEqual([address, []]);
      // The test waits until the message has disappeared, because the next card shows the same message. A user of a real reader
      // also needs more than a second for each card.
      await expect(said).toHaveCount(0);
    };
    await search.click();
    await typeLikeCardReader(page, `${removePadding(cardCodeText(ANA_CARDHOLDER))}\t\r`);
    await expectUnchanged();

    await page.keyboard.insertText(removePadding(cardCodeText(ANA_CARDHOLDER)));
    await expectUnchanged();

    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      removePadding(cardCodeText(ANA_CARDHOLDER)),
    );
    await page.keyboard.press('Control+V');
    await expectUnchanged();
  },
);

test(
  'P10.31 the sign-in form reports that it ignores a card, and leaves nothing of it in the e-mail field',
  { tag: ['@landing', '@chromium'] },
  async ({ page, line }) => {
    const guard = page.waitForResponse(/\/assets\/reader\./);
    await page.goto(`${line.origin}/login`);
    await guard;
    const email = page.getByLabel('Correo');
    await email.fill('rocio@');
    await typeLikeCardReader(page, cardCodeText(ANA_CARDHOLDER));
    await expect(page.getByText(UNUSED_CARD_TEXT)).toBeVisible();
    await expect(email).toHaveValue('rocio@');
    await expect(email).toBeFocused();
  },
);
