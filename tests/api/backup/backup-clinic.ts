import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { Client, type ClientConfig, type Pool } from 'pg';
import { type BackupPlan, type CreatedBackup, createBackupAndPrune } from '#server/platform/backup/backup.ts';
import { diskFileSource } from '#server/platform/backup/files/source.ts';
import { type RestoredBackup, restoreBackup } from '#server/platform/backup/restore.ts';
import { createBackupKeyFile, readBackupKey } from '#server/platform/backup/encryption/key.ts';
import { verifyBackup } from '#server/platform/backup/verify.ts';
import { readIncarnation } from '#server/platform/backup/archive/incarnation.ts';
import { connectionConfigOf } from '#server/platform/backup/database/source.ts';
import type { OpenDatabase } from '#server/platform/database/start/open.ts';
import { openDatabaseWithArchiving } from '#server/open-archived.ts';
import { startEmbeddedDatabase } from '#server/platform/database/embedded/supervisor.ts';
import { applyMissingMigrations } from '#server/platform/database/start/migrate.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { stopAndRemoveDataDir, makeScratchFolder } from '#tests/support/base/scratch.ts';
import { type SeededClinic, seedClinic } from '../support/clinic.ts';

/** Registration that the server has confirmed: its file was stored first, then its row was committed. */
export interface AcknowledgedRegistration {
  readonly evaluationId: string;
  readonly storagePath: string;
  readonly sha256: string;
}

const newPicturePath = () => {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}.jpg`;
};

const noop = () => undefined;
export const BACKED_UP_LAST_NAME = 'Peñaranda-Copiada';

/** Clinic with its own embedded database and folders, and the commands that back this database up. */
export class BackedUpClinic {
  readonly scratch = makeScratchFolder('copies');
  readonly dataDir = path.join(this.scratch, 'data');
  readonly dir = path.join(this.scratch, 'copies');
  readonly keyFile = path.join(this.scratch, 'key');
  readonly archiveDir = path.join(this.scratch, 'archive');
  /** Messages about the archive that were printed in the terminal. */
  readonly told: string[] = [];
  #places: string[] = [];
  readonly #isArchived: boolean;
  #database!: OpenDatabase;
  #clinic!: SeededClinic;
  #count = 0;
  pool!: Pool;

  constructor({ isArchived = false } = {}) {
    this.#isArchived = isArchived;
  }

  async open(): Promise<void> {
    createBackupKeyFile(this.keyFile);
    const place = { dataDir: this.dataDir, backupKeyFile: this.keyFile };
    const archiveDir = this.#isArchived ? this.archiveDir : null;
    this.#database = await openDatabaseWithArchiving(
      { ...place, archiveDir, databasePool: 20, database: { kind: 'embedded' } },
      {
        connectionLost: noop,
        databaseLost: noop,
        archiveBehind: (sentence) => this.told.push(sentence),
      },
    );
    this.pool = this.#database.pool;
    await applyMissingMigrations(this.pool);
    this.#clinic = await seedClinic(this);
    fs.mkdirSync(path.join(this.dataDir, 'files'), { mode: 0o700 });
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.removeNewFolders();
    fs.rmSync(this.scratch, { recursive: true, force: true });
  }

  get connection(): ClientConfig {
    return connectionConfigOf(this.dataDir, { kind: 'embedded' });
  }

  async archiveAll(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal()) as name',
    );
    const file = path.join(this.archiveDir, readIncarnation(this.dataDir) ?? '', rows[0]?.name ?? '');
    await retryUntilPassing(() => expect(fs.existsSync(file)).toBe(true));
  }

  /** Stores a registration as the server does: first the file, then rows and a log entry in one transaction. */
  async register(): Promise<AcknowledgedRegistration> {
    const { users, branches, companies, types } = this.#clinic;
    const [evaluationId, patientId, storagePath] = [randomUUID(), randomUUID(), newPicturePath()];
    const bytes = randomBytes(this.#count % 10 === 0 ? 600_000 : 3_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = path.join(this.dataDir, 'files', storagePath);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into patients (id, identification_type, identification_number, normalized_number, first_name, last_name, data_at)
          values ($1, 'CC', $2, $2, 'Ana', $3, now())`,
        [patientId, `7${String((this.#count += 1)).padStart(9, '0')}`, BACKED_UP_LAST_NAME],
      );
      await client.query(
        `insert into evaluations (id, patient_id, branch_id, evaluation_type_id, employer_company_id, status, started_at, captured_at, received_at, created_by)
          values ($1, $2, $3, $4, $5, 'en_proceso', now(), now(), now(), $6)`,
        [evaluationId, patientId, branches.bogota, types.entry, companies.builder, users.desk],
      );
      await client.query(
        `insert into media (id, evaluation_id, type, storage_path, received_sha256, stored_sha256, mime, bytes, captured_at, received_at, created_by)
          values ($1, $2, 'photo', $3, $4, $4, 'image/jpeg', $5, now(), now(), $6)`,
        [randomUUID(), evaluationId, storagePath, sha256, bytes.length, users.desk],
      );
      await client.query(
        `insert into activity (at, user_id, user_name, action, status, evaluation_id, detail)
          values (now(), $1, 'desk', 'evaluation_created', 'done', $2, '{}')`,
        [users.desk, evaluationId],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    return { evaluationId, storagePath, sha256 };
  }

  async handOver({ evaluationId }: AcknowledgedRegistration): Promise<AcknowledgedRegistration> {
    const storagePath = newPicturePath();
    const bytes = randomBytes(900);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = path.join(this.dataDir, 'files', storagePath);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
    await this.pool.query(
      `insert into receipts (evaluation_id, version, items, received_at, handed_by, handed_by_name, storage_path, received_sha256, stored_sha256, bytes)
        values ($1, 1, '{concept}', now(), $2, 'doctor', $3, $4, $4, $5)`,
      [evaluationId, this.#clinic.users.doctor, storagePath, sha256, bytes.length],
    );
    return { evaluationId, storagePath, sha256 };
  }

  plan(change: Partial<BackupPlan> = {}): BackupPlan {
    return {
      dir: this.dir,
      key: readBackupKey(this.keyFile),
      keep: 7,
      dataDir: this.dataDir,
      source: diskFileSource(path.join(this.dataDir, 'files')),
      database: { kind: 'embedded' },
      logical: false,
      program: '0.0.0',
      archiveDir: this.#isArchived ? this.archiveDir : null,
      tell: () => undefined,
      ...change,
    };
  }

  backup(change: Partial<BackupPlan> = {}): Promise<CreatedBackup> {
    return createBackupAndPrune(this.plan(change));
  }

  /** Deletes the restored data, each with a database of 45 MB, because a scratch folder may be in memory. */
  async removeNewFolders(): Promise<void> {
    const places = this.#places;
    this.#places = [];
    for (const place of places) await stopAndRemoveDataDir(place);
  }

  /** Returns the path of a new folder, which `removeNewFolders` deletes. */
  newFolder(): string {
    const place = makeScratchFolder('restored');
    fs.rmdirSync(place);
    this.#places.push(place);
    return place;
  }

  restore(
    change: Partial<Parameters<typeof restoreBackup>[0]> = {},
  ): Promise<RestoredBackup & { dataDir: string }> {
    const dataDir = this.newFolder();
    const asked = { ...this.plan(), name: null, until: null, dataDir, warn: noop, ...change };
    return restoreBackup(asked).then((restored) => ({ ...restored, dataDir: asked.dataDir }));
  }

  verify(name: string | null = null, dir = this.dir): ReturnType<typeof verifyBackup> {
    return verifyBackup({ ...this.plan({ dir }), name, warn: noop });
  }
}

