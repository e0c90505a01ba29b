import type { Member } from '#tests/support/clinic.ts';
import type { Desk } from '#tests/support/desk.ts';
import { visitor, type Visitor } from '#tests/support/people.ts';
import { samplePhoto } from '#tests/support/sample-pictures.ts';

/** Signs in and confirms a registration. `before`: what happens between the two. */
export async function registerSomebody(
  desk: Desk,
  member: Member,
  before?: () => Promise<void>,
): Promise<Visitor> {
  const person = visitor();
  await desk.signIn(member);
  await before?.();
  await desk.register(person, await samplePhoto());
  return person;
}
