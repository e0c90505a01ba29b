import type { FastifyInstance } from 'fastify';
import type { CorrectedRegistration } from '#contract/records/evaluation/corrections.ts';
import { routes } from '#contract/routes/routes.ts';
import { correctRegistration } from '../commands/corrections/correct-registration.ts';
import { lookUpOtherPatient } from '../commands/corrections/lookup-other-patient.ts';
import { appendActivity } from '../../audit/index.ts';
import type { PatientLookup } from '../../patients/index.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { sha256Of } from '../../platform/files/store.ts';
import { runCapture } from './capture/capture.ts';
import { accessLogEntryOf } from './read-access.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { resolveCaptureBranchId } from './capture/capture-branch.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { findRegistration } from '../queries/registration.ts';

export function correctionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  registerRoute(app, context, routes.getRegistration, async (call) => {
    const evaluationId = call.params.id.toLowerCase();
    const found = await findRegistration(db, call.branchId, evaluationId);
    if (!found) throw notFoundError('Evaluación no encontrada');
    const read = { action: 'evaluation_read', evaluationId, isInRounds: false } as const;
    const { detail, ...line } = await accessLogEntryOf(db, call, read);
    await appendActivity(db, auditContextOf(context, call), {
      ...line,
      detail: { ...detail, part: 'registration' },
    });
    return found;
  });

  registerRoute(app, context, routes.correctRegistration, async (call) => {
    const { actor, body, request } = call;
    const evaluationId = call.params.id.toLowerCase();
    const bytes = request.rawBody ?? Buffer.alloc(0);
    const content = {
      sha256: () => sha256Of(bytes),
      identity: [evaluationId, bytes],
      place: { kind: 'correction', evaluationId },
    } as const;
    const { other_patient: other } = body;
    return runCapture<CorrectedRegistration, PatientLookup>(context, call, content, {
      ...(other && {
        file: {
          isNeeded: async () => true,
          make: async () => {
            const branchId = await resolveCaptureBranchId(db, actor, request);
            const trace = { ...auditContextOf(context, { actor, branchId, request }), branchId };
            return lookUpOtherPatient(db, trace, evaluationId, other);
          },
        },
      }),
      command: (tx, capture, lookup) => correctRegistration(tx, capture, { evaluationId, body }, lookup),
    });
  });
}
