import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { addClarification } from '../commands/add-clarification.ts';
import { recordDocumentReceipt, storeReceiptSignature } from '../commands/hand-over.ts';
import { reopenEvaluation } from '../commands/reopen-evaluation.ts';
import {
  signEvaluation,
  readDoctorSignatureFile,
  signWithDoctorSignature,
} from '../commands/sign-evaluation.ts';
import { rejectWrongPassword } from '../commands/signer.ts';
import type { DocumentContext } from './document-context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { issueConceptAfterResponse } from './report.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { emailOfSession, createAttemptLimiter } from '../../platform/http/callers/sign-in-limit.ts';
import { signingRules } from '../../accounts/index.ts';
import { readReceiptUpload } from './receipt-upload.ts';
import { changeContextOf, runEvaluationChange } from '../../evaluations/index.ts';

export function signingRoutes(app: FastifyInstance, context: DocumentContext): void {
  registerRoute(app, context, routes.signingRules, async ({ actor, branchId }) =>
    signingRules(context.db, { userId: actor.userId, branchId, at: context.clock() }),
  );

  const countProof = createAttemptLimiter(context, 'signature', emailOfSession);
  registerRoute(app, context, routes.signEvaluation, async (call) => {
    if (call.body.as_another?.password) await countProof(call.request);
    await rejectWrongPassword(context.db, call.actor.userId, call.body);
    const signed = await signWithDoctorSignature(
      () => readDoctorSignatureFile(context.db, context.files, call.body.doctor_id),
      (picture) =>
        runEvaluationChange(context, call, (tx, change) => signEvaluation(tx, picture, change, call.body)),
    );
    issueConceptAfterResponse(context, {
      branchId: call.branchId,
      id: signed.id,
      trace: auditContextOf(context, call),
    });
    return signed;
  });

  registerRoute(app, context, routes.reopenEvaluation, async (call) =>
    runEvaluationChange(context, call, (tx, change) => reopenEvaluation(tx, change, call.body)),
  );

  registerRoute(app, context, routes.addClarification, async (call) =>
    runEvaluationChange(context, call, (tx, change) => addClarification(tx, change, call.body)),
  );

  registerRoute(app, context, routes.handOver, async (call) => {
    const upload = await readReceiptUpload(call);
    const stored = await storeReceiptSignature(context, changeContextOf(context, call), upload);
    return runEvaluationChange(context, call, (tx, change) =>
      recordDocumentReceipt(tx, change, upload, stored),
    );
  });
}
