import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { notFound } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { register } from '../http/register.ts';
import { findPatient } from '../queries/patients.ts';

export function patientRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, routes.searchPatient, async ({ query }) => {
    const patient = await findPatient(context.db, query);
    if (!patient) throw notFound('No encontramos un paciente con ese documento.');
    return patient;
  });
}
