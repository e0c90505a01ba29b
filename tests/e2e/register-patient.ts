import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';

export async function signInAndRegister(
  desk: ReceptionScreen,
  member: ClinicUser,
  before?: () => Promise<void>,
): Promise<Visitor> {
  const person = createVisitor();
  await desk.signIn(member);
  await before?.();
  await desk.register(person, await randomPhoto());
  return person;
}
