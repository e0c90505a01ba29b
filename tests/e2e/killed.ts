import type { Member } from '#tests/support/provider/clinic.ts';
import type { Held } from '#tests/support/faults/fault-proxy.ts';
import { visitor, type Visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import type { Tablet } from './fixtures.ts';

/** Confirms a registration and kills the browser while the proxy holds one of its requests. */
export async function killedWhileSending(
  tablet: Tablet,
  member: Member,
  hold: () => Held,
): Promise<{ person: Visitor; held: Held }> {
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
