import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { routes } from '#contract/routes/routes.ts';
import { parseQueueNumber } from '#domain/queue-number.ts';
import { addMedia, mustStorePicture, storePicture } from '../commands/capture/add-media.ts';
import { createEvaluation } from '../commands/capture/create-evaluation.ts';
import { appendActivity, listAndLogAccess, mustLogCachedAccess } from '../../audit/index.ts';
import { runWithLookupRetry } from '../../patients/index.ts';
import { hasAnyPermission } from '../../platform/access/actor.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { readCaptureId, runCapture } from './capture/capture.ts';
import type { EvaluationContext } from './context.ts';
import { scheduleTotalsUpdateIfDue } from './folding.ts';
import { hasPrefetchHeader, accessLogEntryOf } from './read-access.ts';
import { setTagAndCheckNotModified } from '../../platform/http/responses/etag.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { signatureStatementOf } from './statement.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { sha256Of } from '../../platform/files/store.ts';
import { readMediaUpload } from './capture/uploads.ts';
import { evaluationTag, findEvaluation } from '../queries/evaluation.ts';
import { listEvaluations } from '../queries/list/evaluations.ts';

function creationRoute(app: FastifyInstance, context: EvaluationContext): void {
  registerRoute(app, context, routes.createEvaluation, async (call) => {
    const bytes = call.request.rawBody ?? Buffer.alloc(0);
    const content = {
      sha256: () => sha256Of(bytes),
      identity: [bytes],
      place: { kind: 'evaluation' },
    } as const;
    // The queue number is not part of `identity`, so that a repeated request counts as the same request with or without it.
    const turn = parseQueueNumber(call.request.headers[HEADER.turn]);
    const { actor, request } = call;
    const trace = auditContextOf(context, { actor, branchId: actor.activeBranchId, request });
    return runWithLookupRetry(context.db, trace, (lookedUp) =>
      runCapture(context, call, content, {
        command: (tx, capture) => createEvaluation(tx, capture, call.body, { turn, lookedUp }),
      }),
    );
  });
}

export function evaluationRoutes(app: FastifyInstance, context: EvaluationContext): void {
  const { db, files } = context;
  creationRoute(app, context);

  registerRoute(app, context, routes.addMedia, async (call) => {
    const received = await readMediaUpload(call, call.params.id);
    const { evaluationId, type, sha256 } = received;
    const { header, statement } = signatureStatementOf(call.request, type);
    const upload = { ...received, statement };
    const content = {
      sha256: () => sha256,
      identity: [evaluationId, type, sha256, ...(header === undefined ? [] : [header])],
      place: { kind: type, evaluationId, statement: header, captureId: readCaptureId(call.request) },
    };
    return runCapture(context, call, content, {
      file: {
        isNeeded: (reader, sender, captureId) => mustStorePicture(reader, { sender, captureId }, upload),
        make: () => storePicture(files, upload, call.actor.userId),
      },
      command: (tx, capture, stored) => addMedia(tx, capture, upload, stored),
    });
  });

  registerRoute(app, context, routes.listEvaluations, async (call) => {
    const { actor, branchId, query } = call;
    const listed = { branchId, isForDoctors: hasAnyPermission(actor, 'manage_evaluations') };
    return listAndLogAccess(db, auditContextOf(context, call), { name: 'evaluations', query }, async () => {
      const { unfolded, ...list } = await listEvaluations(context, listed, query);
      scheduleTotalsUpdateIfDue(context, unfolded);
      return list;
    });
  });

  registerRoute(app, context, routes.getEvaluation, async (call) => {
    const { branchId, params, request, reply } = call;
    const evaluationId = params.id.toLowerCase();
    const found = await findEvaluation(db, branchId, evaluationId);
    if (!found) throw notFoundError('Evaluación no encontrada');
    const trace = auditContextOf(context, call);
    if (setTagAndCheckNotModified(request, reply, evaluationTag(found), 'no-store')) {
      // A 304 means that the client already has the data, so this access was usually logged when the client received the data.
      // It is logged again if the data were prefetched or the last access was long ago.
      if (!hasPrefetchHeader(request) && (await mustLogCachedAccess(db, trace, evaluationId)))
        await appendActivity(db, trace, { action: 'evaluation_read', evaluationId });
      void reply.code(304);
      return null;
    }
    const read = { action: 'evaluation_read', evaluationId, isInRounds: true } as const;
    await appendActivity(db, trace, await accessLogEntryOf(db, call, read));
    return found.evaluation;
  });
}
