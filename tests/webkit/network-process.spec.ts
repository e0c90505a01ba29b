import { createVisitor } from '#tests/support/base/patients.ts';
import { expectDeliveredOnce } from '#tests/e2e/delivered.ts';
import { expect, test } from './fixtures.ts';
import { WebKitReception } from './webkit-reception.ts';

/** Returns the readable text of the page. Runs in the page. */
const readPageText = () => document.body?.innerText ?? '';
const clickReload = () => {
  const buttons = [...document.querySelectorAll('button')];
  buttons.find((each) => each.textContent.trim() === 'Recargar')?.click();
};

const CONNECTION_LOST_TEXT = 'Se perdió la conexión con el almacenamiento de este dispositivo.';

test('S20 after WebKit’s network process was killed, the app recovers or reports the loss, keeps every committed row and delivers it once', async ({
  webkit,
  rocio,
  line,
  clinic,
}) => {
  const desk = new WebKitReception(await webkit.open(), line.origin);
  const people = [createVisitor(), createVisitor()];
  await desk.registerWithoutServer(rocio, line, people);
  await webkit.close();

  const page = webkit.openAlone(`${line.origin}/pending`);
  await expect.poll(() => page.evaluate(readPageText)).toContain(people[1]?.document);
  page.killNetworkProcess();
  line.restoreConnection();
  // The page shows either the stored entries, or the problem and its remedy. In the second case the test applies the remedy as
  // a user would.
  const readableText = async () => (await page.evaluate(readPageText)) ?? '';
  await expect
    .poll(async () => {
      const text = await readableText();
      if (text.includes(CONNECTION_LOST_TEXT)) await page.evaluate(clickReload);
      return text.includes('Todo enviado');
    })
    .toBe(true);
  await expectDeliveredOnce(clinic, rocio, people);
});
