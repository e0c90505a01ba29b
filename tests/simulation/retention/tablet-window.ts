import type { DBCore, DBCoreKeyRange, Middleware } from 'dexie';
import type { BackupState } from '#contract/records/people/devices.ts';
import {
  canHaveLostDeliveries,
  RETENTION_MAX_BYTES,
  listBackupStatementHmacParts,
  type BackupStatement,
} from '#domain/retention.ts';
import type { ItemEvent } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { ReceivedBackupStatement } from '#storage/retention/apply-statement.ts';
import type { Random } from '../random.ts';
import { WindowLifetime, createLifetimeMiddleware, type ProgramOpener } from '../parked/reception-window.ts';
import type { ModelClinic } from './clinic.ts';
import type * as windowProgram from './window-program.ts';

export type TabletProgram = typeof windowProgram;

const TABLET_DEVICE_ID = '99999999-9999-4999-8999-999999999999';

interface SimulatedDisk {
  files: number;
}

export interface SharedTabletState {
  readonly open: ProgramOpener<TabletProgram>;
  readonly random: Random;
  readonly clinic: ModelClinic;
  readonly disk: SimulatedDisk;
  readonly tell: (line: string) => void;
  readonly onConfirmed: (document: string, ownerId: string) => void;
  readonly onFault: (what: string) => void;
  /**
   * True while a window holds the drain lock. A window that requests the drain lock or the report lock does not wait for it,
   * because the holder does the work.
   */
  isDraining: boolean;
  isReporting: boolean;
  /** Returns a new id. Items that are due at the same time are ordered by their ids. */
  readonly randomUUID: () => string;
  userId: string;
  /** Returns the tablet's time, ms since the epoch. */
  deviceTime: () => number;
}

/** Key range of all rows. The number replaces a Dexie enum that exists only in its types. */
const ALL_KEYS_RANGE = { type: 3, lower: undefined, upper: undefined } as unknown as DBCoreKeyRange;

/** Rejects writes that add files when the disk is full, as a browser does; other writes succeed. */
const createDiskLimitMiddleware = (disk: SimulatedDisk): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'bounded',
  create: (core) => ({
    ...core,
    table: (name) => {
      const table = core.table(name);
      if (name !== 'bytes') return table;
      return {
        ...table,
        mutate: async (request) => {
          const { trans } = request;
          const there = await table.count({
            trans,
            query: { index: table.schema.primaryKey, range: ALL_KEYS_RANGE },
          });
          if (request.type === 'add' && there >= disk.files)
            throw new DOMException('full', 'QuotaExceededError');
          return table.mutate(request);
        },
      };
    },
  }),
});

const toIsoTimeOrNull = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/**
 * Simulated window or service worker. It sends items, requests the server's statement about its backups, and may be killed
 * before any disk request.
 */
export class TabletWindow {
  readonly name: string;
  readonly life = new WindowLifetime();
  readonly program: TabletProgram;
  readonly #desk: SharedTabletState;

  constructor(name: string, desk: SharedTabletState) {
    this.name = name;
    this.#desk = desk;
    this.program = desk.open(desk.randomUUID);
    this.program.db.use(createDiskLimitMiddleware(desk.disk)).use(createLifetimeMiddleware(this.life));
  }

  close(): void {
    this.program.db.close();
  }

  /** Confirms a registration. Reports a fault if the device lacks space although a retained entry could be removed. */
  async capture(document: string): Promise<void> {
    const { userId, onConfirmed, onFault, tell } = this.#desk;
    const {
      confirmation,
      db,
      draftContent,
      enqueueConfirmation,
      loadDraft,
      saveDraftContent,
      saveDraftPicture,
    } = this.program;
    const picture = (slot: 'photo' | 'signature') => {
      const mime = slot === 'photo' ? 'image/jpeg' : 'image/png';
      return { bytes: new TextEncoder().encode(`${slot} ${document}`).buffer, mime, name: slot } as const;
    };
    try {
      await loadDraft(userId, null);
      await saveDraftContent(userId, null, draftContent(document));
      await saveDraftPicture(userId, null, 'photo', picture('photo'));
      await saveDraftPicture(userId, null, 'signature', picture('signature'));
      const given = confirmation(document, { ownerId: userId, body: document, capturedAt: Number(document) });
      const confirmed = await enqueueConfirmation(given);
      if (confirmed.type === 'confirmed') onConfirmed(document, userId);
    } catch (error) {
      if (!(error instanceof this.program.StorageProblem)) throw error;
      tell(`${this.name}: ${error.kind}`);
      if (error.kind === 'full' && (await db.kept.count()) > 0)
        onFault(`no room for ${document}, and something that has arrived is kept`);
    }
  }

