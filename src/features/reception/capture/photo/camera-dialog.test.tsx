import '#tests/support/device/jsdom-device.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { CameraDialog } from './camera-dialog.tsx';
import type { Compressed } from './photo-ladder.ts';

const compressPhoto = vi.hoisted(() => vi.fn<() => Promise<Compressed>>());
vi.mock('./compress-photo.ts', () => ({ compressPhoto }));

const stopped = vi.fn();
/** A camera that shows something; jsdom has none. */
const camera = {
  getUserMedia: vi.fn(() =>
    Promise.resolve({ getTracks: () => [{ stop: stopped }], getVideoTracks: () => [] }),
  ),
  enumerateDevices: () => Promise.resolve([]),
};
const give = (has: object) => vi.stubGlobal('navigator', has);
const play = vi.spyOn(HTMLMediaElement.prototype, 'play');

beforeEach(() => {
  vi.clearAllMocks();
  play.mockResolvedValue(undefined);
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1920);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({}));
  give({ mediaDevices: camera });
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  const onPhoto = vi.fn();
  const view = renderScreen(
    <CameraDialog opened onPhoto={onPhoto} onFile={() => undefined} onClose={() => undefined} />,
  );
  return { onPhoto, view };
}
async function capture() {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Capturar' });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
}
const problem = async () => (await screen.findByRole('alert')).textContent;

it('P2.28 P9.9 a capture is photo.jpg, and the camera goes out with the dialog', async () => {
  compressPhoto.mockResolvedValue({ type: 'fits', bytes: new ArrayBuffer(3) });
  const { onPhoto, view } = show();
  await capture();
  await vi.waitFor(() =>
    expect(onPhoto).toHaveBeenCalledExactlyOnceWith({
      bytes: new ArrayBuffer(3),
      mime: 'image/jpeg',
      name: 'photo.jpg',
    }),
  );
  view.unmount();
  expect(stopped).toHaveBeenCalled();
});

it('P8.13 a device without a camera is said, and a file can be chosen', async () => {
  give({});
  show();
  expect(await problem()).toBe('Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.');
  expect(screen.getByText('Desde archivo')).toBeTruthy();
});

it('P8 a camera that was denied is said', async () => {
  camera.getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  show();
  expect(await problem()).toBe(
    'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.',
  );
});

it('P8.13 a preview that does not start is said', async () => {
  play.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  show();
  expect(await problem()).toBe('No se pudo iniciar la vista previa de la cámara.');
});

it.each<[string, Compressed, string]>([
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
])('P5.8 P8.13 %s is said', async (_what, outcome, text) => {
  compressPhoto.mockResolvedValue(outcome);
  const { onPhoto } = show();
  await capture();
  expect(await problem()).toBe(text);
  expect(onPhoto).not.toHaveBeenCalled();
});