export async function queryRows<Row extends object>(connection: ClientConfig, text: string): Promise<Row[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs `work` on the restored database, opened as a starting server opens it. */
export async function withRestoredData<Result>(
  dataDir: string,
  work: (connection: ClientConfig) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedDatabase({ dataDir, durable: false });
  try {
    return await work(server.connection);
  } finally {
    await server.stop();
  }
}

/** Returns the confirmed evaluations that the restored data lack, and the rows whose file is missing or differs. */
export async function findRegistrationDifferences(
  dataDir: string,
  acknowledged: readonly AcknowledgedRegistration[],
): Promise<string[]> {
  const rows = await withRestoredData(dataDir, (connection) =>
    queryRows<{ evaluation_id: string; storage_path: string; stored_sha256: string }>(
      connection,
      'select evaluation_id, storage_path, stored_sha256 from media join evaluations on evaluations.id = evaluation_id',
    ),
  );
  const there = new Set(rows.map((row) => `${row.evaluation_id} ${row.storage_path}`));
  const lost = acknowledged
    .filter(({ evaluationId, storagePath }) => !there.has(`${evaluationId} ${storagePath}`))
    .map(({ evaluationId }) => `evaluation ${evaluationId}`);
  const broken = rows
    .filter(
      ({ storage_path, stored_sha256 }) =>
        digestOfFile(path.join(dataDir, 'files', storage_path)) !== stored_sha256,
    )
    .map(({ storage_path }) => `file ${storage_path}`);
  return [...lost, ...broken];
}

function digestOfFile(file: string): string | null {
  return fs.existsSync(file) ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : null;
}

export function flipBitInFile(file: string, at = Math.floor(fs.statSync(file).size / 2)): void {
  const bytes = fs.readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  fs.writeFileSync(file, bytes);
}
