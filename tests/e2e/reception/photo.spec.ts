import type { Page } from '@playwright/test';
import sharp, { type Metadata } from 'sharp';
import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import {
  CORNER_COLOURS,
  photoInOrientation,
  largePhoto,
  largeTransparentPng,
} from '#tests/support/base/phone-photos.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

/** Runs in the page before the app. Records the displayed images and the active cameras. */
function recordImagesAndCameras(): void {
  const shown: Blob[] = [];
  const tracks: MediaStreamTrack[] = [];
  Object.assign(globalThis, { shown, tracks, most: 0 });
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (source: Blob) => {
    shown.push(source);
    return createObjectURL(source);
  };
  if (!('mediaDevices' in navigator)) return;
  const devices = MediaDevices.prototype;
  const getUserMedia = Reflect.get<MediaDevices, 'getUserMedia'>(devices, 'getUserMedia');
  devices.getUserMedia = async function watched(wanted) {
    const stream = await getUserMedia.call(this, wanted);
    tracks.push(...stream.getTracks());
    const on = tracks.filter(({ readyState }) => readyState === 'live').length;
    Object.assign(globalThis, { most: Math.max(on, Reflect.get(globalThis, 'most') as number) });
    return stream;
  };
}
const countActiveCameras = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      (Reflect.get(globalThis, 'tracks') as MediaStreamTrack[]).filter(
        ({ readyState }) => readyState === 'live',
      ).length,
  );
const readMaxActiveCameras = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'most') as number);

async function readShownPhoto(page: Page): Promise<Buffer> {
  await expect(page.getByAltText('Foto capturada del paciente')).toBeVisible();
  const base64 = await page.evaluate(async () => {
    const bytes = await (Reflect.get(globalThis, 'shown') as Blob[]).at(-1)!.arrayBuffer();
    return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}

/** Asserts that the photo is a JPEG without the camera's metadata. */
function expectNoMetadata({ format, exif, xmp, iptc, comments, orientation = 1 }: Metadata): void {
  expect({ format, exif, xmp, iptc, comments, orientation }).toEqual({ format: 'jpeg', orientation: 1 });
}

/**
 * Returns the colours near the corners in the order of CORNER_COLOURS, each channel rounded to 00 or ff so that compression
 * makes no difference.
 */
async function readCornerColors(photo: Buffer): Promise<string[]> {
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
  const pixelAt = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return `#${[...data.subarray(from, from + 3)].map((value) => (value > 127 ? 'ff' : '00')).join('')}`;
  };
  return [pixelAt(0.1, 0.1), pixelAt(0.9, 0.1), pixelAt(0.1, 0.9), pixelAt(0.9, 0.9)];
}

async function startRecordedRegistration(
  desk: ReceptionScreen,
  member: Parameters<ReceptionScreen['signIn']>[0],
): Promise<Visitor> {
  const person = createVisitor();
  await desk.page.addInitScript(recordImagesAndCameras);
  await desk.signIn(member);
  await desk.reachConfirmation(person);
  return person;
}

test(
  'P5.7 P10.35 the device makes a rotated or mirrored phone photo small, upright and free of metadata; it reports an invalid file and keeps the current photo',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await startRecordedRegistration(desk, rocio);
    for (const orientation of [1, 3, 6, 7]) {
      await desk.choosePhoto(await photoInOrientation(orientation, 1500, 2000));
      await expect(page.getByText('Preparando la foto…')).toBeHidden();
      await expect
        .poll(async () => readCornerColors(await readShownPhoto(page)), `orientation ${orientation}`)
        .toEqual([...CORNER_COLOURS]);
      const photo = await readShownPhoto(page);
      const metadata = await sharp(photo).metadata();
      expect(metadata).toMatchObject({ width: 1280, height: 1707 });
      expectNoMetadata(metadata);
    }

    const good = await randomPhoto();
    await desk.choosePhoto(good);
    await readShownPhoto(page);
    const { buffer } = await largePhoto(4000, 3000);
    const bomb = Buffer.from(buffer);
    // Finds the frame header of the JPEG, because it contains height and width.
    const frame = bomb.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bomb[at + 1] ?? 0));
    bomb.writeUInt16BE(60_000, frame + 5);
    bomb.writeUInt16BE(60_000, frame + 7);
    for (const [bytes, text] of [
      [Buffer.alloc(0), 'El archivo está vacío.'],
      [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'Aquí no se abren fotos HEIC.'],
      [buffer.subarray(0, buffer.length / 2), 'No pudimos abrir la imagen: está dañada o incompleta.'],
      [Buffer.from('no soy una imagen'), 'El archivo debe ser una imagen JPEG o PNG.'],
      [bomb, 'La imagen tiene demasiados píxeles.'],
      [(await randomPhoto(1280, 3000)).buffer, 'El archivo supera el límite de 1000 KB.'],
    ] as const) {
      await desk.choosePhoto({ ...good, name: 'IMG_0004.jpg', buffer: Buffer.from(bytes) });
      await expect(page.getByText(text)).toBeVisible();
      expect((await readShownPhoto(page)).equals(good.buffer), text).toBe(true);
    }
  },
);

