import { ANA_CARDHOLDER, cardCodeText, type Cardholder } from '#tests/support/cards/invented-card.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { announceForToday } from '#tests/support/reception/expected-day.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { readDraftFromPage } from '#tests/support/device/encrypted-draft.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const ZOE: Cardholder = {
  ...ANA_CARDHOLDER,
  number: '9998000330',
  last_name: 'YTURRALDE',
  second_last_name: 'PEÑA',
  first_name: 'ZORAIDA',
  middle_name: '',
};
const VISIT = { type: 'Ingreso (preocupacional)', company: 'Flores del Páramo Ficticio S.A.S. (DEMO)' };
const EXPECTED = { identification_number: '9998000331', first_name: 'Beatriz', last_name: 'Yturralde' };
const LONG_NAMES = { first_name: 'María Fernanda de los Ángeles', last_name: 'Rodríguez-Villamizar' };

const measurePageOverflow = (desk: ReceptionScreen) =>
  desk.page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return { below: scrollHeight - clientHeight, beside: scrollWidth - clientWidth };
  });

/** Asserts that the screen needs no scrolling on a tablet in landscape and portrait. */
async function expectFitsTablets(desk: ReceptionScreen): Promise<void> {
  for (const size of [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ]) {
    await desk.page.setViewportSize(size);
    expect(await measurePageOverflow(desk), `px outside the screen, ${size.width} px wide`).toEqual({
      below: 0,
      beside: 0,
    });
  }
}

test(
  "P10.70 P10.71 P10.73 P10.40 a recovered draft, the prompt about its pictures and the next form each fit on a tablet's screen with the longest names",
  { tag: ['@chromium', '@landing'] },
  async ({ clinic, desk, rocio, page }) => {
    await announceForToday(clinic, rocio, VISIT, [EXPECTED]);
    const person = { ...createVisitor(), ...LONG_NAMES };
    await desk.signIn(rocio);
    await desk.reachConfirmation(person);
    await expect(page.getByText('Sin capturar')).toHaveCount(2);
    await expect.poll(async () => (await readDraftFromPage(page)).content).toContain('"step":2');
    await page.reload();
    await expect(page.getByText('Borrador recuperado')).toBeVisible();
    await expect(page.getByRole('heading', { name: new RegExp(`^${LONG_NAMES.first_name}`) })).toBeVisible();
    await expectFitsTablets(desk);

    await desk.capture(await randomPhoto());
    await desk.button('Editar datos del paciente').click();
    await expect(desk.button('Leer cédula')).toBeVisible();
    await typeLikeCardReader(page, cardCodeText(ZOE));
    const question = page.getByRole('dialog', { name: 'El documento leído es de otra persona' });
    await expect(question).toContainText(`CC ${person.document}; leíste la cédula de Zoraida Yturralde Peña`);
    await expectAccessible(page, 'the question about the card of another person');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(desk.field('Número de identificación')).toHaveValue(person.document);

    const another = createVisitor();
    await desk.field('Número de identificación').fill(another.document);
    await desk.next(); // The wizard returns directly to the last step, because 'Editar' was pressed there.
    await expect(page.getByText(/^¿La foto y la firma son de María Fernanda/)).toBeVisible();
    await expectAccessible(page, 'the question whose the pictures are');
    await expect(desk.confirmButton).toBeInViewport({ ratio: 1 });
    await expectFitsTablets(desk);
    await desk.confirm();
    await expect(desk.button('Sí, conservar')).toBeFocused();
    await desk.button('Sí, conservar').click();
    await desk.picturesAreReady();
    await desk.button('Editar datos del paciente').click();
    await desk.field('Segundo apellido').fill('Santacruz de Montenegro');
    await desk.next();
    await desk.picturesAreReady();
    await desk.confirm();

    await expect(page.getByText('Subida completa')).toHaveCount(2);
    const banner = page.getByRole('status').filter({ hasText: `CC ${another.document}` });
    await expect(banner).toBeInViewport({ ratio: 1 });
    await expectFitsTablets(desk);
    await page.setViewportSize({ width: 390, height: 844 });
    await desk.fillPerson(createVisitor());
    await desk.next();
    await expect(page.getByRole('button', { name: /^Igual que la persona anterior/ })).toBeVisible();
    expect((await measurePageOverflow(desk)).beside, 'the second step is no wider than a telephone').toBe(0);
  },
);
