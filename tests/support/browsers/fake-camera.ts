import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FAKE_CAMERA_ARGS } from './profile.ts';

interface CameraPicture {
  readonly gray: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Returns the frames as an uncompressed film (YUV4MPEG2), which Chromium plays repeatedly as its camera. */
function encodeCameraVideo(frames: readonly CameraPicture[], framesPerSecond: number): Buffer {
  const [{ width, height } = { width: 0, height: 0 }] = frames;
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([
    head,
    ...frames.flatMap(({ gray }) => [Buffer.from('FRAME\n'), Buffer.from(gray), colourless]),
  ]);
}

/**
 * Writes the frames to a film and returns Chromium's launch arguments for a camera that shows it; `remove` deletes the film.
 */
export function createFakeCamera(frames: readonly CameraPicture[]): {
  readonly args: string[];
  remove: () => void;
} {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'ventanilla-camera-'));
  const file = path.join(folder, 'card.y4m');
  fs.writeFileSync(file, encodeCameraVideo(frames, 10));
  return {
    args: [...FAKE_CAMERA_ARGS, `--use-file-for-fake-video-capture=${file}`],
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
