import { Unzip, UnzipInflate } from 'fflate';
import { RosterFileError, UNPACKED_MAX_BYTES } from './file-problem.ts';

/** Bytes that are unpacked at once. Deflate grows data at most 1032 times, so that each step needs at most 17 MB. */
const STEP_BYTES = 16_384;

/** Returns an unpacker, and the function that feeds it with the archive in steps. */
function openArchive(bytes: Uint8Array, onStep?: (share: number) => void) {
  const archive = new Unzip();
  archive.register(UnzipInflate);
  const run = () => {
    try {
      for (let at = 0; at < bytes.length; at += STEP_BYTES) {
        archive.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
        onStep?.(Math.min(1, (at + STEP_BYTES) / bytes.length));
      }
    } catch (error) {
      throw error instanceof RosterFileError ? error : new RosterFileError('damaged', { cause: error });
    }
  };
  return { archive, run };
}

/** Returns the names of the archive's files without unpacking any. */
export function listArchiveFiles(bytes: Uint8Array): readonly string[] {
  const names: string[] = [];
  const { archive, run } = openArchive(bytes);
  archive.onfile = ({ name }) => void names.push(name);
  run();
  return names;
}

/** Counter of unpacked bytes that all files of one archive share. */
export interface UnpackedBudget {
  left: number;
}
export const createUnpackedBudget = (): UnpackedBudget => ({ left: UNPACKED_MAX_BYTES });

interface ArchiveReading {
  readonly name: string;
  readonly budget: UnpackedBudget;
  readonly onText: (text: string) => void;
  readonly onStep?: (share: number) => void;
}

/**
 * Unpacks one file in steps and passes on its text. Returns false if the archive lacks the file.
 * @throws RosterFileError if the archive is damaged or the budget is exceeded
 */
export function readArchiveText(
  bytes: Uint8Array,
  { name, budget, onText, onStep }: ArchiveReading,
): boolean {
  const decoder = new TextDecoder();
  const { archive, run } = openArchive(bytes, onStep);
  let isFound = false;
  archive.onfile = (file) => {
    if (file.name !== name || isFound) return;
    isFound = true;
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      budget.left -= chunk.length;
      if (budget.left < 0) throw new RosterFileError('unpacked_too_large');
      onText(decoder.decode(chunk, { stream: !isLast }));
    };
    file.start();
  };
  run();
  return isFound;
}
