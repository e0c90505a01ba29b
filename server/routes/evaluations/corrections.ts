import type { FastifyInstance } from 'fastify';
import type { Registration } from '#contract/records/evaluation/corrections.ts';
import { routes } from '#contract/routes/routes.ts';
import { correctRegistration } from '../../commands/corrections/correct-registration.ts';
import { lookUpOther } from '../../commands/corrections/look-up-other.ts';
import { tellActivity } from '../../commands/log/write-together.ts';
import type { Lookup } from '../../commands/patients/look-up-patient.ts';
import { notFound } from '../../base/errors.ts';
import { sha256Of } from '../../files/store.ts';
import { runCapture } from '../../http/calls/capture.ts';
import { lineOfRead } from '../../http/calls/copies.ts';
import { register } from '../../http/calls/register.ts';
import { captureBranch } from '../../http/callers/branch.ts';
import { traceOf } from '../../http/callers/trace.ts';
import type { Context } from '../../http/context/context.ts';
import { findRegistration } from '../../queries/evaluations/registration.ts';

/** Registers the routes for corrections of a registration that the server has already received. */
export function correctionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  register(app, context, routes.getRegistration, async (call) => {
    const evaluationId = call.params.id.toLowerCase();
    const found = await findRegistration(db, call.branchId, evaluationId);
    if (!found) throw notFound('Evaluación no encontrada');
    const read = { action: 'evaluation_read', evaluationId, isInRounds: false } as const;
    const { detail, ...line } = await lineOfRead(db, call, read);
    await tellActivity(db, traceOf(context, call), { ...line, detail: { ...detail, part: 'registration' } });
    return found;
  });

  register(app, context, routes.correctRegistration, async (call) => {
    const { actor, body, request } = call;
    const evaluationId = call.params.id.toLowerCase();
    const bytes = request.rawBody ?? Buffer.alloc(0);
    const content = {
      sha256: () => sha256Of(bytes),
      identity: [evaluationId, bytes],
      place: { kind: 'correction', evaluationId },
    } as const;
    const { other_patient: other } = body;
    return runCapture<Registration, Lookup>(context, call, content, {
      ...(other && {
        file: {
          isNeeded: async () => true,
          make: async () => {
            const branchId = await captureBranch(db, actor, request);
            const trace = { ...traceOf(context, { actor, branchId, request }), branchId };
            return lookUpOther(db, trace, evaluationId, other);
          },
        },
      }),
      command: (tx, capture, lookup) => correctRegistration(tx, capture, { evaluationId, body }, lookup),
    });
  });
}
