import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import { type ConsentTarget, listConsentHmacParts, decodeConsent } from '#domain/outbox/consent.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Author, VerifiedConsent } from '../../../platform/access/author.ts';
import { isValidConsentHmac } from '../../../platform/access/consent.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { correctionNumber } from '../../queries/corrections.ts';
import { captureIdOf, findEvaluationIdempotencyKey } from '../../queries/evaluation-key.ts';
import { vaultKeyOf } from '../../../accounts/index.ts';

/**
 * Target of a request that sends a capture. For an image, the target includes the evaluation and the headers of the request.
 */
export type CaptureTarget =
  | Extract<ConsentTarget, { kind: 'evaluation' | 'attachment' | 'correction' }>
  | {
      readonly kind: 'photo' | 'signature';
      readonly evaluationId: string;
      readonly statement: string | undefined;
      /** Value of `X-Capture-Id`; null if the header is missing. */
      readonly captureId: string | null;
    };

const invalidConsentError = () =>
  new AppError(
    'consent_invalid',
    'Quien hizo este registro no autorizó enviarlo así. Debe enviarlo esa persona.',
  );

/**
 * Returns the evaluation ids that the author's consent to this request may name. A correction has two possible ids, because the
 * device that sends it may have known the registration only by the capture id.
 */
async function consentTargets(
  db: Executor,
  authorId: string,
  place: CaptureTarget,
): Promise<readonly ConsentTarget[]> {
  if (place.kind !== 'correction') return [await consentTarget(db, authorId, place)];
  const captureId = await captureIdOf(db, place.evaluationId);
  return captureId === null ? [place] : [place, { ...place, evaluationId: captureId }];
}

async function consentTarget(
  db: Executor,
  authorId: string,
  place: Exclude<CaptureTarget, { kind: 'correction' }>,
): Promise<ConsentTarget> {
  switch (place.kind) {
    case 'evaluation':
    case 'attachment':
      return place;
    case 'photo':
    case 'signature': {
      const { captureId, statement } = place;
      if (captureId !== null && (await correctionNumber(db, place.evaluationId, captureId)) !== null)
        return { kind: `correction_${place.kind}`, captureId: captureId.toLowerCase(), statement };
      const key = await findEvaluationIdempotencyKey(db, authorId, place.evaluationId);
      if (key === null) throw invalidConsentError();
      return { kind: place.kind, evaluationKey: key, statement };
    }
  }
}

/** Returns the value of a header that the author's consent covers, exactly as sent. */
function consentedHeader(request: FastifyRequest, header: string): string {
  const value = request.headers[header];
  if (typeof value !== 'string') throw invalidConsentError();
  return value;
}

/**
 * Verifies the author's consent in the request.
 * @param sha256 SHA-256 of the content according to the request; null if the request states none
 * @throws consent_invalid
 */
async function checkConsent(
  db: Executor,
  request: FastifyRequest,
  { place, sha256 }: { readonly place: CaptureTarget; readonly sha256: string | null },
): Promise<VerifiedConsent> {
  const capturedBy = consentedHeader(request, HEADER.capturedBy);
  const given = decodeConsent(consentedHeader(request, HEADER.consent));
  const authorId = Uuid.safeParse(capturedBy).data?.toLowerCase();
  const consentedAt = Instant.safeParse(given?.consentedAt).data;
  const vaultKey = authorId === undefined ? null : await vaultKeyOf(db, authorId);
  if (!given || consentedAt === undefined || authorId === undefined || !vaultKey || sha256 === null)
    throw invalidConsentError();
  const common = {
    capturedBy,
    key: consentedHeader(request, HEADER.idempotencyKey),
    branchId: consentedHeader(request, HEADER.branchId),
    capturedAt: consentedHeader(request, HEADER.capturedAt),
    sha256,
    consentedAt: given.consentedAt,
  };
  const hmac = Buffer.from(given.hmac, 'hex');
  const targets = await consentTargets(db, authorId, place);
  const terms = targets
    .map((target) => listConsentHmacParts({ ...common, place: target }))
    .find((parts) => isValidConsentHmac(vaultKey, parts, hmac));
  if (!terms) throw invalidConsentError();
  return { consentedAt: new Date(consentedAt), terms, hmac };
}

/**
 * Returns the author of the capture that this session sends (S14): the session's user, or another user who consented to sending
 * exactly this content. The author's current permissions are not checked. A consent does not expire, because a lost device may
 * be found after a year.
 * @throws session_of_another if another user's consent is missing, consent_invalid
 */
export async function captureAuthorOf(
  db: Executor,
  { actor, request }: { readonly actor: Actor; readonly request: FastifyRequest },
  content: { readonly place: CaptureTarget; readonly sha256: string | null },
): Promise<Author> {
  const named = request.headers[HEADER.capturedBy];
  const id = named === undefined ? actor.userId : String(named).toLowerCase();
  if (id === actor.userId) return { id, consent: null };
  if (request.headers[HEADER.consent] === undefined)
    throw new AppError(
      'session_of_another',
      'Este registro es de otra persona. Debe iniciar sesión quien lo hizo.',
    );
  return { id, consent: await checkConsent(db, request, content) };
}
