import { setTimeout as pause } from 'node:timers/promises';
import { portalPageFault } from '#tests/support/faults/fault.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { endSessions, type ClinicUser } from '#tests/support/server/clinic.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import type { Round } from './schedule.ts';
import type { Tablet } from './tablet.ts';

interface AccidentScene {
  readonly tablet: Tablet;
  readonly line: FaultProxy;
  readonly clinic: ServerProcess;
  readonly member: ClinicUser;
}

/** Causes the round's fault while patients are being registered. Does nothing if the round's event is a user action. */
export async function causeAccident(
  { event, after, lasts, jump }: Round,
  { tablet, line, clinic, member }: AccidentScene,
): Promise<void> {
  await pause(after);
  switch (event) {
    case 'portal':
      line.inject({ path: /^\/api\// }, portalPageFault, Infinity);
      await pause(lasts);
      return line.heal();
    case 'line_down':
      line.disconnect();
      await pause(lasts);
      return line.restoreConnection();
    case 'connections_refused':
      await line.rejectConnections();
      await pause(lasts);
      return line.acceptConnections();
    case 'kill_provider':
      await clinic.kill();
      await pause(lasts);
      return clinic.start();
    case 'clock_jump':
      return tablet.jump(jump);
    case 'end_sessions':
      return endSessions(clinic, member);
    case 'kill_tab':
      return tablet.killTab();
    case 'kill_browser':
      return tablet.killBrowser();
    case 'nothing':
    case 'second_tab':
    case 'switch_user':
    case 'switch_user_offline':
    case 'hand_over':
    case 'rescue':
    case 'lose_database':
      return;
  }
}
