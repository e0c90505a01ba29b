import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError, errorCode } from '../../base/start-error.ts';
import { findServiceUser, makePrivateFolder } from '../../database/embedded/service-user.ts';
import type { CopyKey } from '../sealed/key.ts';
import { lifeOf } from './life.ts';
import { type Archive, isSegment, keepSegment } from './segments.ts';

/**
 * PostgreSQL puts each full segment into a folder of its own, forced to the disk; the provider seals it, brings it to
 * ARCHIVE_DIR and takes it away here. So PostgreSQL's account needs neither the key nor ARCHIVE_DIR. Below pg_wal, of which a
 * copy holds the segments alone.
 */
const SPOOL = 'pg_wal/to_archive';
const ARCHIVE_COMMAND = [
  `test -e ${SPOOL}/%f || { cp "%p" ${SPOOL}/%f.part`,
  `sync ${SPOOL}/%f.part`,
  `mv ${SPOOL}/%f.part ${SPOOL}/%f`,
  `sync ${SPOOL}; }`,
].join(' && ');
/** A segment that is not full goes after this: so much may be lost with the disk. */
const CLOSED_AFTER_SECONDS = 60;

/** How the embedded server is started. */
export const ARCHIVE_SETTINGS = [
  'archive_mode=on',
  `archive_command=${ARCHIVE_COMMAND}`,
  `archive_timeout=${CLOSED_AFTER_SECONDS}`,
] as const;
export const NO_ARCHIVE_SETTINGS = ['archive_mode=off'] as const;

const LOOK_EVERY_MS = 1_000;
const AGAIN_AFTER_MS = 10_000;

export interface ArchiverPlan {
  readonly dataDir: string;
  readonly archiveDir: string;
  readonly key: CopyKey;
  /** Told when a segment stays behind, once until one gets through again; and of another remedy than was told. */
  readonly onBehind: (behind: Behind) => void;
}

/** That segments stay where they are: what went wrong, and since when. */
export interface Behind {
  readonly code: string;
  /** What the operator does about it, where that is known; else the code says it. */
  readonly sentence: string | null;
  readonly since: Date;
}

/** Brings segments to the archive as long as the provider works. */
export class Archiver {
  readonly #plan: ArchiverPlan;
  readonly #archive: Archive;
  readonly #spool: string;
  readonly #ended = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #behind: Behind | null = null;

  /** @throws StartError where ARCHIVE_DIR cannot be written */
  constructor(plan: ArchiverPlan) {
    this.#plan = plan;
    this.#archive = { dir: plan.archiveDir, life: lifeOf(plan.dataDir, new Date()) };
    this.#spool = path.join(plan.dataDir, 'postgres', SPOOL);
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

  /** Null where no segment stays behind. */
  get behind(): Behind | null {
    return this.#behind;
  }

  /** Once the cluster is there. */
  start(): void {
    makePrivateFolder(findServiceUser(), this.#spool);
    this.#work = this.#ship();
  }

  /** After the server has stopped: its last segment comes at its very end. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#work;
    await this.#shipAll();
  }

  async #ship(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await this.#shipAll();
      await pause(this.#behind ? AGAIN_AFTER_MS : LOOK_EVERY_MS, null, { signal }).catch(() => null);
    }
  }

  async #shipAll(): Promise<void> {
    try {
      for (const name of fs.readdirSync(this.#spool).filter(isSegment).sort()) {
        const file = path.join(this.#spool, name);
        await keepSegment(this.#plan.key, this.#archive, name, fs.readFileSync(file));
        fs.rmSync(file);
      }
      this.#behind = null;
    } catch (error) {
      this.#fallBehind(error);
    }
  }

  /** It waits where it lies, and so does PostgreSQL's log: the disk fills if nobody looks. */
  #fallBehind(error: unknown): void {
    const before = this.#behind;
    const sentence = error instanceof StartError ? error.message : null;
    const since = before?.since ?? new Date();
    this.#behind = { code: errorCode(error) || 'altered', sentence, since };
    const isNews = sentence !== null && sentence !== before?.sentence;
    if (before === null || isNews) this.#plan.onBehind(this.#behind);
  }
}
