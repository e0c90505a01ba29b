import type { Member } from '#tests/support/provider/clinic.ts';
import type { ReceptionScreen } from '#tests/support/desk/desk.ts';
import { visitor, type Visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';

/** Signs in and confirms a registration. `before` runs between the two. */
export async function registerPatient(
  desk: ReceptionScreen,
  member: Member,
  before?: () => Promise<void>,
): Promise<Visitor> {
  const person = visitor();
  await desk.signIn(member);
  await before?.();
  await desk.register(person, await samplePhoto());
  return person;
}
