import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { changeDevice } from '../../commands/devices/change-device.ts';
import { reportDevice } from '../../commands/devices/report-device.ts';
import { turnsFor } from '../../commands/devices/turn-letters.ts';
import type { Context } from '../../http/context/context.ts';
import { reportingKey } from '../../http/callers/device-proof.ts';
import { readIfMatch, setRevisionTag } from '../../http/answers/etag.ts';
import { register } from '../../http/calls/register.ts';
import { traceOf } from '../../http/callers/trace.ts';
import { listDevices } from '../../queries/oversight/devices.ts';

/** What tablets say of themselves, and who looks after them. */
export function deviceRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  register(app, context, routes.reportDevice, async (call) => {
    const key = reportingKey(context, call);
    const [id, trace, counterId] = [
      call.params.id.toLowerCase(),
      traceOf(context, call),
      call.body.turn_counter,
    ];
    await reportDevice(db, { id, key }, trace, call.body);
    return counterId === undefined ? null : { turns: await turnsFor(db, trace, { counterId, deviceId: id }) };
  });

  register(app, context, routes.listDevices, async ({ query }) => listDevices(db, query, clock()));

  register(app, context, routes.changeDevice, async (call) => {
    const change = {
      trace: traceOf(context, call),
      id: call.params.id.toLowerCase(),
      ifMatch: readIfMatch(call.request),
    };
    const device = await db.transaction((tx) => changeDevice(tx, change, call.body));
    setRevisionTag(call.reply, device);
    return device;
  });
}
