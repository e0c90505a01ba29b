import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { wasClosedOnOtherDay } from '../queries/deliveries.ts';

interface DeliveryRequest {
  readonly actor: Actor;
  readonly branchId: string;
  readonly id: string;
  readonly at: Date;
}

/**
 * Rejects an evaluation of another day for a user who may only hand over the documents of today.
 * @throws not_found
 */
export async function requireDeliverable(
  db: Executor,
  { actor, branchId, id, at }: DeliveryRequest,
): Promise<void> {
  if (hasAnyPermission(actor, 'manage_evaluations')) return;
  if (await wasClosedOnOtherDay(db, { branchId, at }, id))
    throw notFoundError('Esta evaluación no se cerró hoy. Pide el documento a un médico.');
}
