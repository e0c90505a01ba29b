import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import type { User } from '#contract/records/people/users.ts';
import type { Actor } from '../../platform/access/actor.ts';
import {
  type UserChangeContext,
  setUserBranch,
  setUserPermissions,
  setUserStatus,
} from '../commands/users/change-user.ts';
import { createUser } from '../commands/users/create-user.ts';
import { setUserDoctor } from '../commands/users/set-user-doctor.ts';
import { makePasswordLink } from '../commands/users/make-reset-link.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import { queueLinkMail } from '../commands/sending/mail-link.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { type FoundUser, findUser, listUsers } from '../queries/users.ts';

interface UserCall {
  readonly actor: Actor;
  readonly branchId: string | null;
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function runUserChange(
  context: Context,
  call: UserCall,
  command: (tx: Transaction, change: UserChangeContext) => Promise<FoundUser>,
): Promise<User> {
  const change = {
    trace: auditContextOf(context, call),
    userId: call.params.id.toLowerCase(),
    ifMatch: readIfMatchRevisions(call.request),
  };
  const user = await context.db.transaction((tx) => command(tx, change));
  setRevisionTag(call.reply, user);
  return user;
}

export function userRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.listUsers, async ({ query }) => listUsers(db, query));

  registerRoute(app, context, routes.createUser, async (call) => {
    const trace = auditContextOf(context, call);
    const { user, inviteToken } = await db.transaction((tx) =>
      createUser(tx, trace, call.body, (link) => queueLinkMail(context, tx, link, trace)),
    );
    context.mail?.wake();
    const found = await findUser(db, user.id);
    if (!found) throw new Error('A created user no longer exists');
    return inviteToken === null ? found : { ...found, invite_token: inviteToken };
  });

  registerRoute(app, context, routes.setUserStatus, async (call) =>
    runUserChange(context, call, (tx, change) => setUserStatus(tx, change, call.body)),
  );
  registerRoute(app, context, routes.setUserPermissions, async (call) =>
    runUserChange(context, call, (tx, change) => setUserPermissions(tx, change, call.body.actions)),
  );
  registerRoute(app, context, routes.setUserBranch, async (call) =>
    runUserChange(context, call, (tx, change) =>
      setUserBranch(tx, change, call.body.branch_id?.toLowerCase() ?? null),
    ),
  );

  registerRoute(app, context, routes.setUserDoctor, async (call) =>
    runUserChange(context, call, (tx, change) =>
      setUserDoctor(tx, change, call.body.doctor_id?.toLowerCase() ?? null),
    ),
  );

  registerRoute(app, context, routes.resetUserPassword, async (call) => {
    const trace = auditContextOf(context, call);
    const userId = call.params.id.toLowerCase();
    const { token } = await db.transaction((tx) =>
      makePasswordLink(tx, trace, userId, (link) => queueLinkMail(context, tx, link, trace)),
    );
    context.mail?.wake();
    return { reset_token: token };
  });
}
