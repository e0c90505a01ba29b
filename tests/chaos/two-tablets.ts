import { createVisitor } from '#tests/support/base/patients.ts';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { ShiftAnnouncements } from './announcements.ts';
import type { CapturedRegistration } from './page/chaos-page.ts';
import type { Tablet } from './tablet.ts';

/** Switches on a second tablet, signs the user in, and stores the announced people on it. */
export async function bringTablet(
  tablet: Tablet,
  user: ClinicUser,
  { day }: ShiftAnnouncements,
): Promise<void> {
  await tablet.switchOn();
  await tablet.desk.signIn(user, '/home');
  await tablet.call('synchronizeDay', [day]);
}

/** Registers an announced person on both tablets: on one by the announced document, on the other by a mistyped one. */
export async function registerOnBoth(
  [here, there]: readonly [Tablet, Tablet],
  document: string,
): Promise<CapturedRegistration[]> {
  const mistyped = createVisitor().document;
  return [await here.call('capture', [document]), await there.call('capture', [mistyped, document])];
}
