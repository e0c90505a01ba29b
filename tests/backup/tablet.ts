import { createHash } from 'node:crypto';
import { DeviceReportResponse } from '#contract/records/people/devices.ts';
import { Session, VaultKey } from '#contract/records/people/auth.ts';
import { CreatedEvaluation, Media } from '#contract/records/evaluation/capture.ts';
import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { RETENTION_MAX_BYTES } from '#domain/retention.ts';
import { consequenceOfResult, type SendResult } from '#domain/outbox/outcome.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { toServerInstant } from '#domain/time/clock.ts';
import { formatContentDigest, mediaParts, createMultipartBody } from '#tests/api/support/files/multipart.ts';
import { resetDevice, type ProgramOpener } from '#tests/simulation/parked/reception-window.ts';
import type { TabletProgram } from '#tests/simulation/retention/tablet-window.ts';

/**
 * Registration that a tablet has shown as confirmed. At the end of the run the server must have the registration exactly once.
 */
export interface ConfirmedEntry {
  readonly document: string;
  readonly photo: string;
  readonly signature: string;
}

export interface ReceptionSite {
  readonly origin: string;
  readonly cookie: string;
  /** Returns the request body that registers the patient with this document number. */
  readonly bodyOf: (document: string) => object;
  readonly pictures: { readonly photo: Buffer; readonly signature: Buffer };
}

const SEND_TIMEOUT_MS = 15_000;
const NO_RESPONSE: SendResult = { type: 'silence', cause: 'no_answer' };
const sha256HexDigest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const copyToArrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Simulated device that has its own instance of the app's storage and sends requests as the app does. */
export class Tablet {
  readonly confirmed: ConfirmedEntry[] = [];
  readonly #desk: ReceptionSite;
  readonly #program: TabletProgram;
  readonly #deviceId = crypto.randomUUID();
  #userId = '';
  #branchId = '';
  again = 0;

  constructor(desk: ReceptionSite, open: ProgramOpener<TabletProgram>) {
    this.#desk = desk;
    resetDevice();
    this.#program = open();
  }

