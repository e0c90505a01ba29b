import { ANA_CARDHOLDER, cardCodeText, type Cardholder } from '#tests/support/cards/invented-card.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { announceForToday } from '#tests/support/reception/expected-day.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const ZOE: Cardholder = {
  ...ANA_CARDHOLDER,
  number: '9998000914',
  last_name: 'YTURRALDE',
  second_last_name: 'PEÑA',
  first_name: 'ZORAIDA',
  middle_name: '',
  birth_date: '1984-07-19',
};
const VISIT = { type: 'Ingreso (preocupacional)', company: 'Flores del Páramo Ficticio S.A.S. (DEMO)' };
const ANNOUNCED = {
  identification_number: ZOE.number,
  first_name: 'Zoraida',
  last_name: 'Yturralde',
  second_last_name: 'Peña',
  occupation_name: 'Cocinera',
  hour: '07:30',
};

test.describe('announced person at reception @chromium @extension', () => {
  test(
    'P11.39 P11.42 P11.43 P11.45 an announced person is registered offline with a card and one tap, and other tablets see it',
    { tag: '@landing' },
    async ({ clinic, desk, rocio, page, elsewhere, line, consoleErrors }) => {
      const people = await announceForToday(clinic, rocio, VISIT, [
        ANNOUNCED,
        { ...ANNOUNCED, identification_number: '9998000915', first_name: 'Beatriz' },
      ]);
      await desk.signIn(rocio);
      await expect(desk.button('Esperadas hoy: 2')).toBeVisible();
      const other = new ReceptionScreen(await elsewhere(), line.origin);
      await other.signIn(await createClinicUser(clinic));
      await expect(other.button('Esperadas hoy: 2')).toBeVisible();

      consoleErrors.networkWasCut = true;
      await page.context().setOffline(true);
      await typeLikeCardReader(page, `${cardCodeText(ZOE)}\r`);
      await expect(page.getByText('Cédula leída')).toBeVisible();
      await expect(desk.button('Usar citación')).toBeVisible();
      await expectAccessible(page, 'announcement of a card');
      await desk.button('Usar citación').click();
      await expect(page.getByRole('heading', { name: 'Paso 3 de 3' })).toBeVisible();
      await desk.capture(await randomPhoto());
      await desk.confirm();
      await expect(desk.button('Registrar otra evaluación')).toBeVisible();
      await desk.startNextRegistration();
      await desk.button('Esperadas hoy: 1').click();
      const dialog = page.getByRole('dialog', { name: 'Esperadas hoy' });
      await expect(dialog.getByText('Registrada · por enviar')).toBeVisible();
      await dialog.getByRole('button', { name: 'Llegó Beatriz Yturralde Peña' }).click();
      await expect(dialog.getByText('Llegó · por enviar')).toBeVisible();
      await expectAccessible(page, 'people expected today');

      await page.context().setOffline(false);
      const states = async () => (await people.readPeople()).map(({ status }) => status.state).sort();
      await expect.poll(states).toEqual(['arrived', 'registered']);
      // A page that starts refreshes the day at once; an open one does so every minute.
      await other.page.reload();
      await expect(other.button('Esperadas hoy: 0')).toBeVisible();
      await other.button('Esperadas hoy: 0').click();
      const rowOf = (name: string) => other.page.getByRole('listitem').filter({ hasText: name });
      await expect(rowOf('Beatriz Yturralde Peña').getByText(/^Llegó \d\d:\d\d$/)).toBeVisible();
      await expect(rowOf('Zoraida Yturralde Peña').getByText(/^Registrada \d\d:\d\d$/)).toBeVisible();
    },
  );
});
