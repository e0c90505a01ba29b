import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { attachmentFileName } from '#domain/evaluation/attachment-name.ts';
import { hasAnyPermission } from '../../platform/access/actor.ts';
import { appendActivity } from '../../audit/index.ts';
import { AppError, notFoundError } from '../../platform/base/errors.ts';
import { runWithinResponseBudget } from '../../platform/http/responses/response-budget.ts';
import { contentDispositionFor } from '../../platform/http/responses/content-disposition.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { accessLogEntryOf } from './read-access.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { findEvaluationFile } from '../queries/files.ts';

export function fileRoutes(app: FastifyInstance, context: Context): void {
  const { db, files } = context;
  registerRoute(app, context, routes.getFile, async (call) => {
    const { actor, branchId, request, reply } = call;
    const { '*': storagePath = '' } = request.params as { '*'?: string };
    const file = await findEvaluationFile(db, branchId, storagePath);
    if (!file) throw notFoundError('El archivo no existe en esta sede.');
    // Receptionists may read photos and signatures, which they capture, but not the files of exams.
    const trace = auditContextOf(context, call);
    const { evaluationId } = file;
    if (file.isClinical && !hasAnyPermission(actor, 'manage_evaluations')) {
      await appendActivity(db, trace, {
        action: 'file_read',
        evaluationId,
        status: 'refused',
        detail: { code: 'forbidden', file: file.id },
      });
      throw new AppError('forbidden', 'No tienes permiso para hacer esto.');
    }
    const bytes = await runWithinResponseBudget(context.answerRoom, { reply, bytes: file.bytes }, () =>
      files.read(file.storagePath, file.sha256),
    );
    void reply.type(file.mime).header('cache-control', 'private, no-store');
    // A PDF may contain scripts. The browser must therefore download it and not open it under the app's address.
    if (file.mime === 'application/pdf')
      void reply.header('content-disposition', contentDispositionFor(attachmentFileName(file.id, file.mime)));
    const read = { action: 'file_read', evaluationId, isInRounds: !file.isClinical } as const;
    const line = await accessLogEntryOf(db, call, read);
    await appendActivity(db, trace, { ...line, detail: { ...line.detail, file: file.id } });
    return bytes;
  });
}
