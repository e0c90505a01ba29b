import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import { setAuthorisationText } from '../commands/set-authorisation-text.ts';
import { readAuthorisationText } from '../queries/authorisation-text.ts';

export function authorisationTextRoutes(app: FastifyInstance, context: Context): void {
  const { db, legalTexts } = context;
  const isFromFile = legalTexts.authorisation !== null;
  registerRoute(app, context, routes.getAuthorisationText, async () => readAuthorisationText(db, isFromFile));

  registerRoute(app, context, routes.setAuthorisationText, async (call) => {
    const { body, request, reply } = call;
    const change = {
      trace: auditContextOf(context, call),
      body,
      ifMatch: readIfMatchRevisions(request),
      isFromFile,
    };
    const text = await db.transaction(async (tx) => {
      await setAuthorisationText(tx, change);
      return readAuthorisationText(tx, isFromFile);
    });
    setRevisionTag(reply, text);
    return text;
  });
}
