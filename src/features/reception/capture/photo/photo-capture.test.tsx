import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import '#tests/support/device/indexeddb.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCameraId } from '#storage/device/camera.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { coverScreen, uncoverScreen } from '#ui/page/screen-cover.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import type { PictureEncodingResult } from '../files/read-file.ts';
import { PhotoCapture } from './photo-capture.tsx';

const compressPhotoMock = vi.hoisted(() => vi.fn<() => Promise<PictureEncodingResult>>());
vi.mock('./compress-photo.ts', () => ({ compressPhoto: compressPhotoMock }));
const samplePixelsMock = vi.hoisted(() => vi.fn<() => Promise<Uint8ClampedArray>>());
vi.mock('../files/decoder.ts', () => ({ samplePixels: samplePixelsMock }));
const SMALL_PHOTO = { bytes: new ArrayBuffer(3), mime: 'image/jpeg', name: 'photo.jpg' } as const;
const compressedPhoto = (): PictureEncodingResult => ({ ...SMALL_PHOTO });
const greyPixel = (value: number) => new Uint8ClampedArray([value, value, value, 255]);

/** `on`: number of cameras that are on. `most`: largest value of `on` so far. */
const activeCameraCounts = { on: 0, most: 0 };

function openFakeStream(deviceId: string): MediaStream {
  activeCameraCounts.on += 1;
  activeCameraCounts.most = Math.max(activeCameraCounts.most, activeCameraCounts.on);
  const track = Object.assign(new EventTarget(), {
    getSettings: () => ({ deviceId }),
    stop: () => (activeCameraCounts.on -= 1),
  });
  return Object.assign(new MediaStream(), {
    getTracks: () => [track],
    getVideoTracks: () => [track],
  }) as MediaStream;
}

const readRequestedCamera = ({ video }: MediaStreamConstraints) =>
  (video as { deviceId?: { ideal: string } }).deviceId?.ideal ?? 'rear';
const getUserMediaMock = vi.fn((wanted: MediaStreamConstraints) =>
  Promise.resolve(openFakeStream(readRequestedCamera(wanted))),
);
const createFakeMediaDevices = (deviceIds: string[] = ['rear']) => ({
  getUserMedia: getUserMediaMock,
  enumerateDevices: () =>
    Promise.resolve(deviceIds.map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo)),
});
const createFakePermissions = (state: PermissionState) => ({
  permissions: { query: () => Promise.resolve({ state }) },
});
const stubNavigator = (has: object) => vi.stubGlobal('navigator', has);
const playMock = vi.fn<() => Promise<void>>();
const createImageBitmapMock = vi.fn<(...part: unknown[]) => Promise<object>>(() => Promise.resolve({}));

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(activeCameraCounts, { on: 0, most: 0 });
  playMock.mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(playMock);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined);
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1920);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(1080);
  vi.stubGlobal('createImageBitmap', createImageBitmapMock);
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  stubNavigator({ mediaDevices: createFakeMediaDevices(), ...createFakePermissions('granted') });
  compressPhotoMock.mockImplementation(() => Promise.resolve(compressedPhoto()));
  samplePixelsMock.mockResolvedValue(greyPixel(200));
});
afterEach(() => vi.unstubAllGlobals());

const storePhotoMock = vi.fn();

function TestPhotoStep() {
  const [picture, setPicture] = useState<CapturedPicture | null>(null);
  const onPhoto = async (coming: Promise<CapturedPicture | undefined>) => {
    const photo = await coming;
    storePhotoMock(photo);
    if (photo) setPicture(photo);
  };
  return <PhotoCapture picture={picture} onPhoto={onPhoto} />;
}
const renderPhotoStep = () => renderScreen(<TestPhotoStep />);
const findButtonByName = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const tapButton = async (name: string) => userEvent.click(await findButtonByName(name));
const findLiveCamera = () => screen.findByText('Rostro dentro del óvalo');
const findProblemText = async () => (await screen.findByRole('alert')).textContent;

