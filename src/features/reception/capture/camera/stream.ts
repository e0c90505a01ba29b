import { Serial } from '#domain/serial.ts';

/**
 * Reason why there is no camera picture. `none`: no camera; `denied`: no permission; `busy`: another program uses the camera,
 * or any other failure; `no_preview`: the preview does not play.
 */
export type CameraProblem = 'none' | 'denied' | 'busy' | 'no_preview';

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotFoundError: 'none',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
};
const problemOf = (thrown: unknown): CameraProblem =>
  (thrown instanceof DOMException ? PROBLEMS[thrown.name] : undefined) ?? 'busy';

/**
 * Returns the constraints for opening a camera. By default it is the rear camera, which faces the patient. `deviceId` is only a
 * preference, so a missing camera causes no failure.
 */
const constraintsFor = (deviceId: string | null): MediaStreamConstraints => ({
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
 * True once this page has opened a camera: browsers that do not report permissions give no other proof that the user has
 * granted one.
 */
let given = false;
/**
 * Runs the requests for a camera one after the other, so that a camera that is no longer wanted is off before the next request.
 */
const turns = new Serial();

/** Opens a camera, or returns why it failed. Returns null if `isWanted` is false by the time the camera opens. */
export function openStream(
  deviceId: string | null,
  isWanted: () => boolean,
): Promise<MediaStream | CameraProblem | null> {
  // `mediaDevices` is missing outside https and in some embedded browsers, although the types declare it.
  if (!('mediaDevices' in navigator) || !('getUserMedia' in navigator.mediaDevices))
    return Promise.resolve('none');
  return turns.run(async () => {
    if (!isWanted()) return null;
    try {
      const stream = await navigator.mediaDevices.getUserMedia(constraintsFor(deviceId));
      given = true;
      if (isWanted()) return stream;
      stopStream(stream);
      return null;
    } catch (error) {
      return problemOf(error);
    }
  });
}

export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
}

/** Returns true if the camera may be opened without a permission prompt; false if the browser does not report it. */
export async function isCameraPermitted(): Promise<boolean> {
  if (given) return true;
  if (!('permissions' in navigator)) return false;
  // Some browsers do not know this permission name and throw.
  const query = async () => (await navigator.permissions.query({ name: 'camera' })).state;
  return (await query().catch(() => 'prompt')) === 'granted';
}
