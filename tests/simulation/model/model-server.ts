import { createHash } from 'node:crypto';
import type { ErrorCode } from '#contract/errors.ts';
import { HTTP_STATUS_BY_ERROR_CODE } from '#contract/errors.ts';
import { listConsentHmacParts, decodeConsent, type ConsentTarget } from '#domain/outbox/consent.ts';
import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import type { SendResult } from '#domain/outbox/outcome.ts';
import { toIsoTime, type SimulatedContent } from './content.ts';

export interface SentItem {
  readonly entryId: string;
  readonly kind: ItemKind;
  readonly key: string;
  readonly content: SimulatedContent;
  readonly capturedBy: string;
  readonly branchId: string;
  readonly capturedAt: number;
  readonly consent: string | null;
  readonly evaluationId: string | null;
  readonly isCorrection: boolean;
}

type ConsentedItem = Pick<
  SentItem,
  'entryId' | 'kind' | 'key' | 'content' | 'capturedBy' | 'branchId' | 'capturedAt' | 'isCorrection'
>;

export interface ModelEvaluation {
  readonly id: string;
  /** Id of the entry with which the evaluation was registered. */
  readonly captureId: string;
  readonly digest: string;
  /** Digest and capture time of the valid values, which are those of the correction captured last. */
  values: { digest: string; capturedAt: number };
  /** Capture time of each correction, by the id of its entry. */
  readonly corrections: Map<string, number>;
  /** Capture time of the correction that replaced the picture, by picture kind; no entry for a picture of the registration. */
  readonly replaced: Map<ItemKind, number>;
  readonly key: string;
  readonly createdBy: string;
  readonly sentBy: string;
  readonly media: Map<ItemKind, string[]>;
}

/** Outcome of a request: an immediate response, or a transaction that the simulation commits later. */
export type RequestHandlingResult =
  | { readonly type: 'answered'; readonly result: SendResult }
  | { readonly type: 'running'; readonly commit: () => SendResult };

export const errorResult = (code: ErrorCode, retryAfter: number | null = null): SendResult => ({
  type: 'error',
  refusal: { status: HTTP_STATUS_BY_ERROR_CODE[code], code, message: code, details: [] },
  retryAfter,
});

/** Returns the consent's HMAC. In reality it needs the capturing user's key; here the user's id replaces the key. */
export const consentMac = (item: ConsentedItem, of: string, consentedAt: string): string => {
  const { kind, capturedBy, key, branchId, content } = item;
  const place = consentTargetOf(item, kind, of);
  const terms = { place, capturedBy, key, branchId, sha256: content.digest, consentedAt };
  const parts = listConsentHmacParts({ ...terms, capturedAt: toIsoTime(item.capturedAt) });
  return createHash('sha256')
    .update([`key of ${capturedBy}`, ...parts].join('\u001F'))
    .digest('hex');
};

/** Returns the target of a consent. `of` is the evaluation's key; for a correction, `of` is the id of its registration. */
function consentTargetOf(
  { entryId: captureId, isCorrection }: ConsentedItem,
  kind: ItemKind,
  of: string,
): ConsentTarget {
  switch (kind) {
    case 'photo':
    case 'signature':
      return isCorrection ? { kind: `correction_${kind}`, captureId } : { kind, evaluationKey: of };
    case 'correction':
      return { kind, evaluationId: of };
    case 'evaluation':
    case 'attachment':
      return { kind: 'evaluation' };
  }
}

/** Model of the server according to docs/reference/sync/README.md. It checks a request in the same order as server/. */
export class ModelServer {
  readonly evaluations = new Map<string, ModelEvaluation>();
  /** Ids of the users who currently have no permission to register patients. */
  readonly forbidden = new Set<string>();
  protected readonly answers = new Map<string, { digest: string; remoteId: string }>();
  readonly #sessions = new Map<string, string>();
  #running = new Set<string>();
  #made = 0;

  openSession(userId: string): string {
    const token = `token${(this.#made += 1)}`;
    this.#sessions.set(token, userId);
    return token;
  }

