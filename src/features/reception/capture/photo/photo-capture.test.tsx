import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import '#tests/support/device/indexeddb.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCameraId } from '#storage/device/camera.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { coverScreen, uncoverScreen } from '#ui/page/screen-cover.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import type { CompressionResult } from '../files/read-file.ts';
import { PhotoCapture } from './photo-capture.tsx';

const compressPhoto = vi.hoisted(() => vi.fn<() => Promise<CompressionResult>>());
vi.mock('./compress-photo.ts', () => ({ compressPhoto }));
const samplePixels = vi.hoisted(() => vi.fn<() => Promise<Uint8ClampedArray>>());
vi.mock('../files/decoder.ts', () => ({ browserDecoder: { sample: samplePixels } }));
const greyPixel = (value: number) => new Uint8ClampedArray([value, value, value, 255]);

/** `on`: number of cameras that are on. `most`: largest value of `on` so far. */
const cameraLights = { on: 0, most: 0 };

function openFakeStream(deviceId: string): MediaStream {
  cameraLights.on += 1;
  cameraLights.most = Math.max(cameraLights.most, cameraLights.on);
  const track = Object.assign(new EventTarget(), {
    getSettings: () => ({ deviceId }),
    stop: () => (cameraLights.on -= 1),
  });
  return Object.assign(new MediaStream(), {
    getTracks: () => [track],
    getVideoTracks: () => [track],
  }) as MediaStream;
}

const readRequestedCamera = ({ video }: MediaStreamConstraints) =>
  (video as { deviceId?: { ideal: string } }).deviceId?.ideal ?? 'rear';
const getUserMedia = vi.fn((wanted: MediaStreamConstraints) =>
  Promise.resolve(openFakeStream(readRequestedCamera(wanted))),
);
const createFakeMediaDevices = (deviceIds: string[] = ['rear']) => ({
  getUserMedia,
  enumerateDevices: () =>
    Promise.resolve(deviceIds.map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo)),
});
const createFakePermissions = (state: PermissionState) => ({
  permissions: { query: () => Promise.resolve({ state }) },
});
const stubNavigator = (has: object) => vi.stubGlobal('navigator', has);
const play = vi.fn<() => Promise<void>>();
const cropPicture = vi.fn<(...part: unknown[]) => Promise<object>>(() => Promise.resolve({}));

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(cameraLights, { on: 0, most: 0 });
  play.mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined);
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1920);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(1080);
  vi.stubGlobal('createImageBitmap', cropPicture);
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  stubNavigator({ mediaDevices: createFakeMediaDevices(), ...createFakePermissions('granted') });
  compressPhoto.mockResolvedValue({ type: 'fits', bytes: new ArrayBuffer(3) });
  samplePixels.mockResolvedValue(greyPixel(200));
});
afterEach(() => vi.unstubAllGlobals());

const storePhoto = vi.fn();

function PhotoStep() {
  const [picture, setPicture] = useState<CapturedPicture | null>(null);
  const onPhoto = async (coming: Promise<CapturedPicture | undefined>) => {
    const photo = await coming;
    storePhoto(photo);
    if (photo) setPicture(photo);
  };
  return <PhotoCapture picture={picture} onPhoto={onPhoto} />;
}
const renderPhotoStep = () => renderScreen(<PhotoStep />);
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const tap = async (name: string) => userEvent.click(await button(name));
const findLiveCamera = () => screen.findByText('Rostro dentro del óvalo');
const findProblemText = async () => (await screen.findByRole('alert')).textContent;

