import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StartError, errorCode } from '../../base/start-error.ts';
import { makePrivateFolder, type ServiceUser } from '../../database/embedded/service-user.ts';
import type { BackupKey } from '../encryption/key.ts';
import { type PartLocation, readPart, readPartKeyId, writePart } from '../encryption/part.ts';
import { isFolderWithoutLink } from '../encryption/plain-file.ts';

/** File name of a segment of the write-ahead log, a history file or a backup label of PostgreSQL. */
const ARCHIVED_FILE_PATTERN = /^[\dA-F]{24}(\.partial|\.[\dA-F]{8}\.backup)?$|^[\dA-F]{8}\.history$/;
export const isArchivedFileName = (name: string): boolean => ARCHIVED_FILE_PATTERN.test(name);
/** Maximum size of a segment in bytes; the default of PostgreSQL is 16 MB. */
const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;

/** Archive of one incarnation. An incarnation begins with the first start of the cluster or with a restore. */
export interface Archive {
  readonly dir: string;
  /**
   * Name of the incarnation's folder. Each incarnation has a separate folder, because two of them write different segments
   * under the same name.
   */
  readonly life: string;
}

/**
 * Checks that ARCHIVE_DIR contains the archive.
 * @throws StartError if ARCHIVE_DIR is another folder or its disk is missing
 */
export function requireArchiveFolder({ dir, life }: Archive): void {
  const now = `(ahora es "${dir}"): revisa su nombre y que su disco esté conectado.`;
  try {
    if (fs.readdirSync(dir).includes(life)) return;
  } catch (cause) {
    const code = errorCode(cause);
    throw new StartError(
      code === 'ENOENT'
        ? `ARCHIVE_DIR indica una carpeta que no existe ${now}`
        : `ARCHIVE_DIR indica una carpeta que no se puede leer, ${code} ${now}`,
      { cause },
    );
  }
  throw new StartError(
    `ARCHIVE_DIR indica una carpeta en la que no está ${life}, donde se archivó esta base de datos ${now}`,
  );
}

const segmentLocation = ({ dir, life }: Archive, name: string): PartLocation => ({
  root: dir,
  file: path.join(dir, life, name),
  name: `${life}/${name}`,
});

async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/**
 * Encrypts and stores a segment; it is durable when the promise resolves. It is compressed first, because the unused part of an
 * early closed segment contains zeros.
 * @throws StartError if another segment is stored under this name (two servers archive into one folder), or the stored segment
 * cannot be decrypted
 */
export async function storeSegment(
  key: BackupKey,
  archive: Archive,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const there = await readSegmentOrInstruct(key, archive, name);
  if (there?.equals(bytes)) return; // The same segment was already stored before a crash; PostgreSQL archives it again.
  if (there)
    throw new StartError(
      `${segmentLocation(archive, name).file} es de otra base de datos: borra archive-life en esta carpeta de datos y reinicia el proveedor, que archiva entonces en otro lugar.`,
    );
  await writePart(key, segmentLocation(archive, name), singleChunk(gzipSync(bytes, { level: 1 })));
}

const REARCHIVE_HINT_TEXT = 'muévelo a otro lugar, y el proveedor archiva ese segmento de nuevo.';

/**
 * Returns the stored segment; null if it does not exist. The error for a segment that cannot be decrypted instructs the
 * operator to move it away, because the original is still in the spool folder and can be archived again.
 */
async function readSegmentOrInstruct(key: BackupKey, archive: Archive, name: string): Promise<Buffer | null> {
  try {
    return await readSegment(key, archive, name);
  } catch (cause) {
    if (!(cause instanceof StartError)) throw cause;
    const place = segmentLocation(archive, name);
    const { file } = place;
    const isOurs = [key.id, null].includes(await readPartKeyId(place));
    const problem = isOurs ? 'está dañado:' : 'se selló con otra llave: si es de esta clínica,';
    throw new StartError(`${file} ${problem} ${REARCHIVE_HINT_TEXT}`, { cause });
  }
}

async function readSegment(key: BackupKey, archive: Archive, name: string): Promise<Buffer | null> {
  const place = segmentLocation(archive, name);
  if (!isArchivedFileName(name) || !fs.existsSync(place.file)) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of readPart(key, place)) chunks.push(chunk);
  return gunzipSync(Buffer.concat(chunks), { maxOutputLength: MAX_SEGMENT_BYTES });
}

/**
 * Seconds after which the restore command stops waiting for a segment. A longer wait means that the process that serves the
 * segments has died.
 */
const SEGMENT_WAIT_SECONDS = 600;
const REQUEST_POLL_INTERVAL_MS = 20;
/**
 * File that exists while segments are served. Its deletion tells waiting commands that no more segments are served; a deletion
 * works even on a full disk.
 */