test(
  'P10.35 the device reduces a 48-megapixel photo and a large transparent PNG',
  { tag: '@thorough' },
  async ({ desk, rocio, page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await startRecordedRegistration(desk, rocio);
    for (const [file, size] of [
      [await largePhoto(8000, 6000), { width: 1280, height: 960 }],
      [await largeTransparentPng(3000, 4000), { width: 1280, height: 1707 }],
    ] as const) {
      await desk.choosePhoto(file);
      await expect
        .poll(async () => sharp(await readShownPhoto(page)).metadata(), file.name)
        .toMatchObject({ ...size, format: 'jpeg' });
      const photo = await readShownPhoto(page);
      expect(photo.length).toBeLessThanOrEqual(PHOTO_MAX_BYTES);
      expectNoMetadata(await sharp(photo).metadata());
      if (file.mimeType === 'image/png')
        expect((await readCornerColors(photo))[0], 'what was transparent').toBe('#ffffff');
    }
    expect(
      asked.filter((url) => !url.startsWith('blob:') && new URL(url).origin !== new URL(page.url()).origin),
    ).toEqual([]);
  },
);

test(
  'P10.34 S3 the camera is on only while its step is open and takes a 3:4 photo with one tap; a photo retaken right before the confirmation replaces the earlier one',
  { tag: '@landing' },
  async ({ desk, rocio, page, clinic }) => {
    const person = await startRecordedRegistration(desk, rocio);
    await desk.turnCameraOn();
    await desk.button('Volver').click();
    await expect(desk.button('Siguiente')).toBeVisible();
    expect(await countActiveCameras(page)).toBe(0);
    await desk.next();
    await expect(desk.viewfinder).toBeVisible();
    expect(await countActiveCameras(page)).toBe(1);
    await desk.button('Tomar foto').click();
    const metadata = await sharp(await readShownPhoto(page)).metadata();
    expect(metadata.format).toBe('jpeg');
    expect(metadata.width / metadata.height).toBeCloseTo(3 / 4, 2);
    expect(await countActiveCameras(page)).toBe(0);
    await desk.button('Repetir foto').click();
    await expect(desk.viewfinder).toBeVisible();
    await desk.button('Cancelar').click();
    await readShownPhoto(page);
    expect([await countActiveCameras(page), await readMaxActiveCameras(page)]).toEqual([0, 1]);

    const first = await randomPhoto();
    await desk.choosePhoto(first);
    await desk.signByMouse();
    await desk.picturesAreReady();
    await desk.button('Repetir foto').click();
    await expect(desk.viewfinder).toBeVisible();
    // Both clicks run in one task, so the confirmation happens while the photo is still being encoded.
    await page.evaluate(() => {
      const buttonNamed = (text: string) =>
        [...document.querySelectorAll('button')].find((button) => button.textContent === text);
      buttonNamed('Tomar foto')?.click();
      buttonNamed('Confirmar y crear evaluación')?.click();
    });
    const [arrived] = await expectDeliveredOnce(clinic, rocio, [person]);
    expect(arrived?.photo).not.toBe(first.sha256);
  },
);

test(
  'S3 the device keeps a photo when the browser is killed as soon as the page shows the photo',
  { tag: '@thorough' },
  async ({ tablet, rocio }) => {
    const { desk } = await tablet.startShift(rocio);
    await desk.reachConfirmation(createVisitor());
    await desk.takePhoto();
    await tablet.profile.kill();
    const { desk: after } = await tablet.switchOn();
    await after.open('/reception');
    await expect(after.page.getByAltText('Foto capturada del paciente')).toBeVisible();
    await expect(after.page.getByText('Listo para subir')).toHaveCount(1);
  },
);