  /** Runs `work`. A sign-out during the work removes the user's keys and ends the work without an error. */
  async #whileTheyStay(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof this.program.StorageProblem) || error.kind !== 'locked') throw error;
      this.#desk.tell(`${this.name}: locked`);
    }
  }

  // ---------------------------------------------------------------- sending

  /** Sends at most `most` items of the signed-in user. `isLossy`: requests and responses may be lost. */
  async drain(most: number, isLossy: boolean): Promise<void> {
    const desk = this.#desk;
    if (desk.isDraining) return;
    desk.isDraining = true;
    try {
      await Promise.race([this.#whileTheyStay(() => this.#drainHere(most, isLossy)), this.life.ended]);
    } finally {
      desk.isDraining = false;
    }
  }

  async #drainHere(most: number, isLossy: boolean): Promise<void> {
    const { outboxStore, readSignedInState } = this.program;
    const userId = (await readSignedInState())?.userId;
    if (userId === undefined) return;
    const now = this.#desk.deviceTime();
    await outboxStore.recoverOrphans(userId, now);
    await outboxStore.wake(userId, ['no_answer'], now);
    for (let nth = 0; nth < most; nth += 1) {
      const claimed = await outboxStore.claimNext(userId, now);
      if (!claimed) return;
      const event = await this.#send(claimed, isLossy);
      this.#desk.tell(`${this.name}: ${claimed.item.kind} ${event.type}`);
      await outboxStore.settle(claimed, event, now);
    }
  }

  async #send(claimed: ClaimedItem, isLossy: boolean): Promise<ItemEvent> {
    const { clinic, random } = this.#desk;
    const { item, evaluationId } = claimed;
    const content = await this.program.readClaimedContent(claimed);
    if (content.type === 'lost') throw new Error(`the content of a ${item.kind} is lost`);
    const words = content.type === 'body' ? content.text : new TextDecoder().decode(content.bytes);
    const lost = { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0 } as const;
    if (isLossy && random.percent(20)) return lost;
    const remoteId = clinic.receive({ key: item.key, evaluationId, kind: item.kind, words });
    if (isLossy && random.percent(20)) return lost;
    if (remoteId !== null) return { type: 'deliver', remoteId };
    // The server lost the evaluation with its database. The device that retains the evaluation sends it again.
    return { type: 'refuse', refusal: { status: 404, code: 'not_found', message: '', details: [] } };
  }

  // ---------------------------------------------------------------- requesting the backup statement

  /**
   * Requests the server's statement about its backups and applies it. `isStranger`: another server responds instead of the
   * clinic's.
   */
  async report(isStranger: boolean): Promise<void> {
    const desk = this.#desk;
    if (desk.isReporting) return;
    desk.isReporting = true;
    try {
      await Promise.race([this.#whileTheyStay(() => this.#reportHere(isStranger)), this.life.ended]);
    } finally {
      desk.isReporting = false;
    }
  }

  async #reportHere(isStranger: boolean): Promise<void> {
    const {
      verifyBackupStatement,
      applyMissingBackupStatement,
      readSignedInState,
      readBackupStatement,
      listDeliveredSinceStatement,
    } = this.program;
    const userId = (await readSignedInState())?.userId;
    if (userId === undefined) return;
    const now = this.#desk.deviceTime();
    const unseen = await listDeliveredSinceStatement();
    const said = isStranger ? createForeignStatement(this.#desk.clinic) : await this.#sealed(userId);
    const statement = await verifyBackupStatement(said, { userId, deviceId: TABLET_DEVICE_ID });
    if (!statement) return applyMissingBackupStatement(now);
    const isAnother = canHaveLostDeliveries(await readBackupStatement(), statement);
    // A backup statement of another incarnation is applied under the drain lock. If another window holds this lock, the
    // statement is applied at a later report.
    if (isAnother && this.#desk.isDraining) return;
    if (isAnother) this.#desk.isDraining = true;
    try {
      await Promise.race([
        this.#receive({ statement, unseen, room: RETENTION_MAX_BYTES, now }),
        this.life.ended,
      ]);
    } finally {
      if (isAnother) this.#desk.isDraining = false;
    }
  }

  async #receive(received: ReceivedBackupStatement): Promise<void> {
    const again = await this.program.applyBackupStatement(received);
    this.#desk.tell(`${this.name}: life ${received.statement.life.slice(-3)}, ${again} go again`);
  }

  async #sealed(userId: string): Promise<BackupState> {
    const { requireKeysOf, hmacTag } = this.program;
    const said = this.#desk.clinic.statement();
    return {
      ...toStatementFields(said),
      hmac: await hmacTag(
        await requireKeysOf(userId),
        listBackupStatementHmacParts(toStatementTerms(userId, said)),
      ),
    };
  }
}

const toStatementTerms = (
  userId: string,
  { life, after, holdsUntil, backedUpUntil, at }: BackupStatement,
) => ({
  userId,
  deviceId: TABLET_DEVICE_ID,
  life,
  after,
  holdsUntil: toIsoTimeOrNull(holdsUntil),
  backedUpUntil: toIsoTimeOrNull(backedUpUntil),
  at: toIsoTimeOrNull(at) ?? '',
});

const toStatementFields = ({ life, after, holdsUntil, backedUpUntil, at }: BackupStatement) => ({
  life,
  after,
  holds_until: toIsoTimeOrNull(holdsUntil),
  backed_up_until: toIsoTimeOrNull(backedUpUntil),
  at: toIsoTimeOrNull(at) ?? '',
});

/**
 * Returns a backup statement from another server than the clinic's. It claims that everything is in a backup, and the device
 * must not accept it.
 */
const createForeignStatement = (clinic: ModelClinic): BackupState => {
  const said = clinic.statement();
  return { ...toStatementFields({ ...said, backedUpUntil: said.at }), hmac: '0'.repeat(64) };
};