const SERVING_MARKER_FILE = 'open';
const REQUESTED_SUFFIX = '.wanted';

/**
 * Serves single segments to a recovery on request, for two reasons: PostgreSQL's account does not have the key, and the disk
 * may lack space for all decrypted segments of a day. To request a segment, the recovery creates a file in the folder. After a
 * failure all requests fail, which ends the recovery.
 */
export class SegmentServer {
  readonly #folder: string;
  readonly #user: ServiceUser;
  readonly #find: (name: string) => Promise<Buffer | null>;
  readonly #ended = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #problem: unknown = null;

  /** @param folder folder below the cluster's folder; the caller deletes it */
  constructor(folder: string, user: ServiceUser, key: BackupKey, archive: Archive) {
    this.#folder = folder;
    this.#user = user;
    this.#find = (name) => readSegment(key, archive, name);
    makePrivateFolder(user, folder);
  }

  get command(): string {
    // The path is relative to PostgreSQL's working directory, because PostgreSQL's account may not be able to read the parent
    // folders.
    const at = `${path.basename(this.#folder)}/`;
    return [
      `rm -f ${at}%f.none; : > ${at}%f${REQUESTED_SUFFIX}; n=0`,
      `while [ -e ${at}${SERVING_MARKER_FILE} ] && [ $n -lt ${SEGMENT_WAIT_SECONDS * 10} ]`,
      `do if [ -e ${at}%f.here ]; then mv ${at}%f.here "%p"; exit $?; fi`,
      `if [ -e ${at}%f.none ]; then exit 1; fi`,
      `sleep 0.1; n=$((n+1)); done; exit 1`,
    ].join('; ');
  }

  open(): void {
    fs.writeFileSync(path.join(this.#folder, SERVING_MARKER_FILE), '', { mode: 0o600 });
    this.#work = this.#serve().catch((error: unknown) => {
      this.#problem = error; // `close` throws the error.
    });
  }

  /**
   * Stops serving segments.
   * @throws the error that occurred with a segment or the folder
   */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.#work;
    if (this.#problem !== null) throw this.#problem;
  }

  async #serve(): Promise<void> {
    try {
      while (!this.#ended.signal.aborted) {
        for (const requested of fs
          .readdirSync(this.#folder)
          .filter((name) => name.endsWith(REQUESTED_SUFFIX)))
          await this.#answer(requested.slice(0, -REQUESTED_SUFFIX.length));
        await pause(REQUEST_POLL_INTERVAL_MS);
      }
    } finally {
      fs.rmSync(path.join(this.#folder, SERVING_MARKER_FILE), { force: true });
    }
  }

  async #answer(name: string): Promise<void> {
    const bytes = await this.#find(name);
    fs.rmSync(path.join(this.#folder, `${name}${REQUESTED_SUFFIX}`));
    this.#put(bytes ? `${name}.here` : `${name}.none`, bytes ?? Buffer.alloc(0));
  }

  #put(name: string, bytes: Buffer): void {
    const file = path.join(this.#folder, name);
    fs.writeFileSync(`${file}.part`, bytes, { mode: 0o600 });
    const { uid, gid } = this.#user.ids;
    if (uid !== undefined && gid !== undefined) fs.chownSync(`${file}.part`, uid, gid);
    fs.renameSync(`${file}.part`, file);
  }
}

const TIMELINE_DIGITS = 8;
const SEGMENT_NAME_LENGTH = 24;

/** Returns the name of the segment that contains a position of the write-ahead log ('16/B374D848'). */
export function segmentNameAt(timeline: number, position: string): string {
  const [high = '0', low = '0'] = position.split('/');
  const number = Number.parseInt(low, 16) >>> 24;
  const parts = [timeline, Number.parseInt(high, 16), number];
  return parts.map((part) => part.toString(16).toUpperCase().padStart(TIMELINE_DIGITS, '0')).join('');
}

export function pruneSegments({ dir, life }: Archive, oldest: string): void {
  const folder = path.join(dir, life);
  if (!isFolderWithoutLink(folder)) return;
  for (const name of fs.readdirSync(folder))
    if (
      isArchivedFileName(name) &&
      name.length >= SEGMENT_NAME_LENGTH &&
      name.slice(TIMELINE_DIGITS, SEGMENT_NAME_LENGTH) < oldest.slice(TIMELINE_DIGITS)
    )
      fs.rmSync(path.join(folder, name), { force: true });
}

/** Returns the time of the newest segment; null without segments. */
export function newestSegmentTime({ dir, life }: Archive): Date | null {
  const folder = path.join(dir, life);
  const newest = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter(isArchivedFileName).sort().at(-1)
    : undefined;
  return newest === undefined ? null : fs.statSync(path.join(folder, newest)).mtime;
}
