import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError, errorCode } from '../../base/start-error.ts';
import { findServiceUser, makePrivateFolder } from '../../database/embedded/service-user.ts';
import type { BackupKey } from '../encryption/key.ts';
import { ensureIncarnation } from './incarnation.ts';
import { type Archive, isArchivedFileName, storeSegment } from './segments.ts';

/**
 * Folder for full segments, to which PostgreSQL writes them durably. The server encrypts each segment, moves it to ARCHIVE_DIR
 * and deletes it here. Therefore PostgreSQL's account needs neither the key nor access to ARCHIVE_DIR. Backups do not contain
 * this folder, because from pg_wal they copy only the segment files.
 */
const SPOOL_FOLDER = 'pg_wal/to_archive';
const ARCHIVE_COMMAND = [
  `test -e ${SPOOL_FOLDER}/%f || { cp "%p" ${SPOOL_FOLDER}/%f.part`,
  `sync ${SPOOL_FOLDER}/%f.part`,
  `mv ${SPOOL_FOLDER}/%f.part ${SPOOL_FOLDER}/%f`,
  `sync ${SPOOL_FOLDER}; }`,
].join(' && ');
/**
 * Seconds after which a segment is archived even if it is not full. The loss of a disk therefore loses at most the changes of
 * about this time.
 */
const SEGMENT_CLOSED_AFTER_SECONDS = 60;

export const POSTGRES_ARCHIVE_SETTINGS = [
  'archive_mode=on',
  `archive_command=${ARCHIVE_COMMAND}`,
  `archive_timeout=${SEGMENT_CLOSED_AFTER_SECONDS}`,
] as const;
export const POSTGRES_NO_ARCHIVE_SETTINGS = ['archive_mode=off'] as const;

const SPOOL_POLL_INTERVAL_MS = 1_000;
const ARCHIVE_RETRY_DELAY_MS = 10_000;

export interface ArchiverPlan {
  readonly dataDir: string;
  readonly archiveDir: string;
  readonly key: BackupKey;
  /** Called when archiving begins to fail, and when the instruction for the operator changes while it keeps failing. */
  readonly onBehind: (behind: ArchiveFailure) => void;
}

/** Reason why segments cannot be archived, and time since which archiving fails. */
export interface ArchiveFailure {
  readonly code: string;
  /** Instruction for the operator that solves the problem; null when only the error code is known. */
  readonly sentence: string | null;
  readonly since: Date;
}

export class Archiver {
  readonly #plan: ArchiverPlan;
  readonly #archive: Archive;
  readonly #spool: string;
  readonly #ended = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #behind: ArchiveFailure | null = null;

  /** @throws StartError if ARCHIVE_DIR is not writable */
  constructor(plan: ArchiverPlan) {
    this.#plan = plan;
    this.#archive = { dir: plan.archiveDir, life: ensureIncarnation(plan.dataDir, new Date()) };
    this.#spool = path.join(plan.dataDir, 'postgres', SPOOL_FOLDER);
    try {
      fs.mkdirSync(path.join(plan.archiveDir, this.#archive.life), { recursive: true, mode: 0o700 });
      fs.accessSync(plan.archiveDir, fs.constants.W_OK | fs.constants.X_OK);
    } catch (cause) {
      throw new StartError(
        `No se puede escribir en ARCHIVE_DIR ${plan.archiveDir} (${errorCode(cause)}): elige otra carpeta o cambia su dueño.`,
        { cause },
      );
    }
  }

  /** Current failure; null when all segments are archived. */
  get behind(): ArchiveFailure | null {
    return this.#behind;
  }

  /** Starts archiving. The database cluster must exist. */
  start(): void {
    makePrivateFolder(findServiceUser(), this.#spool);
    this.#work = this.#ship();
  }

  /** Stops archiving. PostgreSQL must have stopped before, because it writes its last segment while it stops. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#work;
    await this.#shipAll();
  }

  async #ship(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await this.#shipAll();
      await pause(this.#behind ? ARCHIVE_RETRY_DELAY_MS : SPOOL_POLL_INTERVAL_MS, null, { signal }).catch(
        () => null,
      );
    }
  }

  async #shipAll(): Promise<void> {
    try {
      for (const name of fs.readdirSync(this.#spool).filter(isArchivedFileName).sort()) {
        const file = path.join(this.#spool, name);
        await storeSegment(this.#plan.key, this.#archive, name, fs.readFileSync(file));
        fs.rmSync(file);
      }
      this.#behind = null;
    } catch (error) {
      this.#fallBehind(error);
    }
  }

  /**
   * Records the failure. Segments stay in the spool folder and PostgreSQL keeps its write-ahead log, so that the disk fills
   * until the operator acts.
   */
  #fallBehind(error: unknown): void {
    const before = this.#behind;
    const sentence = error instanceof StartError ? error.message : null;
    const since = before?.since ?? new Date();
    this.#behind = { code: errorCode(error) || 'altered', sentence, since };
    const isNews = sentence !== null && sentence !== before?.sentence;
    if (before === null || isNews) this.#plan.onBehind(this.#behind);
  }
}
