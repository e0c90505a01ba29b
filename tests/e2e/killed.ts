import type { Member } from '#tests/support/server/clinic.ts';
import type { HeldRequest } from '#tests/support/faults/fault-proxy.ts';
import { visitor, type Visitor } from '#tests/support/base/patients.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import type { Tablet } from './fixtures.ts';

export async function killWhileSending(
  tablet: Tablet,
  member: Member,
  hold: () => HeldRequest,
): Promise<{ person: Visitor; held: HeldRequest }> {
  const { desk } = await tablet.startShift(member);
  const person = visitor();
  await desk.reachConfirmation(person);
  await desk.capture(await samplePhoto());
  const held = hold();
  await desk.confirm();
  await held.reached;
  await tablet.profile.kill();
  return { person, held };
}
