import { ANA, frame, type Holder } from '#tests/support/cards/invented-card.ts';
import { visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { readerTypes } from '#tests/support/desk/card-reader.ts';
import type { Desk } from '#tests/support/desk/desk.ts';
import { readDraft } from '#tests/support/device/sealed-draft.ts';
import { isAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const ZOE: Holder = {
  ...ANA,
  number: '9998000330',
  lastName: 'YTURRALDE',
  secondLastName: 'PEÑA',
  firstName: 'ZORAIDA',
  middleName: '',
};
const LONG = { firstName: 'María Fernanda de los Ángeles', lastName: 'Rodríguez-Villamizar' };

/** In the first step again, with both pictures. */
async function captured(desk: Desk) {
  const person = { ...visitor(), ...LONG };
  await desk.reachConfirmation(person);
  await desk.capture(await samplePhoto());
  await desk.button('Editar datos del paciente').click();
  await expect(desk.button('Leer cédula')).toBeVisible();
  return person;
}
const below = (desk: Desk) =>
  desk.page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return { below: scrollHeight - clientHeight, beside: scrollWidth - clientWidth };
  });

test.describe('the card of another person @chromium', () => {
  test(
    'P10.70 over photo and signature it asks; who was there waits with both, and the card begins the next',
    { tag: '@landing' },
    async ({ desk, rocio, page }) => {
      await desk.signIn(rocio);
      const person = await captured(desk);
      await readerTypes(page, frame(ZOE));
      const question = page.getByRole('dialog', { name: 'El documento leído es de otra persona' });
      await expect(question).toContainText(
        `Estás registrando a ${person.firstName} ${person.lastName}, CC ${person.document}; leíste la cédula de Zoraida Yturralde Peña, CC ${ZOE.number}.`,
      );
      await isAccessible(page, 'the question about the card of another person');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(desk.field('Número de identificación')).toHaveValue(person.document);

      await readerTypes(page, frame(ZOE));
      await question.getByRole('button', { name: 'Dejar en espera' }).click();
      await expect(page.getByText('Cédula leída')).toBeVisible();
      await expect(page.locator('[data-path="identificationNumber"]')).toHaveValue(ZOE.number);
      await desk.next();
      await desk.chooseEvaluation();
      await desk.next();
      await expect(page.getByText('Sin capturar'), 'nothing of the one before').toHaveCount(2);
      await desk.bringBack(person, 1);
      await expect(desk.field('Número de identificación')).toHaveValue(person.document);
      await desk.next();
      await desk.next();
      await desk.picturesAreReady();
    },
  );

  test(
    'P10.71 whose the pictures are is asked where both are seen, on one screen of a tablet',
    { tag: '@landing' },
    async ({ desk, rocio, page }) => {
      await desk.signIn(rocio);
      await captured(desk);
      const another = visitor();
      await desk.field('Número de identificación').fill(another.document);
      await desk.next(); // Straight back to the last step, where 'Editar' was pressed.
      await expect(
        page.getByText(
          `¿La foto y la firma son de ${LONG.firstName} ${LONG.lastName}, CC ${another.document}?`,
        ),
      ).toBeVisible();
      await isAccessible(page, 'the question whose the pictures are');
      for (const size of [
        { width: 1024, height: 768 },
        { width: 768, height: 1024 },
      ]) {
        await page.setViewportSize(size);
        await expect(desk.confirmButton).toBeInViewport({ ratio: 1 });
        expect(await below(desk), `px outside the screen, ${size.width} px wide`).toEqual({
          below: 0,
          beside: 0,
        });
      }
      await desk.confirm();
      await expect(desk.button('Sí, conservar')).toBeFocused();
      await desk.button('Sí, conservar').click();
      await desk.picturesAreReady();
      await desk.confirm();
      await expect(page.getByText(`CC ${another.document}`)).toBeVisible();
      await expect(desk.button('Registrar otra evaluación')).toBeVisible();
    },
  );

  test(
    'P10.73 the recovered draft says whose it is, and the last step stays on one screen of a tablet',
    { tag: '@landing' },
    async ({ desk, rocio, page }) => {
      await desk.signIn(rocio);
      await desk.reachConfirmation({ ...visitor(), ...LONG });
      await expect(page.getByText('Sin capturar')).toHaveCount(2);
      await expect.poll(async () => (await readDraft(page)).content).toContain('"step":2');
      await page.reload();
      await expect(page.getByText('Borrador recuperado')).toBeVisible();
      await expect(page.getByRole('heading', { name: `${LONG.firstName} ${LONG.lastName}` })).toBeVisible();
      for (const size of [
        { width: 1024, height: 768 },
        { width: 768, height: 1024 },
      ]) {
        await page.setViewportSize(size);
        expect(await below(desk), `px outside the screen, ${size.width} px wide`).toEqual({
          below: 0,
          beside: 0,
        });
      }
    },
  );
});