function setVisibility(visibilityState: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

it('P2.28 P9.9 the photo capture takes the centre of the camera picture, 3:4, as photo.jpg with one tap, and turns the camera off', async () => {
  renderPhotoStep();
  await findLiveCamera();
  await tapButton('Tomar foto');
  await retryUntilPassing(() => expect(storePhotoMock).toHaveBeenCalledExactlyOnceWith(SMALL_PHOTO));
  expect(createImageBitmapMock).toHaveBeenCalledWith(expect.any(HTMLVideoElement), 555, 0, 810, 1080);
  await screen.findByAltText('Foto capturada del paciente');
  // The camera may turn off shortly after the photo is shown, because an effect does it.
  await retryUntilPassing(() => expect(activeCameraCounts).toEqual({ on: 0, most: 1 }));
});

it('P10.96 the photo capture shows a message while the photo is being prepared', async () => {
  let resolveCompression: (value: PictureEncodingResult) => void = () => undefined;
  compressPhotoMock.mockReturnValueOnce(
    new Promise<PictureEncodingResult>((resolve) => (resolveCompression = resolve)),
  );
  renderPhotoStep();
  await findLiveCamera();
  await tapButton('Tomar foto');
  await screen.findByText('Preparando la foto…');
  resolveCompression(compressedPhoto());
  await screen.findByAltText('Foto capturada del paciente');
  expect(screen.queryByText('Preparando la foto…')).toBeNull();
});

it('P10.34 the photo capture requests the camera permission at the first tap, and takes the photo at the second tap', async () => {
  vi.resetModules();
  const { PhotoCapture: Fresh } = await import('./photo-capture.tsx');
  stubNavigator({ mediaDevices: createFakeMediaDevices(), ...createFakePermissions('prompt') });
  renderScreen(<Fresh picture={null} onPhoto={async (coming) => void storePhotoMock(await coming)} />);
  await tapButton('Tomar foto');
  await retryUntilPassing(() => expect(getUserMediaMock).toHaveBeenCalledTimes(1));
  await findLiveCamera();
  expect(storePhotoMock).not.toHaveBeenCalled();
  await tapButton('Tomar foto');
  await retryUntilPassing(() => expect(storePhotoMock).toHaveBeenCalledTimes(1));
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
    expect(activeCameraCounts.on).toBe(0);
    act(back);
    await findLiveCamera();
    expect(activeCameraCounts).toEqual({ on: 1, most: 1 });
  },
);

it('P10.34 the photo capture turns the camera off when the user leaves the step, even if the stream arrives later', async () => {
  const { unmount } = renderPhotoStep();
  await findLiveCamera();
  unmount();
  expect(activeCameraCounts.on).toBe(0);
  let resolveStream: (value: MediaStream) => void = () => undefined;
  getUserMediaMock.mockReturnValueOnce(new Promise((resolve) => (resolveStream = resolve)));
  const again = renderPhotoStep();
  await retryUntilPassing(() => expect(getUserMediaMock).toHaveBeenCalledTimes(2));
  again.unmount();
  renderPhotoStep();
  // Waits until the new component has read the remembered camera, before it opens one.
  await act(() => readCameraId());
  await act(() => readCameraId());
  expect(getUserMediaMock, 'it waits for the one before').toHaveBeenCalledTimes(2);
  await act(async () => resolveStream(openFakeStream('rear')));
  await findLiveCamera();
  expect(activeCameraCounts, 'never two at once').toEqual({ on: 1, most: 1 });
});

it('P10.34 the photo capture remembers the camera to which the user switches, and opens it the next time', async () => {
  stubNavigator({
    mediaDevices: createFakeMediaDevices(['rear', 'front']),
    ...createFakePermissions('granted'),
  });
  const { unmount } = renderPhotoStep();
  await findLiveCamera();
  await tapButton('Cambiar cámara');
  await retryUntilPassing(() =>
    expect(readRequestedCamera(getUserMediaMock.mock.lastCall?.[0] ?? {})).toBe('front'),
  );
  await retryUntilPassing(async () => expect(await readCameraId()).toBe('front'));
  unmount();
  renderPhotoStep();
  await findLiveCamera();
  expect(readRequestedCamera(getUserMediaMock.mock.lastCall?.[0] ?? {})).toBe('front');
  expect(activeCameraCounts.most).toBe(1);
});

it("P10.34 the photo capture keeps the photo when the user taps 'Repetir foto' and then 'Cancelar'", async () => {
  renderPhotoStep();
  await findLiveCamera();
  await tapButton('Tomar foto');
  await tapButton('Repetir foto');
  await findLiveCamera();
  await tapButton('Cancelar');
  await screen.findByAltText('Foto capturada del paciente');
  expect(activeCameraCounts.on).toBe(0);
  expect(storePhotoMock).toHaveBeenCalledTimes(1);
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
    getUserMediaMock.mockRejectedValueOnce(new DOMException('', thrown));
    renderPhotoStep();
    expect(await findProblemText()).toContain(text);
    expect(screen.getByText('Desde archivo')).toBeTruthy();
    await tapButton('Reintentar');
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
  playMock.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  renderPhotoStep();
  expect(await findProblemText()).toContain('No se pudo iniciar la vista previa de la cámara.');
  expect(activeCameraCounts.on).toBe(0);
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
  expect(activeCameraCounts.on).toBe(0);
});

it('P8.13 the photo capture does not use the last frame as photo when the camera was unplugged', async () => {
  renderPhotoStep();
  await findLiveCamera();
  const opened = (await getUserMediaMock.mock.results[0]?.value) as MediaStream | undefined;
  act(() => void opened?.getVideoTracks()[0]?.dispatchEvent(new Event('ended')));
  expect(await findProblemText()).toContain(NO_ACCESS_TEXT);
  await tapButton('Reintentar');
  expect(storePhotoMock).not.toHaveBeenCalled();
});

it.each<[string, PictureEncodingResult, string]>([
  [
    'P5 a capture that fits at no quality',
    'too_large',
    'La foto supera 1000 KB. Ajusta la iluminación o usa la opción de archivo.',
  ],
  [
    'P8 a capture that failed',
    'failed',
    'No fue posible capturar la foto. Intenta nuevamente o utiliza la carga manual.',
  ],
])(
  'P5.8 P8.13 the photo capture shows an error for %s, and takes another photo at the next tap',
  async (_what, outcome, text) => {
    compressPhotoMock.mockResolvedValueOnce(outcome);
    renderPhotoStep();
    await findLiveCamera();
    await tapButton('Tomar foto');
    expect(await findProblemText()).toBe(text);
    expect(storePhotoMock).toHaveBeenLastCalledWith(undefined);
    await tapButton('Tomar foto');
    await screen.findByAltText('Foto capturada del paciente');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('P10.315 the photo capture suggests taking a dark photo again, until a bright photo replaces it', async () => {
  const question = 'La foto salió oscura. ¿La repites?';
  samplePixelsMock.mockResolvedValueOnce(greyPixel(4));
  renderPhotoStep();
  await findLiveCamera();
  await tapButton('Tomar foto');
  await screen.findByText(question);
  expect(storePhotoMock, 'the photo counts').toHaveBeenCalledTimes(1);
  await tapButton('Repetir foto');
  await findLiveCamera();
  await tapButton('Tomar foto');
  await retryUntilPassing(() => expect(samplePixelsMock).toHaveBeenCalledTimes(2));
  await retryUntilPassing(() => expect(screen.queryByText(question)).toBeNull());
});
