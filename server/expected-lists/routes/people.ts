import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import {
  addExpectedPerson,
  replaceExpectedPerson,
  setExpectedPersonState,
} from '../commands/change-person.ts';
import { settleExpectedRepetition } from '../commands/settle-repetition.ts';
import { changeOf } from './change.ts';

export function expectedPersonRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.addExpectedPerson, async (call) => {
    const change = changeOf(context, call);
    const listId = call.params.id.toLowerCase();
    return db.transaction((tx) => addExpectedPerson(tx, change, listId, call.body));
  });

  registerRoute(app, context, routes.replaceExpectedPerson, async (call) => {
    const change = { ...changeOf(context, call), ifMatch: readIfMatchRevisions(call.request) };
    const id = call.params.id.toLowerCase();
    const person = await db.transaction((tx) => replaceExpectedPerson(tx, change, id, call.body));
    setRevisionTag(call.reply, person);
    return person;
  });

  registerRoute(app, context, routes.setExpectedPersonState, async (call) => {
    const change = { ...changeOf(context, call), ifMatch: readIfMatchRevisions(call.request) };
    const id = call.params.id.toLowerCase();
    const person = await db.transaction((tx) => setExpectedPersonState(tx, change, id, call.body));
    setRevisionTag(call.reply, person);
    return person;
  });

  registerRoute(app, context, routes.settleExpectedRepetition, async (call) => {
    const change = changeOf(context, call);
    const id = call.params.id.toLowerCase();
    return db.transaction((tx) => settleExpectedRepetition(tx, change, id, call.body));
  });
}
