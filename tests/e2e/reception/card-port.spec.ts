import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { SimulatedCardReader } from '#tests/support/browsers/fake-serial.ts';
import { ANA_CARDHOLDER, cardCodeText, type Cardholder } from '#tests/support/cards/invented-card.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test as base } from '../fixtures.ts';

const ZOE: Cardholder = {
  ...ANA_CARDHOLDER,
  number: '9998000357',
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
};
const EVA: Cardholder = {
  ...ANA_CARDHOLDER,
  number: '9998000365',
  last_name: 'XIRGU',
  second_last_name: 'ÑUNGO',
  first_name: 'EVA',
  middle_name: 'LUZ',
  birth_date: '1991-02-03',
};
const EVA_FIELDS = {
  identification_number: EVA.number,
  first_name: 'Eva',
  middle_name: 'Luz',
  last_name: 'Xirgu',
  second_last_name: 'Ñungo',
  birth_date: EVA.birth_date,
};
const EMPTY_FIELDS = Object.fromEntries(Object.keys(ZOE_FIELDS).map((name) => [name, '']));
/** Length of a card text that is cut off after the first name: it contains number and surnames, but no birth date. */
const TRUNCATED_CARD_LENGTH = 120;

const test = base.extend<{ reader: SimulatedCardReader }>({
  reader: async ({ page }, provide) => provide(await SimulatedCardReader.connectTo(page)),
});

const expectFieldValues = async (
  { page }: ReceptionScreen,
  fields: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [name, value] of Object.entries(fields))
    await expect(page.locator(`[data-path="${name}"]`)).toHaveValue(value);
};
const expectReaderConnected = ({ page }: ReceptionScreen) =>
  expect(page.getByText('Lector conectado')).toBeVisible();
const findCardMarks = ({ page }: ReceptionScreen) => page.getByText('leído de la cédula');

test(
  'P10.235 P10.30 P10.32 the page automatically reopens a card reader on a serial port after a reload, for the next patient, and when the reader is plugged in again',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page, reader }) => {
    await desk.signIn(rocio);
    await expect(desk.button('Conectar lector')).toBeVisible();
    expect(await reader.requestCount(), 'nothing is asked unbidden').toBe(0);
    await desk.button('Conectar lector').press('Enter');
    await expectReaderConnected(desk);
    await expect(desk.button('Leer cédula'), 'the focus of the button that went').toBeFocused();
    await reader.isRemembered();
    await page.reload();
    await expectReaderConnected(desk);
    await reader.sendCardText(cardCodeText(ZOE));
    await expect(page.getByText('Cédula leída')).toBeVisible();
    await expectFieldValues(desk, ZOE_FIELDS);
    await expect(findCardMarks(desk)).toHaveCount(6);

    await desk.next();
    await desk.chooseEvaluation();
    await desk.next();
    await desk.capture(await randomPhoto());
    await desk.confirm();
    await expect(desk.button('Registrar otra evaluación')).toBeVisible();
    await expectFieldValues(desk, EMPTY_FIELDS);
    await expectReaderConnected(desk);
    await reader.isPulledAfter(TRUNCATED_CARD_LENGTH, cardCodeText(ZOE));
    await expect(desk.button('Reconectar lector')).toBeVisible();
    await expectAccessible(page, 'the strip of a reader that is gone');
    await expectFieldValues(desk, EMPTY_FIELDS);
    await expect(findCardMarks(desk)).toHaveCount(0);

    await reader.isPluggedInAgain();
    await expectReaderConnected(desk);
    await reader.sendCardText(cardCodeText(EVA));
    await expect(page.getByText('Cédula leída')).toBeVisible();
    await expectFieldValues(desk, EVA_FIELDS);
    await expect(findCardMarks(desk)).toHaveCount(7);
    expect(await reader.requestCount(), 'since the reload').toBe(0);
  },
);