function setVisibility(visibilityState: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

it('P2.28 P9.9 the photo capture takes the centre of the camera picture, 3:4, as photo.jpg with one tap, and turns the camera off', async () => {
  renderPhotoStep();
  await findLiveCamera();
  await tap('Tomar foto');
  await retryUntilPassing(() =>
    expect(storePhoto).toHaveBeenCalledExactlyOnceWith({
      bytes: new ArrayBuffer(3),
      mime: 'image/jpeg',
      name: 'photo.jpg',
    }),
  );
  expect(cropPicture).toHaveBeenCalledWith(expect.any(HTMLVideoElement), 555, 0, 810, 1080);
  await screen.findByAltText('Foto capturada del paciente');
  // The camera may turn off shortly after the photo is shown, because an effect does it.
  await retryUntilPassing(() => expect(cameraLights).toEqual({ on: 0, most: 1 }));
});

it('P10.96 the photo capture shows a message while the photo is being prepared', async () => {
  let resolveCompression: (value: CompressionResult) => void = () => undefined;
  compressPhoto.mockReturnValueOnce(
    new Promise<CompressionResult>((resolve) => (resolveCompression = resolve)),
  );
  renderPhotoStep();
  await findLiveCamera();
  await tap('Tomar foto');
  await screen.findByText('Preparando la foto…');
  resolveCompression({ type: 'fits', bytes: new ArrayBuffer(3) });
  await screen.findByAltText('Foto capturada del paciente');
  expect(screen.queryByText('Preparando la foto…')).toBeNull();
});

it('P10.34 the photo capture requests the camera permission at the first tap, and takes the photo at the second tap', async () => {
  vi.resetModules();
  const { PhotoCapture: Fresh } = await import('./photo-capture.tsx');
  stubNavigator({ mediaDevices: createFakeMediaDevices(), ...createFakePermissions('prompt') });
  renderScreen(<Fresh picture={null} onPhoto={async (coming) => void storePhoto(await coming)} />);
  await tap('Tomar foto');
  await retryUntilPassing(() => expect(getUserMedia).toHaveBeenCalledTimes(1));
  await findLiveCamera();
  expect(storePhoto).not.toHaveBeenCalled();
  await tap('Tomar foto');
  await retryUntilPassing(() => expect(storePhoto).toHaveBeenCalledTimes(1));
});

it.each<[string, hide: () => void, back: () => void]>([
  ['in a window that is not shown', () => setVisibility('hidden'), () => setVisibility('visible')],
  ['behind the lock', coverScreen, uncoverScreen],
])(
  'P10.34 the photo capture turns the camera off %s, and on again when the page is visible',
  async (_where, hide, back) => {
    renderPhotoStep();
    await findLiveCamera();
    act(hide);
    expect(cameraLights.on).toBe(0);
    act(back);
    await findLiveCamera();
    expect(cameraLights).toEqual({ on: 1, most: 1 });
  },
);

it('P10.34 the photo capture turns the camera off when the user leaves the step, even if the stream arrives later', async () => {
  const { unmount } = renderPhotoStep();
  await findLiveCamera();
  unmount();
  expect(cameraLights.on).toBe(0);
  let resolveStream: (value: MediaStream) => void = () => undefined;
  getUserMedia.mockReturnValueOnce(new Promise((resolve) => (resolveStream = resolve)));
  const again = renderPhotoStep();
  await retryUntilPassing(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
  again.unmount();
  renderPhotoStep();
  // Waits until the new component has read the remembered camera, before it opens one.
  await act(() => readCameraId());
  await act(() => readCameraId());
  expect(getUserMedia, 'it waits for the one before').toHaveBeenCalledTimes(2);
  await act(async () => resolveStream(openFakeStream('rear')));
  await findLiveCamera();
  expect(cameraLights, 'never two at once').toEqual({ on: 1, most: 1 });
});

it('P10.34 the photo capture remembers the camera to which the user switches, and opens it the next time', async () => {
  stubNavigator({
    mediaDevices: createFakeMediaDevices(['rear', 'front']),
    ...createFakePermissions('granted'),
  });
  const { unmount } = renderPhotoStep();
  await findLiveCamera();
  await tap('Cambiar cámara');
  await retryUntilPassing(() =>
    expect(readRequestedCamera(getUserMedia.mock.lastCall?.[0] ?? {})).toBe('front'),
  );
  await retryUntilPassing(async () => expect(await readCameraId()).toBe('front'));
  unmount();
  renderPhotoStep();
  await findLiveCamera();
  expect(readRequestedCamera(getUserMedia.mock.lastCall?.[0] ?? {})).toBe('front');
  expect(cameraLights.most).toBe(1);
});

it("P10.34 the photo capture keeps the photo when the user taps 'Repetir foto' and then 'Cancelar'", async () => {
  renderPhotoStep();
  await findLiveCamera();
  await tap('Tomar foto');
  await tap('Repetir foto');
  await findLiveCamera();
  await tap('Cancelar');
  await screen.findByAltText('Foto capturada del paciente');
  expect(cameraLights.on).toBe(0);
  expect(storePhoto).toHaveBeenCalledTimes(1);
});

const NO_ACCESS_TEXT = 'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.';
it.each<[string, thrown: string, text: string]>([
  [
    'none is there',
    'NotFoundError',
    'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.',
  ],
  ['it was denied', 'NotAllowedError', `${NO_ACCESS_TEXT} Se permiten en los ajustes del sitio.`],
  ['another program has it', 'NotReadableError', `${NO_ACCESS_TEXT} Si otra aplicación la usa, ciérrala`],
])(
  'P8.13 the photo capture shows the reason, accepts a file and offers a retry when the camera fails because %s',
  async (_why, thrown, text) => {
    getUserMedia.mockRejectedValueOnce(new DOMException('', thrown));
    renderPhotoStep();
    expect(await findProblemText()).toContain(text);
    expect(screen.getByText('Desde archivo')).toBeTruthy();
    await tap('Reintentar');
    await findLiveCamera();
  },
);

it('P8.13 the photo capture says that the device has no camera, and accepts a file', async () => {
  stubNavigator(createFakePermissions('granted'));
  renderPhotoStep();
  expect(await findProblemText()).toContain(
    'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.',
  );
  expect(screen.getByText('Desde archivo')).toBeTruthy();
});

it('P8.13 the photo capture shows an error and turns the camera off when the preview does not start', async () => {
  play.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  renderPhotoStep();
  expect(await findProblemText()).toContain('No se pudo iniciar la vista previa de la cámara.');
  expect(cameraLights.on).toBe(0);
});

it('P8.13 the photo capture shows a message for an unexpected camera failure, and reports the failure as a bug', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const bug = new TypeError('of ours');
  stubNavigator({
    mediaDevices: { ...createFakeMediaDevices(), enumerateDevices: () => Promise.reject(bug) },
    ...createFakePermissions('granted'),
  });
  renderPhotoStep();
  expect(await findProblemText()).toContain('No se pudo iniciar la vista previa de la cámara.');
  expect(reported).toHaveBeenCalledExactlyOnceWith(bug);
  expect(cameraLights.on).toBe(0);
});

it('P8.13 the photo capture does not use the last frame as photo when the camera was unplugged', async () => {
  renderPhotoStep();
  await findLiveCamera();
  const opened = (await getUserMedia.mock.results[0]?.value) as MediaStream | undefined;
  act(() => void opened?.getVideoTracks()[0]?.dispatchEvent(new Event('ended')));
  expect(await findProblemText()).toContain(NO_ACCESS_TEXT);
  await tap('Reintentar');
  expect(storePhoto).not.toHaveBeenCalled();
});

it.each<[string, CompressionResult, string]>([
  [
    'P5 a capture that fits at no quality',
    { type: 'too_large' },
    'La foto supera 1000 KB. Ajusta la iluminación o usa la opción de archivo.',
  ],
  [
    'P8 a capture that failed',
    { type: 'failed' },
    'No fue posible capturar la foto. Intenta nuevamente o utiliza la carga manual.',
  ],
])(
  'P5.8 P8.13 the photo capture shows an error for %s, and takes another photo at the next tap',
  async (_what, outcome, text) => {
    compressPhoto.mockResolvedValueOnce(outcome);
    renderPhotoStep();
    await findLiveCamera();
    await tap('Tomar foto');
    expect(await findProblemText()).toBe(text);
    expect(storePhoto).toHaveBeenLastCalledWith(undefined);
    await tap('Tomar foto');
    await screen.findByAltText('Foto capturada del paciente');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('P10.315 the photo capture suggests taking a dark photo again, until a bright photo replaces it', async () => {
  const question = 'La foto salió oscura. ¿La repites?';
  samplePixels.mockResolvedValueOnce(greyPixel(4));
  renderPhotoStep();
  await findLiveCamera();
  await tap('Tomar foto');
  await screen.findByText(question);
  expect(storePhoto, 'the photo counts').toHaveBeenCalledTimes(1);
  await tap('Repetir foto');
  await findLiveCamera();
  await tap('Tomar foto');
  await retryUntilPassing(() => expect(samplePixels).toHaveBeenCalledTimes(2));
  await retryUntilPassing(() => expect(screen.queryByText(question)).toBeNull());
});
