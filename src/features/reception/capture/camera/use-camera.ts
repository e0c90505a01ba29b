import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { readCamera } from '#storage/device/camera.ts';
import { saveCamera } from '#sync/changes/on-device.ts';
import { useCovered } from '#ui/page/screen-cover.ts';
import { reportCaptureBug } from '../files/report-capture-bug.ts';
import { isCameraGiven, listCameras, openStream, stopStream, type CameraProblem } from './stream.ts';

export type CameraState =
  | { readonly name: 'off' }
  | { readonly name: 'starting' }
  | { readonly name: 'live'; readonly cameras: readonly string[] }
  | { readonly name: 'failed'; readonly problem: CameraProblem };

const OFF: CameraState = { name: 'off' };
const STARTING: CameraState = { name: 'starting' };

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const isVisible = (): boolean => document.visibilityState !== 'hidden';

/** False behind the lock and in a window that is not shown: a camera must not go on unseen. */
function useSeen(): boolean {
  const visible = useSyncExternalStore(onVisibility, isVisible);
  return !useCovered() && visible;
}

async function play(video: HTMLVideoElement, stream: MediaStream): Promise<boolean> {
  video.srcObject = stream;
  return video.play().then(
    () => true,
    () => false,
  );
}

interface CameraOptions {
  /** Somebody wants to see the picture. */
  readonly isOn: boolean;
  /** The camera that somebody changes to is the first one the next time, on this device. */
  readonly isRemembered?: boolean;
}

/** One stream as long as it is wanted and seen; its tracks stop with it, so that the camera's light goes out. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  { isOn, isRemembered = false }: CameraOptions,
) {
  const [state, setState] = useState<CameraState>(STARTING);
  /** A new one is a new attempt, also at the same camera. */
  const [choice, setChoice] = useState<{ readonly deviceId: string | null }>({ deviceId: null });
  const stream = useRef<MediaStream | null>(null);
  const isWanted = useSeen() && isOn;

  useEffect(() => {
    if (!isWanted) return;
    let closed = false;
    const stop = () => {
      stopStream(stream.current);
      stream.current = null;
    };
    const fail = (problem: CameraProblem) => {
      if (closed) return;
      stop();
      setState({ name: 'failed', problem });
    };
    const start = async () => {
      // Without the device's memory any camera will do.
      const wanted = choice.deviceId ?? (isRemembered ? await readCamera().catch(() => null) : null);
      const opened = await openStream(wanted, () => !closed);
      if (opened === null) return;
      if (typeof opened === 'string') return fail(opened);
      if (closed || !video.current) return stopStream(opened);
      stream.current = opened;
      // Unplugged, or the permission was taken back: its last picture must not be taken for the patient's.
      opened.getVideoTracks()[0]?.addEventListener('ended', () => fail('busy'));
      if (!(await play(video.current, opened))) return fail('no_preview');
      const cameras = await listCameras();
      if (!closed) setState({ name: 'live', cameras });
    };
    start().catch((error: unknown) => {
      reportCaptureBug(error);
      fail('no_preview');
    });
    return () => {
      closed = true;
      stop();
      setState(STARTING);
    };
  }, [choice, video, isWanted, isRemembered]);

  /** To the next camera after the one in use. */
  const change = () => {
    if (state.name !== 'live') return;
    const current = stream.current?.getVideoTracks()[0]?.getSettings().deviceId;
    const next = state.cameras[(state.cameras.indexOf(current ?? '') + 1) % state.cameras.length];
    if (next === undefined) return;
    if (isRemembered) saveCamera(next).catch(reportError);
    setChoice({ deviceId: next });
  };

  return { state: isOn ? state : OFF, change, retry: () => setChoice((before) => ({ ...before })) };
}

/** Whether the camera may start by itself; null until that is known. */
export function useCameraGiven(): boolean | null {
  const [isGiven, setGiven] = useState<boolean | null>(null);
  useEffect(() => {
    let over = false;
    isCameraGiven().then((answer) => (over ? undefined : setGiven(answer)), reportError);
    return () => void (over = true);
  }, []);
  return isGiven;
}