  userOf(token: string | null): string | null {
    return token === null ? null : (this.#sessions.get(token) ?? null);
  }

  endSession(token: string | null): void {
    if (token !== null) this.#sessions.delete(token);
  }

  /** Restarts the server process, which loses its uncommitted transactions. */
  restart(): void {
    this.#running = new Set();
  }

  begin(item: SentItem, token: string | null): RequestHandlingResult {
    const user = this.userOf(token);
    if (user === null) return answeredWithError('unauthenticated');
    if (this.forbidden.has(user)) return answeredWithError('forbidden');
    const stranger = item.capturedBy === user ? null : this.rejectUnknownSession(item);
    return stranger ? answeredWithError(stranger) : this.#once(item, user);
  }

  /**
   * Checks S14: an entry captured by another user needs that user's consent.
   * @returns the error code, or null if the consent is valid
   */
  protected rejectUnknownSession(item: SentItem): ErrorCode | null {
    if (item.consent === null) return 'session_of_another';
    const consent = decodeConsent(item.consent);
    const evaluation = this.evaluations.get(item.evaluationId ?? '');
    const named = item.kind === 'correction' ? [evaluation?.id, evaluation?.captureId] : [evaluation?.key];
    const isTheirs = named.some(
      (of) => consent?.hmac === consentMac(item, of ?? '', consent?.consentedAt ?? ''),
    );
    return isTheirs ? null : 'consent_invalid';
  }

  #once(item: SentItem, user: string): RequestHandlingResult {
    const key = `${item.capturedBy} ${item.key}`;
    if (this.#running.has(key)) return answeredWithError('idempotency_in_progress', 1_000);
    const stored = this.answers.get(key);
    if (stored && stored.digest !== item.content.digest) return answeredWithError('idempotency_mismatch');
    if (stored) return { type: 'answered', result: { type: 'accepted', remoteId: stored.remoteId } };
    const refusal = this.#refusalOf(item);
    if (refusal) return answeredWithError(refusal);
    this.#running.add(key);
    const commit = (): SendResult => {
      this.#running.delete(key);
      const remoteId = this.#execute(item, user);
      this.answers.set(key, { digest: item.content.digest, remoteId });
      return { type: 'accepted', remoteId };
    };
    return { type: 'running', commit };
  }

  #refusalOf({ entryId, kind, content, evaluationId, isCorrection }: SentItem): ErrorCode | null {
    if (!content.isSound) return isPrerequisiteKind(kind) ? 'validation_failed' : 'file_invalid';
    if (kind === 'evaluation') return null;
    const evaluation = this.evaluations.get(evaluationId ?? '');
    if (!evaluation) return 'not_found';
    if (kind === 'correction') return evaluation.corrections.has(entryId) ? 'already_registered' : null;
    if (isCorrection) return evaluation.corrections.has(entryId) ? null : 'not_found';
    return evaluation.media.has(kind) ? 'media_exists' : null;
  }

  #execute(item: SentItem, user: string): string {
    if (item.kind === 'evaluation') return this.#create(item, user);
    if (item.kind === 'correction') return this.correct(item);
    return item.isCorrection ? this.#replace(item) : this.#attach(item);
  }

  protected isNewest(capturedAt: number, present: number): boolean {
    return capturedAt >= present;
  }

  /** Applies a correction. Values and pictures captured last are valid, whatever the order of arrival. */
  protected correct({ entryId, content, evaluationId, capturedAt }: SentItem): string {
    const evaluation = this.evaluations.get(evaluationId ?? '');
    if (!evaluation) return '';
    evaluation.corrections.set(entryId, capturedAt);
    if (this.isNewest(capturedAt, evaluation.values.capturedAt))
      evaluation.values = { digest: content.digest, capturedAt };
    return evaluation.id;
  }

  #replace({ kind, content, evaluationId, capturedAt }: SentItem): string {
    const evaluation = this.evaluations.get(evaluationId ?? '');
    const isNewest = this.isNewest(capturedAt, evaluation?.replaced.get(kind) ?? -Infinity);
    if (isNewest) {
      evaluation?.replaced.set(kind, capturedAt);
      evaluation?.media.set(kind, [content.digest]);
    }
    return `medium${(this.#made += 1)}`;
  }

  #create(item: SentItem, user: string): string {
    const id = `evaluation${(this.#made += 1)}`;
    const { content, capturedBy, key, entryId: captureId } = item;
    const { digest } = content;
    const facts = { id, key, captureId, digest, createdBy: capturedBy, sentBy: user };
    const values = { digest, capturedAt: -Infinity };
    const maps = { corrections: new Map(), replaced: new Map(), media: new Map() };
    this.evaluations.set(id, { ...facts, values, ...maps });
    return id;
  }

  #attach({ kind, content, evaluationId }: SentItem): string {
    const media = this.evaluations.get(evaluationId ?? '')?.media;
    media?.set(kind, [...(media.get(kind) ?? []), content.digest]);
    return `medium${(this.#made += 1)}`;
  }
}

function answeredWithError(code: ErrorCode, retryAfter: number | null = null): RequestHandlingResult {
  return { type: 'answered', result: errorResult(code, retryAfter) };
}
