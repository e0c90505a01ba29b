import type { FastifyInstance } from 'fastify';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { routes } from '#contract/routes/routes.ts';
import { addClarification } from '../../commands/clinical/add-clarification.ts';
import {
  addAttachment,
  isAttachmentNeeded,
  storeAttachment,
} from '../../commands/clinical/add-attachment.ts';
import { type EvaluationChange, tagAfterChange } from '../../commands/clinical/change-evaluation.ts';
import { recordDocumentReceipt, storeReceiptSignature } from '../../commands/clinical/hand-over.ts';
import { reopenEvaluation } from '../../commands/clinical/reopen-evaluation.ts';
import { saveExamOrders } from '../../commands/clinical/save-exam-orders.ts';
import { saveNotes } from '../../commands/clinical/save-notes.ts';
import {
  signEvaluation,
  readSigningPicture,
  withSigningPicture,
} from '../../commands/clinical/sign-evaluation.ts';
import { requirePassword } from '../../commands/clinical/signer.ts';
import { waitUntilLinked } from '../../commands/log/link-entries.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { runCapture } from '../../http/calls/capture.ts';
import type { Context } from '../../http/context/context.ts';
import { readIfMatch, readIfMatchTags } from '../../http/responses/etag.ts';
import type { EvaluationCall } from '../../http/calls/evaluation-call.ts';
import { registerRoute } from '../../http/calls/register.ts';
import { issueConceptAfterResponse } from '../../http/calls/report.ts';
import { emailOfSession, attemptLimit } from '../../http/callers/sign-in-limit.ts';
import { auditContextOf } from '../../http/callers/audit-context.ts';
import { readAttachmentUpload, readReceiptUpload } from '../../http/bodies/upload.ts';
import { signingRules } from '../../queries/accounts/signing-rules.ts';
import { type FoundEvaluation, findEvaluation } from '../../queries/evaluations/evaluation.ts';

const changeOf = (context: Context, call: EvaluationCall): EvaluationChange => ({
  trace: auditContextOf(context, call),
  branchId: call.branchId,
  evaluationId: call.params.id.toLowerCase(),
  ifMatch: readIfMatch(call.request),
  tags: readIfMatchTags(call.request),
});

async function runChange(
  context: Context,
  call: EvaluationCall,
  command: (tx: Transaction, change: EvaluationChange) => Promise<FoundEvaluation>,
): Promise<Evaluation> {
  const { reply } = call;
  const change = changeOf(context, call);
  const { found, tag } = await context.db.transaction(async (tx) => {
    const before = change.tags && (await findEvaluation(tx, change.branchId, change.evaluationId));
    const now = await command(tx, change);
    return { found: now, tag: tagAfterChange(before, now, change) };
  });
  await waitUntilLinked(context.db);
  void reply.header('etag', tag);
  return found.evaluation;
}

export function clinicalRoutes(app: FastifyInstance, context: Context): void {
  const { files, attachmentMaxBytes } = context;

  registerRoute(app, context, routes.saveExamOrders, async (call) => {
    const saved = await runChange(context, call, (tx, change) => saveExamOrders(tx, change, call.body));
    return { orders: saved.exam_orders };
  });

  registerRoute(app, context, routes.saveNotes, async (call) => {
    const saved = await runChange(context, call, (tx, change) => saveNotes(tx, change, call.body));
    return { notes: saved.notes, decisions: saved.decisions };
  });

  registerRoute(app, context, routes.signingRules, async ({ actor, branchId }) =>
    signingRules(context.db, { userId: actor.userId, branchId, at: context.clock() }),
  );

  const countProof = attemptLimit(context, 'signature', emailOfSession);
  registerRoute(app, context, routes.signEvaluation, async (call) => {
    if (call.body.as_another?.password) await countProof(call.request);
    await requirePassword(context.db, call.actor.userId, call.body);
    const signed = await withSigningPicture(
      () => readSigningPicture(context.db, files, call.body.doctor_id),
      (picture) => runChange(context, call, (tx, change) => signEvaluation(tx, picture, change, call.body)),
    );
    issueConceptAfterResponse(context, {
      branchId: call.branchId,
      id: signed.id,
      trace: auditContextOf(context, call),
    });
    return signed;
  });

  registerRoute(app, context, routes.reopenEvaluation, async (call) =>
    runChange(context, call, (tx, change) => reopenEvaluation(tx, change, call.body)),
  );

  registerRoute(app, context, routes.addClarification, async (call) =>
    runChange(context, call, (tx, change) => addClarification(tx, change, call.body)),
  );

  registerRoute(app, context, routes.handOver, async (call) => {
    const upload = await readReceiptUpload(call);
    const stored = await storeReceiptSignature(context, changeOf(context, call), upload);
    return runChange(context, call, (tx, change) => recordDocumentReceipt(tx, change, upload, stored));
  });

  registerRoute(app, context, routes.addAttachment, async (call) => {
    const upload = await readAttachmentUpload(call, call.params.id.toLowerCase(), attachmentMaxBytes);
    const { evaluationId, examOrderId, sha256 } = upload;
    const content = {
      sha256: () => sha256,
      identity: [evaluationId, examOrderId, sha256],
      place: { kind: 'attachment', evaluationId, examOrderId: examOrderId.toLowerCase() },
    } as const;
    return runCapture(context, call, content, {
      file: {
        isNeeded: (db, sender) => isAttachmentNeeded(db, sender, upload),
        make: () => storeAttachment(files, upload, call.actor.userId),
      },
      command: (tx, capture, stored) => addAttachment(tx, capture, upload, stored),
    });
  });
}
