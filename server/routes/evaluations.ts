import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { addMedia } from '../commands/add-media.ts';
import { createEvaluation } from '../commands/create-evaluation.ts';
import { notFound } from '../errors.ts';
import { runCapture } from '../http/capture.ts';
import type { Context } from '../http/context.ts';
import { checkDigest } from '../http/digest.ts';
import { register } from '../http/register.ts';
import { readUpload } from '../http/upload.ts';
import { findEvaluation } from '../queries/evaluation.ts';
import { listEvaluations } from '../queries/evaluations.ts';

export function evaluationRoutes(app: FastifyInstance, context: Context): void {
  const { db, files } = context;

  register(app, context, routes.createEvaluation, async (call) => {
    const raw = call.request.rawBody ?? Buffer.alloc(0);
    checkDigest(call.request, raw);
    return runCapture(context, call, [raw], (tx, capture) => createEvaluation(tx, capture, call.body));
  });

  register(app, context, routes.addMedia, async (call) => {
    const upload = await readUpload(call.request, call.params.id);
    checkDigest(call.request, upload.bytes);
    const identity = [upload.evaluationId, upload.type, upload.sha256];
    return runCapture(context, call, identity, (tx, capture) => addMedia(tx, capture, files, upload));
  });

  register(app, context, routes.listEvaluations, async ({ branchId, query }) =>
    listEvaluations(db, branchId, query),
  );

  register(app, context, routes.getEvaluation, async ({ branchId, params }) => {
    const evaluation = await findEvaluation(db, branchId, params.id);
    if (!evaluation) throw notFound('Evaluación no encontrada');
    return evaluation;
  });
}
