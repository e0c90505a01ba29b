import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import {
  addAttachment,
  requireAttachmentAllowed,
  storeAttachment,
} from '../commands/clinical/add-attachment.ts';
import { saveExamOrders } from '../commands/clinical/save-exam-orders.ts';
import { saveNotesAndDecisions } from '../commands/clinical/save-notes.ts';
import { runCapture } from './capture/capture.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { statusIfRestIsRead } from '../commands/clinical/change-evaluation.ts';
import { runPartialChange } from './run-change.ts';
import { readAttachmentUpload } from './capture/uploads.ts';

export function clinicalRoutes(app: FastifyInstance, context: Context): void {
  const { files, attachmentMaxBytes } = context;

  registerRoute(app, context, routes.saveExamOrders, async (call) => {
    const changed = await runPartialChange(context, call, (tx, change) =>
      saveExamOrders(tx, change, call.body),
    );
    const { exam_orders } = changed.now.evaluation;
    return { orders: exam_orders, status: statusIfRestIsRead(changed, { exam_orders }) };
  });

  registerRoute(app, context, routes.saveNotes, async (call) => {
    const changed = await runPartialChange(context, call, (tx, change) =>
      saveNotesAndDecisions(tx, change, call.body),
    );
    const { notes, decisions } = changed.now.evaluation;
    return { notes, decisions, status: statusIfRestIsRead(changed, { notes, decisions }) };
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
        isNeeded: (db, sender) => requireAttachmentAllowed(db, sender, upload),
        make: () => storeAttachment(files, upload, call.actor.userId),
      },
      command: (tx, capture, stored) => addAttachment(tx, capture, upload, stored),
    });
  });
}
