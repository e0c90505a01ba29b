import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { lookUpPatient } from '../commands/look-up-patient.ts';
import { AppError, notFoundError } from '../../platform/base/errors.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';

/**
 * Creates the error for too many lookups. Reception can continue: the device keeps a registration of another branch's patient
 * until the server allows a lookup again.
 */
const tooManyLookupsError = (retryAfter: number): AppError => {
  const minutes = Math.ceil(retryAfter / 60);
  return new AppError(
    'rate_limited',
    `Van muchas búsquedas de personas que no están en tu sede. Sigue registrando sin buscar: escribe los datos; si la persona ya existe en otra sede, su registro queda pendiente hasta que la busques. Podrás buscar otra vez en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`,
    { retryAfter },
  );
};

export function patientRoutes(app: FastifyInstance, context: Context): void {
  registerRoute(app, context, routes.searchPatient, async (call) => {
    const trace = auditContextOf(context, call);
    const lookup = await context.db.transaction((tx) => lookUpPatient(tx, trace, call.query));
    switch (lookup.type) {
      case 'found':
        return lookup.patient;
      case 'unknown':
        throw notFoundError('No encontramos un paciente con ese documento.');
      case 'over_budget':
        throw tooManyLookupsError(lookup.retryAfter);
    }
  });
}
