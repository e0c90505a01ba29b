import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { SerialTaskQueue } from '#domain/serial.ts';
import { readCameraId } from '#storage/device/camera.ts';
import { saveCameraId } from '#sync/changes/on-device.ts';
import { useIsCovered } from '#ui/page/screen-cover.ts';
import { reportCaptureBug } from '../files/read-file.ts';

/**
 * Reason why no camera picture is shown. `none`: no camera. `denied`: no permission. `busy`: another program uses the camera,
 * or any other failure. `no_preview`: the preview does not play.
 */
export type CameraProblem = 'none' | 'denied' | 'busy' | 'no_preview';

const PROBLEM_BY_ERROR_NAME: Readonly<Record<string, CameraProblem>> = {
  NotFoundError: 'none',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
};

/**
 * Returns the constraints for opening a camera; by default the rear camera, which faces the patient. `deviceId` is only a
 * preference, so a missing camera causes no failure.
 */
const createCameraConstraints = (deviceId: string | null): MediaStreamConstraints => ({
  audio: false,
  video: {
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    ...(deviceId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { ideal: deviceId } }),
  },
});

const stopStream = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => track.stop());

/**
 * True once this page has opened a camera. In browsers that do not report permissions, this is the only proof of a permission.
 */
let hasOpenedCamera = false;
/** Queue of camera requests. A camera that is no longer wanted is turned off before the next camera is opened. */
const cameraRequestQueue = new SerialTaskQueue();

/** Opens a camera or returns why this failed. Returns null if `isWanted` has become false. */
function openStream(
  deviceId: string | null,
  isWanted: () => boolean,
): Promise<MediaStream | CameraProblem | null> {
  // `mediaDevices` is missing outside https and in some embedded browsers, although the types declare it.
  if (!('mediaDevices' in navigator) || !('getUserMedia' in navigator.mediaDevices))
    return Promise.resolve('none');
  return cameraRequestQueue.run(async () => {
    if (!isWanted()) return null;
    try {
      const stream = await navigator.mediaDevices.getUserMedia(createCameraConstraints(deviceId));
      hasOpenedCamera = true;
      if (isWanted()) return stream;
      stopStream(stream);
      return null;
    } catch (error) {
      return (error instanceof DOMException && PROBLEM_BY_ERROR_NAME[error.name]) || 'busy';
    }
  });
}

/** Returns true if the camera opens without a permission prompt; false if this is unknown. */
async function hasKnownCameraPermission(): Promise<boolean> {
  if (hasOpenedCamera) return true;
  if (!('permissions' in navigator)) return false;
  // A browser that does not know this permission name throws.
  const query = async () => (await navigator.permissions.query({ name: 'camera' })).state;
  return (await query().catch(() => 'prompt')) === 'granted';
}

export type CameraState =
  | { readonly name: 'off' }
  | { readonly name: 'starting' }
  | { readonly name: 'live'; readonly cameras: readonly string[] }
  | { readonly name: 'failed'; readonly problem: CameraProblem };

const CAMERA_STARTING: CameraState = { name: 'starting' };

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const isPageVisible = (): boolean => document.visibilityState !== 'hidden';

/** Returns false behind the lock screen and in a hidden window, where the camera must not run. */
function useIsPageVisibleAndUnlocked(): boolean {
  const visible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  return !useIsCovered() && visible;
}

async function playStream(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream;
  await video.play();
}

interface CameraOptions {
  /** True while the user wants to see the camera picture. */
  readonly isOn: boolean;
  /** True if this device remembers the camera to which the user switches, and opens it first the next time. */
  readonly isRemembered?: boolean;
}

/** Keeps a camera stream open while `isOn` and the page is visible. A stopped stream turns off the camera light. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  { isOn, isRemembered = false }: CameraOptions,
) {
  const [state, setState] = useState<CameraState>(CAMERA_STARTING);
  /** A new object opens the camera again, even with the same id. */
  const [choice, setChoice] = useState<{ readonly deviceId: string | null }>({ deviceId: null });
  const stream = useRef<MediaStream | null>(null);
  const isWanted = useIsPageVisibleAndUnlocked() && isOn;

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
      const wanted = choice.deviceId ?? (isRemembered ? await readCameraId().catch(() => null) : null);
      const opened = await openStream(wanted, () => !closed);
      if (opened === null) return;
      if (typeof opened === 'string') return fail(opened);
      if (closed || !video.current) return stopStream(opened);
      stream.current = opened;
      // The camera was unplugged or its permission revoked. Its last frame must not become the patient's photo.
      opened.getVideoTracks()[0]?.addEventListener('ended', () => fail('busy'));
      await playStream(video.current, opened);
      const devices = await navigator.mediaDevices.enumerateDevices();
      const cameras = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
      if (!closed) setState({ name: 'live', cameras });
    };
    start().catch((error: unknown) => {
      reportCaptureBug(error);
      fail('no_preview');
    });
    return () => {
      closed = true;
      stop();
      setState(CAMERA_STARTING);
    };
  }, [choice, video, isWanted, isRemembered]);

  const change = () => {
    if (state.name !== 'live') return;
    const current = stream.current?.getVideoTracks()[0]?.getSettings().deviceId;
    const next = state.cameras[(state.cameras.indexOf(current ?? '') + 1) % state.cameras.length];
    if (next === undefined) return;
    if (isRemembered) saveCameraId(next).catch(reportError);
    setChoice({ deviceId: next });
  };

  const shown: CameraState = isOn ? state : { name: 'off' };
  return { state: shown, change, retry: () => setChoice((before) => ({ ...before })) };
}

/** Returns true if the camera may start without a tap; null while the permission is unknown. */
export function useCameraPermitted(): boolean | null {
  const [isGiven, setGiven] = useState<boolean | null>(null);
  useEffect(() => void hasKnownCameraPermission().then(setGiven, reportError), []);
  return isGiven;
}
