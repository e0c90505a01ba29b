import { SerialTaskQueue } from '#domain/serial.ts';

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

export const stopStream = (stream: MediaStream | null): void =>
  stream?.getTracks().forEach((track) => track.stop());

/**
 * True once this page has opened a camera. In browsers that do not report permissions, this is the only proof of a permission.
 */
let hasOpenedCamera = false;
/** Queue of camera requests. A camera that is no longer wanted is turned off before the next camera is opened. */
const cameraRequestQueue = new SerialTaskQueue();

/** Opens a camera or returns why this failed. Returns null if `isWanted` has become false. */
export function openStream(
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

export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
}

/** Returns true if the camera opens without a permission prompt; false if this is unknown. */
export async function isCameraPermitted(): Promise<boolean> {
  if (hasOpenedCamera) return true;
  if (!('permissions' in navigator)) return false;
  // A browser that does not know this permission name throws.
  const query = async () => (await navigator.permissions.query({ name: 'camera' })).state;
  return (await query().catch(() => 'prompt')) === 'granted';
}
