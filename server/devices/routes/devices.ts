import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { changeDevice } from '../commands/change-device.ts';
import { issueBackupStatement } from '../commands/backup-statement.ts';
import { storeDeviceReport } from '../commands/report-device.ts';
import { findOrAssignQueueLetters } from '../commands/queue-letters.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { consumeDeviceReportProof } from '../../platform/http/callers/device-proof.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { listDevices, listUnsentDevices } from '../queries/devices.ts';

export function deviceRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  registerRoute(app, context, routes.reportDevice, async (call) => {
    const key = consumeDeviceReportProof(context, call);
    const { turn_counter: counterId, asks_copies: requestsBackups = false } = call.body;
    const [id, trace] = [call.params.id.toLowerCase(), auditContextOf(context, call)];
    await storeDeviceReport(db, { id, key }, trace, call.body);
    if (counterId === undefined && !requestsBackups) return null;
    return {
      ...(counterId !== undefined && {
        turns: await findOrAssignQueueLetters(db, trace, { counterId, deviceId: id }),
      }),
      ...(requestsBackups && { copies: await issueBackupStatement(db, trace, id) }),
    };
  });

  registerRoute(app, context, routes.listUnsentDevices, async ({ branchId, query }) =>
    listUnsentDevices(db, branchId, query.day, clock()),
  );

  registerRoute(app, context, routes.listDevices, async ({ query }) => listDevices(db, query, clock()));

  registerRoute(app, context, routes.changeDevice, async (call) => {
    const change = {
      trace: auditContextOf(context, call),
      id: call.params.id.toLowerCase(),
      ifMatch: readIfMatchRevisions(call.request),
    };
    const device = await db.transaction((tx) => changeDevice(tx, change, call.body));
    setRevisionTag(call.reply, device);
    return device;
  });
}
