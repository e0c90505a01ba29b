import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import {
  type PersonChangeContext,
  addExpectedPerson,
  replaceExpectedPerson,
  setExpectedPersonState,
} from '../commands/change-person.ts';
import { settleExpectedRepetition } from '../commands/settle-repetition.ts';

interface PersonCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
}

const personChangeOf = (context: Context, call: PersonCall): PersonChangeContext => ({
  trace: auditContextOf(context, call),
  branchId: call.branchId,
  id: call.params.id.toLowerCase(),
  ifMatch: readIfMatchRevisions(call.request),
});

export function expectedPersonRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.addExpectedPerson, async (call) => {
    const change = { trace: auditContextOf(context, call), branchId: call.branchId };
    const listId = call.params.id.toLowerCase();
    return db.transaction((tx) => addExpectedPerson(tx, change, listId, call.body));
  });

  registerRoute(app, context, routes.replaceExpectedPerson, async (call) => {
    const change = personChangeOf(context, call);
    const person = await db.transaction((tx) => replaceExpectedPerson(tx, change, call.body));
    setRevisionTag(call.reply, person);
    return person;
  });

  registerRoute(app, context, routes.setExpectedPersonState, async (call) => {
    const change = personChangeOf(context, call);
    const person = await db.transaction((tx) => setExpectedPersonState(tx, change, call.body));
    setRevisionTag(call.reply, person);
    return person;
  });

  registerRoute(app, context, routes.settleExpectedRepetition, async (call) => {
    const personId = call.params.id.toLowerCase();
    const settlement = { trace: auditContextOf(context, call), branchId: call.branchId, personId };
    return db.transaction((tx) => settleExpectedRepetition(tx, settlement, call.body));
  });
}
