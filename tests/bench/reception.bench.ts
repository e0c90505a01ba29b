import { randomBytes } from 'node:crypto';
import { test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { median, formatMs, formatRatio, formatTable, writeSection } from './support/report.ts';

const ROUNDS = 11;
const CPU_SLOWDOWN_FACTOR = 4;
const RECEPTIONIST_SIGN_IN = { email: 'recepcion@alisos.demo', password: 'Demo-2026' };

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.destroy());

/** Returns a signature picture of noise. Noise does not compress, so the picture is close to the base contract's size limit. */
async function createLargeSignatureFile() {
  const side = 400;
  const image = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
  return { name: 'firma.png', mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/**
 * Runs in the page. Returns the time in ms from the tap on 'Confirmar' to the frame that shows the registration as confirmed.
 */
const measureConfirmationMs = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let tapped = 0;
        const button = (name: string) =>
          [...document.querySelectorAll('button')].find((candidate) => candidate.textContent.includes(name));
        const watch = new MutationObserver(() => {
          if (!button('Registrar otra evaluación')) return;
          watch.disconnect();
          // A message posted during a frame arrives when that frame has been drawn. Waiting for the next frame would measure
          // one frame too many.
          const drawn = new MessageChannel();
          drawn.port1.addEventListener('message', () => resolve(performance.now() - tapped), { once: true });
          drawn.port1.start();
          requestAnimationFrame(() => drawn.port2.postMessage(null));
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        const confirm = button('Confirmar y crear evaluación');
        confirm?.addEventListener('click', ({ timeStamp }) => (tapped = timeStamp), {
          capture: true,
          once: true,
        });
        confirm?.click();
      }),
  );

const CPU_SPEEDS = [
  { name: 'full speed', rate: 1 },
  { name: `${CPU_SLOWDOWN_FACTOR}× slower`, rate: CPU_SLOWDOWN_FACTOR },
] as const;
/**
 * Pauses between the signature and the tap on 'Confirmar': one as long as a person's, and none, so that the tap comes before
 * the signature is stored.
 */
const TAP_DELAYS = [
  { name: '300 ms after the signature', after: 300 },
  { name: 'at once', after: 0 },
] as const;

test("the benchmark measures the time from 'Confirmar' until the registration is stored and shown as confirmed", async ({
  browser,
}) => {
  const page = await (await browser.newContext(TABLET_BROWSER_OPTIONS)).newPage();
  const desk = new ReceptionScreen(page, server.origin);
  await desk.signIn({ ...RECEPTIONIST_SIGN_IN, id: '', name: '' });
  await page.context().setOffline(true);
  const photo = await randomPhoto(880, 880);
  const signature = await createLargeSignatureFile();
  const cpu = await page.context().newCDPSession(page);
  const confirmAfter = async (pause: number, rate: number): Promise<number> => {
    await desk.reachConfirmation(createVisitor());
    await desk.choosePhoto(photo);
    await page.getByLabel('Cargar firma desde archivo').setInputFiles(signature);
    await desk.picturesAreReady();
    await page.waitForTimeout(pause);
    await cpu.send('Emulation.setCPUThrottlingRate', { rate });
    const time = await measureConfirmationMs(page);
    await cpu.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await desk.startNextRegistration();
    return time;
  };
  const cells = TAP_DELAYS.flatMap((tap) =>
    CPU_SPEEDS.map((speed) => ({ tap, speed, times: [] as number[] })),
  );
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { tap, speed, times } of cells) times.push(await confirmAfter(tap.after, speed.rate));
  const base = median(cells[0]?.times ?? []);
  const kilobytes = (buffer: Buffer) => `${Math.round(buffer.length / 1_000)} kB`;
  writeSection(
    2,
    "From 'Confirmar' to durable and shown",
    [
      `Photo ${kilobytes(photo.buffer)}, signature ${kilobytes(signature.buffer)}, without network: one strict transaction that reads the captured files and the texts back, and the drawing of the frame.`,
      '',
      ...formatTable(
        ['processor', 'the tap', `median of ${ROUNDS}`, 'against the first'],
        cells.map(({ tap, speed, times }) => [
          speed.name,
          tap.name,
          formatMs(median(times)),
          formatRatio(median(times), base),
        ]),
      ),
      '',
      'Budget, after the signature: 30 ms, 100 ms at 4× slower.',
    ],
    [
      [
        `'Confirmar' to durable; CPU ${CPU_SLOWDOWN_FACTOR}× slower`,
        `${formatMs(base)}; ${formatMs(median(cells[1]?.times ?? []))}`,
        '30 ms; 100 ms',
      ],
    ],
  );
});
