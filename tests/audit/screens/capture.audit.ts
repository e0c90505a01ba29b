import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expect, verify, test } from '../fixtures.ts';
import { expectText } from '../screens.ts';

interface EncodedPicture {
  readonly width: number;
  readonly quality: number;
  readonly bytes: number;
}

interface NoisyCameraOptions {
  readonly width: number;
  readonly height: number;
  /**
   * Bytes added to each JPEG. Without these bytes, a 3:4 picture of the maximum width meets the size limit at the lowest
   * quality.
   */
  readonly heavier: number;
}

/**
 * Replaces the camera's picture with noise of this size and records each JPEG that the app makes of it. Runs in the page before
 * the app starts.
 */
function installNoisyCamera({ width, height, heavier }: NoisyCameraOptions): void {
  const noise = document.createElement('canvas');
  Object.assign(noise, { width, height });
  const context = noise.getContext('2d')!;
  const draw = () => {
    const picture = context.createImageData(width, height);
    for (let at = 0; at < picture.data.length; at += 65_536)
      crypto.getRandomValues(picture.data.subarray(at, at + 65_536));
    for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 255;
    context.putImageData(picture, 0, 0);
  };
  draw();
  setInterval(draw, 500);
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(noise.captureStream(5));
  // Simulates a browser without a canvas in workers, so that the page itself encodes the JPEG.
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
  const encoded: EncodedPicture[] = [];
  Object.assign(globalThis, { encoded });
  const toBlob = Reflect.get<HTMLCanvasElement, 'toBlob'>(HTMLCanvasElement.prototype, 'toBlob');
  HTMLCanvasElement.prototype.toBlob = function noted(take, type, quality: number) {
    const note = (made: Blob | null) => {
      const blob = made && new Blob([made, new Uint8Array(heavier)]);
      if (type === 'image/jpeg') encoded.push({ width: this.width, quality, bytes: blob?.size ?? 0 });
      take(blob);
    };
    toBlob.call(this, note, type, quality);
  };
}

const readEncodings = (page: Page): Promise<EncodedPicture[]> =>
  page.evaluate(() => (globalThis as unknown as { encoded: EncodedPicture[] }).encoded);

async function takePhotoByCamera(desk: ReceptionScreen): Promise<void> {
  await desk.turnCameraOn();
  await desk.button('Tomar foto').click();
}

test('a receptionist takes a photo with the camera', { tag: '@short' }, async ({ desk, rocio, page }) => {
  await desk.signIn(rocio);
  await desk.reachConfirmation(createVisitor());
  await verify('wizard-10', async () => {
    await desk.takePhoto();
    await expect(page.getByAltText('Foto capturada del paciente')).toBeVisible();
  });
});

test('the app lowers the JPEG quality until a large photo meets the size limit', async ({
  desk,
  rocio,
  page,
}) => {
  await page.addInitScript(installNoisyCamera, { width: 1920, height: 2100, heavier: 0 });
  await desk.signIn(rocio);
  await desk.reachConfirmation(createVisitor());
  await takePhotoByCamera(desk);
  await expect(page.getByAltText('Foto capturada del paciente')).toBeVisible();
  const tries = await readEncodings(page);
  await verify('wizard-34', () => {
    expect(tries.map(({ quality }) => quality)).toEqual([0.85, 0.7, 0.6, 0.5].slice(0, tries.length));
    expect(tries.length).toBeGreaterThan(1);
    expect(tries.at(-1)?.bytes).toBeLessThanOrEqual(1_000_000);
    for (const { bytes } of tries.slice(0, -1)) expect(bytes).toBeGreaterThan(1_000_000);
  });
  await verify('wizard-35', () => expect(new Set(tries.map(({ width }) => width))).toEqual(new Set([1280])));
});

test('the app shows an error when a photo exceeds the size limit at every quality', async ({
  desk,
  rocio,
  page,
}) => {
  await page.addInitScript(installNoisyCamera, { width: 1280, height: 2560, heavier: 1_000_000 });
  await desk.signIn(rocio);
  await desk.reachConfirmation(createVisitor());
  await takePhotoByCamera(desk);
  await verify('wizard-36', () =>
    expectText(page, 'La foto supera 1000 KB. Ajusta la iluminación o usa la opción de archivo.'),
  );
  await verify('wizard-34', async () =>
    expect((await readEncodings(page)).map(({ quality }) => quality)).toEqual([0.85, 0.7, 0.6, 0.5]),
  );
});

const BROKEN_CAMERA_CASES: readonly (readonly [
  id: 'wizard-44' | 'wizard-45' | 'wizard-46' | 'wizard-47',
  text: string,
  breaks: () => void,
])[] = [
  [
    'wizard-44',
    'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.',
    () => Reflect.deleteProperty(Navigator.prototype, 'mediaDevices'),
  ],
  [
    'wizard-45',
    'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.',
    () => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    },
  ],
  [
    'wizard-46',
    'No se pudo iniciar la vista previa de la cámara.',
    () => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotSupportedError'));
    },
  ],
  [
    'wizard-47',
    'No fue posible capturar la foto. Intenta nuevamente o utiliza la carga manual.',
    () => {
      globalThis.createImageBitmap = () => Promise.reject(new DOMException('no', 'InvalidStateError'));
    },
  ],
];

for (const [id, text, breaks] of BROKEN_CAMERA_CASES)
  test(`the app shows an error when the camera fails (statement ${id})`, async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await page.evaluate(breaks);
    await desk.reachConfirmation(createVisitor());
    if (id === 'wizard-47') await takePhotoByCamera(desk);
    await verify(id, () => expectText(page, text));
  });

test('the app shows errors for files and signatures that are too large', async ({ desk, rocio, page }) => {
  await desk.signIn(rocio);
  await desk.reachConfirmation(createVisitor());
  const photo = await randomPhoto();
  const photoOfSize = (bytes: number) => ({
    ...photo,
    buffer: Buffer.concat([photo.buffer, Buffer.alloc(bytes)]),
  });
  await verify('wizard-31', async () => {
    // The picture is noise and so tall that it exceeds the size limit even at the lowest JPEG quality.
    await desk.choosePhoto(await randomPhoto(1280, 3000));
    await expectText(page, 'El archivo supera el límite de 1000 KB.');
    await desk.choosePhoto(photoOfSize(1_000_000));
    await expect(page.getByText('Listo para subir'), 'what can be made smaller is').toHaveCount(1);
  });
  await verify('wizard-32', async () => {
    const drawn = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#fff' } })
      .composite([
        { input: Buffer.from('<svg width="80" height="9"><path d="M0 0 80 9" stroke="#000"/></svg>') },
      ])
      .png()
      .toBuffer();
    const file = (buffer: Buffer) => ({ name: 'firma.png', mimeType: 'image/png', buffer });
    const field = page.getByLabel('Cargar firma desde archivo');
    await field.setInputFiles(file(Buffer.concat([drawn, Buffer.alloc(500_001 - drawn.length)])));
    await expectText(page, 'El archivo supera 500 KB.');
    await field.setInputFiles(file(drawn));
    await expect(page.getByText('Listo para subir')).toHaveCount(2);
  });
  await verify('wizard-33', async () => {
    await desk.button('Limpiar').click();
    // Makes the image of a canvas larger in bytes than any real signature, because the signature pad checks only the bytes of
    // its image.
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (take) => take(new Blob([new Uint8Array(500_001)]));
    });
    await desk.signByMouse();
    await expectText(page, 'La firma supera 500 KB. Limpia y vuelve a intentarlo.');
  });
});