  async open(): Promise<void> {
    const { db, decodeVaultKey, signInAccount, importVaultKeys } = this.#program;
    await db.open();
    const session = Session.parse(await (await this.#ask('GET', '/auth/me')).json());
    const { key } = VaultKey.parse(await (await this.#ask('GET', '/me/vault-key')).json());
    const keys = await importVaultKeys(decodeVaultKey(key));
    [this.#userId, this.#branchId] = [session.user_id ?? '', session.branch_id ?? ''];
    await signInAccount(this.#userId, session, null, { keys, copy: null });
  }

  close(): void {
    this.#program.db.close();
  }

  #ask(
    method: string,
    path: string,
    init: { readonly headers?: Readonly<Record<string, string>>; readonly body?: BodyInit } = {},
  ): Promise<Response> {
    return fetch(`${this.#desk.origin}${API_BASE}${path}`, {
      ...init,
      method,
      headers: { ...init.headers, cookie: this.#desk.cookie },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
  }

  /** Registers a patient as the button 'Confirmar' does. */
  async register(document: string): Promise<void> {
    const { confirmation, draftContent, enqueueConfirmation, loadDraft, saveDraftContent, saveDraftPicture } =
      this.#program;
    const { photo, signature } = this.#desk.pictures;
    const [userId, branchId] = [this.#userId, this.#branchId];
    await loadDraft(userId, null);
    await saveDraftContent(userId, null, draftContent(document));
    const pictures = {
      photo: { bytes: copyToArrayBuffer(photo), mime: 'image/jpeg', name: 'photo.jpg' },
      signature: { bytes: copyToArrayBuffer(signature), mime: 'image/png', name: 'signature.png' },
    } as const;
    await saveDraftPicture(userId, null, 'photo', pictures.photo);
    await saveDraftPicture(userId, null, 'signature', pictures.signature);
    const body = JSON.stringify(this.#desk.bodyOf(document));
    const given = confirmation(document, { ownerId: userId, branchId, body });
    const { type } = await enqueueConfirmation(given);
    if (type !== 'confirmed') throw new Error(`${document}: ${type}`);
    this.confirmed.push({ document, photo: sha256HexDigest(photo), signature: sha256HexDigest(signature) });
  }

  get unsent(): Promise<number> {
    return this.#program.db.entries.count();
  }

  get kept(): Promise<number> {
    return this.#program.db.kept.count();
  }

  // ---------------------------------------------------------------- sending

  async drain(): Promise<void> {
    const { outboxStore, readClaimedContent } = this.#program;
    await outboxStore.recoverOrphans(this.#userId, Date.now());
    await outboxStore.wake(this.#userId, ['no_answer', 'failing', 'busy'], Date.now());
    for (;;) {
      const claimed = await outboxStore.claimNext(this.#userId, Date.now());
      if (!claimed) return;
      const content = await readClaimedContent(claimed);
      if (content.type === 'lost') throw new Error('what was confirmed is lost');
      const result = await this.#send(claimed, content).catch(() => NO_RESPONSE);
      const verdict = consequenceOfResult(result, 0.5);
      if (verdict.type === 'session_ended') throw new Error('the session has ended');
      await outboxStore.settle(claimed, verdict.event, Date.now());
      if (result.type === 'silence') return;
    }
  }

  async #send(
    claimed: ClaimedItem,
    content: Exclude<Awaited<ReturnType<TabletProgram['readClaimedContent']>>, { type: 'lost' }>,
  ): Promise<SendResult> {
    const { item, capturedAt, clockOffset, capturedBy, evaluationId } = claimed;
    const bytes = content.type === 'body' ? Buffer.from(content.text) : Buffer.from(content.bytes);
    const headers = {
      [HEADER.idempotencyKey]: item.key,
      [HEADER.captureId]: item.entryId,
      [HEADER.capturedAt]: toServerInstant(capturedAt, clockOffset),
      [HEADER.capturedBy]: capturedBy,
      [HEADER.branchId]: item.branchId,
      [HEADER.contentDigest]: formatContentDigest(bytes),
    };
    if (content.type === 'body')
      return this.#result(
        CreatedEvaluation,
        '/evaluations',
        { ...headers, 'content-type': 'application/json' },
        bytes,
      );
    const form = createMultipartBody(mediaParts(item.kind, bytes, content.name));
    return this.#result(
      Media,
      `/evaluations/${evaluationId ?? ''}/media`,
      { ...headers, 'content-type': form.type },
      form.body,
    );
  }

  async #result(
    shape: typeof CreatedEvaluation | typeof Media,
    path: string,
    headers: Readonly<Record<string, string>>,
    bytes: Buffer,
  ): Promise<SendResult> {
    const response = await this.#ask('POST', path, { headers, body: new Uint8Array(bytes) });
    const body: unknown = await response.json();
    if (response.status === 201) return { type: 'accepted', remoteId: shape.parse(body).id };
    const { code = null, message = '' } = body as { code?: string; message?: string };
    return {
      type: 'error',
      refusal: { status: response.status, code, message, details: [] },
      retryAfter: null,
    };
  }

  // ---------------------------------------------------------------- backup reports

  async report(): Promise<void> {
    const { verifyBackupStatement, applyBackupStatement, listDeliveredSinceStatement } = this.#program;
    const unseen = await listDeliveredSinceStatement();
    const body = {
      unsent: await this.unsent,
      attention: 0,
      oldest_captured_at: null,
      storage_used: null,
      storage_quota: null,
      storage_persisted: null,
      asks_copies: true,
    };
    const headers = { 'content-type': 'application/json' };
    const response = await this.#ask('PUT', `/devices/${this.#deviceId}`, {
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the report: ${response.status} ${await response.text()}`);
    const { copies } = DeviceReportResponse.parse(await response.json());
    const statement =
      copies && (await verifyBackupStatement(copies, { userId: this.#userId, deviceId: this.#deviceId }));
    if (!statement) throw new Error('the provider said nothing that can be verified of its copies');
    this.again += await applyBackupStatement({
      statement,
      unseen,
      room: RETENTION_MAX_BYTES,
      now: Date.now(),
    });
  }
}
