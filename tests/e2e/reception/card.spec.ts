import { chromiumLaunchOptions } from '#tests/support/browsers/chromium.ts';
import { createFakeCamera } from '#tests/support/browsers/fake-camera.ts';
import { drawCardWithCode } from '#tests/support/cards/code-picture.ts';
import {
  ANA_CARDHOLDER,
  cardCodeText,
  collapsePadding,
  type Cardholder,
} from '#tests/support/cards/invented-card.ts';
import { PLAIN_SHOT, photographPicture } from '#tests/support/cards/picture.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expect, test } from '../fixtures.ts';

const ZOE: Cardholder = {
  ...ANA_CARDHOLDER,
  number: '9998000314',
  last_name: 'YTURRALDE',
  second_last_name: 'PEÑA',
  first_name: 'ZORAIDA',
  middle_name: '',
  birth_date: '1984-07-19',
};
const ZOE_FIELDS = {
  identification_number: ZOE.number,
  first_name: 'Zoraida',
  middle_name: '',
  last_name: 'Yturralde',
  second_last_name: 'Peña',
  birth_date: ZOE.birth_date,
  gender: 'F',
};

function createCardFrames() {
  const card = drawCardWithCode(cardCodeText(ZOE));
  return [5, 3, 2, 1, 0.5, 0].map((degrees, index) =>
    photographPicture(card, {
      ...PLAIN_SHOT,
      degrees,
      tilt: 0.02,
      blur: 0.6,
      noise: 8,
      glare: 15,
      seed: index,
    }),
  );
}
test.use({
  // Playwright requires the destructuring pattern, although this fixture uses no other fixture.
  // oxlint-disable-next-line no-empty-pattern
  launchOptions: async ({}, provide) => {
    const camera = createFakeCamera(createCardFrames());
    await provide(chromiumLaunchOptions(camera.args));
    camera.remove();
  },
});

const readPatientFields = async ({ page }: ReceptionScreen): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(ZOE_FIELDS).map(async (name) => [
        name,
        await page.locator(`[data-path="${name}"]`).inputValue(),
      ]),
    ),
  );

test.describe('card reading in Chromium @chromium', () => {
  test(
    'D6 P10.30 the form is filled offline from a card under the camera, and the camera turns off',
    { tag: '@landing' },
    async ({ desk, rocio, page, consoleErrors }) => {
      await desk.signIn(rocio);
      consoleErrors.networkWasCut = true;
      await page.context().setOffline(true);
      await desk.button('Leer cédula').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByText('Cédula leída')).toBeVisible();
      expect(await readPatientFields(desk)).toEqual(ZOE_FIELDS);
      await expect(page.getByText('leído de la cédula'), 'each field that the card filled').toHaveCount(6);
      await expect(page.locator('video')).toHaveCount(0);
    },
  );

  test(
    "D6 P10.31 P10.32 P10.91 a card that a reader types changes no typed text; the form takes the card's data only when the user chooses so",
    { tag: '@landing' },
    async ({ desk, rocio, page, context, line }) => {
      await desk.signIn(rocio);
      await expect(desk.button('Leer cédula')).toBeVisible();
      await page.locator('[data-path="occupation_name"]').fill('Soldadora');
      await typeLikeCardReader(page, `${collapsePadding(cardCodeText(ZOE))}\r`);
      await expect(page.getByText('Cédula leída')).toBeVisible();
      await desk.button('Zoraida · Yturralde Peña').click();
      expect(await readPatientFields(desk)).toEqual(ZOE_FIELDS);
      await expect(page.locator('[data-path="occupation_name"]')).toHaveValue('Soldadora');

      await desk.next();
      const company = page.getByRole('combobox', { name: 'Empresa empleadora' });
      await company.fill('Flo');
      await typeLikeCardReader(page, cardCodeText(ZOE));
      await expect(page.getByText('Es la cédula de esta persona.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Paso 2 de 3' })).toBeVisible();
      await expect(company).toHaveValue('Flo');

      await desk.button('Descartar todo').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Descartar todo' }).click();
      await desk.field('Número de identificación').fill('9999000777');
      await desk.field('Primer nombre').fill('Wamba');
      await typeLikeCardReader(page, cardCodeText(ZOE));
      await expect(
        page.getByText(/^Leíste la cédula de Zoraida Yturralde Peña, CC 9998000314\. Cambia: /),
      ).toBeVisible();
      await desk.button('Dejar lo escrito').click();
      await expect(desk.field('Primer apellido'), 'where the person goes on').toBeFocused();
      expect(await readPatientFields(desk)).toMatchObject({
        identification_number: '9999000777',
        first_name: 'Wamba',
        last_name: '',
      });
      await typeLikeCardReader(page, cardCodeText(ZOE));
      // The first of the two buttons is in the prompt, the other is in the card-reader bar.
      await page.getByRole('button', { name: 'Dejar en espera' }).first().click();
      await expect(desk.button('En espera: 1')).toBeVisible();
      await expect.poll(() => readPatientFields(desk)).toEqual(ZOE_FIELDS);

      const other = new ReceptionScreen(await context.newPage(), line.origin);
      await other.open('/reception');
      await other.field('Primer nombre').fill('Wamba');
      await expect(page.getByText('Este borrador se envió o cambió en otra ventana.')).toBeVisible();
      await page.bringToFront();
      await typeLikeCardReader(page, `${cardCodeText(ANA_CARDHOLDER)}\r`);
      await expect(page.getByText('Este borrador se envió o cambió en otra ventana.')).toBeVisible();
      expect(await readPatientFields(desk)).toEqual(ZOE_FIELDS);
      await desk.button('Recargar').click();
      await expect(desk.field('Primer nombre')).toHaveValue('Wamba');
      await typeLikeCardReader(page, cardCodeText(ZOE));
      await expect(page.getByText('Lo leído no es igual a lo escrito.')).toBeVisible();
      await desk.button('Usar lo leído').click();
      expect(await readPatientFields(desk)).toEqual(ZOE_FIELDS);
    },
  );
});
