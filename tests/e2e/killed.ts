import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { HeldRequest } from '#tests/support/faults/fault-proxy.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { Tablet } from './fixtures.ts';

export async function killWhileSending(
  tablet: Tablet,
  member: ClinicUser,
  hold: () => HeldRequest,
): Promise<{ person: Visitor; held: HeldRequest }> {
  const { desk } = await tablet.startShift(member);
  const person = createVisitor();
  await desk.reachConfirmation(person);
  await desk.capture(await randomPhoto());
  const held = hold();
  await desk.confirm();
  await held.reached;
  await tablet.profile.kill();
  return { person, held };
}
