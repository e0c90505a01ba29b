import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useCovered } from '#ui/page/screen-cover.ts';
import { compressPhoto } from './compress-photo.ts';
import type { Compressed } from './photo-ladder.ts';

export type CameraProblem = 'unsupported' | 'denied' | 'no_preview' | 'capture_failed' | 'too_large';

/** P8 to the letter. */
export const CAMERA_TEXTS: Record<CameraProblem, string> = {
  unsupported: 'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.',
  denied: 'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.',
  no_preview: 'No se pudo iniciar la vista previa de la cámara.',
  capture_failed: 'No fue posible capturar la foto. Intenta nuevamente o utiliza la carga manual.',
  too_large: 'La foto supera 1000 KB. Ajusta la iluminación o usa la opción de archivo.',
};

export type CameraState =
  | { readonly name: 'starting' }
  | { readonly name: 'live'; readonly cameras: readonly string[] }
  | { readonly name: 'capturing'; readonly cameras: readonly string[] }
  | { readonly name: 'failed'; readonly problem: CameraProblem };

/** Which camera: the one that looks at the patient across the desk, until the person changes it. */
const constraintsFor = (deviceId: string | null): MediaStreamConstraints => ({
  audio: false,
  video: {
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    ...(deviceId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: deviceId } }),
  },
});

const stop = (stream: MediaStream | null) => stream?.getTracks().forEach((track) => track.stop());

async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
}

async function openStream(deviceId: string | null): Promise<MediaStream | CameraProblem> {
  // Missing outside https and in some embedded browsers, whatever the types say.
  if (!('mediaDevices' in navigator) || !('getUserMedia' in navigator.mediaDevices)) return 'unsupported';
  return navigator.mediaDevices.getUserMedia(constraintsFor(deviceId)).catch(() => 'denied' as const);
}

async function play(video: HTMLVideoElement, stream: MediaStream): Promise<boolean> {
  video.srcObject = stream;
  return video.play().then(
    () => true,
    () => false,
  );
}

async function takeFrame(video: HTMLVideoElement): Promise<Compressed> {
  if (video.videoWidth === 0) return { type: 'failed' };
  return createImageBitmap(video).then(compressPhoto, () => ({ type: 'failed' }));
}

/** The next camera after the one in use; null with fewer than two. */
function nextCamera(cameras: readonly string[], current: string | undefined): string | null {
  if (cameras.length < 2) return null;
  return cameras[(cameras.indexOf(current ?? '') + 1) % cameras.length] ?? null;
}

/** One stream as long as the caller is mounted; its tracks stop with it, so that the camera's light goes out. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>({ name: 'starting' });
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const stream = useRef<MediaStream | null>(null);
  const covered = useCovered();

  useEffect(() => {
    if (covered) return; // Nobody looks: the light goes out, and the picture is there again afterwards.
    let closed = false;
    const start = async () => {
      const opened = await openStream(deviceId);
      if (typeof opened === 'string') return opened;
      if (closed || !video.current) return stop(opened);
      stream.current = opened;
      if (!(await play(video.current, opened))) return 'no_preview';
      if (!closed) setState({ name: 'live', cameras: await listCameras() });
    };
    start().then(
      (problem) => (problem && !closed ? setState({ name: 'failed', problem }) : undefined),
      () => (closed ? undefined : setState({ name: 'failed', problem: 'no_preview' })),
    );
    return () => {
      closed = true;
      stop(stream.current);
      stream.current = null;
      setState({ name: 'starting' });
    };
  }, [deviceId, video, covered]);

  const change = () => {
    if (state.name !== 'live') return;
    const current = stream.current?.getVideoTracks()[0]?.getSettings().deviceId;
    const next = nextCamera(state.cameras, current);
    if (next === null) return;
    setState({ name: 'starting' });
    setDeviceId(next);
  };

  const capture = useCallback(async (): Promise<ArrayBuffer | null> => {
    if (state.name !== 'live' || !video.current) return null;
    setState({ ...state, name: 'capturing' });
    const result = await takeFrame(video.current);
    if (result.type === 'fits') return result.bytes;
    const problem = result.type === 'too_large' ? 'too_large' : 'capture_failed';
    setState({ name: 'failed', problem });
    return null;
  }, [state, video]);

  return { state, change, capture };
}
