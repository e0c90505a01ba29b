import { Serial } from '#domain/serial.ts';

/** Why there is no picture: no camera, no permission, somebody else's, or one that does not play. */
export type CameraProblem = 'none' | 'denied' | 'busy' | 'no_preview';

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotFoundError: 'none',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
};
const problemOf = (thrown: unknown): CameraProblem =>
  (thrown instanceof DOMException ? PROBLEMS[thrown.name] : undefined) ?? 'busy';

/** Which camera: the one that looks at the patient across the desk, until the person changes it. One that is gone is not insisted on. */
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

/** This page was given a camera; where the browser does not tell permissions, that is all one knows. */
let given = false;
/** One after the other: a camera that is no longer wanted is out before the next one is asked for. */
const turns = new Serial();

/** Null where it was no longer wanted when it came. */
export function openStream(
  deviceId: string | null,
  isWanted: () => boolean,
): Promise<MediaStream | CameraProblem | null> {
  // Missing outside https and in some embedded browsers, whatever the types say.
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

/** Whether a camera may be opened without a question to the person. False where the browser does not tell. */
export async function isCameraGiven(): Promise<boolean> {
  if (given) return true;
  if (!('permissions' in navigator)) return false;
  // Some browsers know no permission of this name, and throw.
  const query = async () => (await navigator.permissions.query({ name: 'camera' })).state;
  return (await query().catch(() => 'prompt')) === 'granted';
}
