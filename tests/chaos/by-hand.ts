import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { ExpectedState } from './expected-state.ts';
import type { Tablet } from './tablet.ts';

interface ByHandScene {
  readonly line: FaultProxy;
  readonly member: ClinicUser;
  readonly state: ExpectedState;
}

/** Registers a patient through the app's screens. */
export async function registerByHand(tablet: Tablet, { line, member, state }: ByHandScene): Promise<void> {
  const { desk } = tablet;
  const person = createVisitor();
  await desk.open('/reception');
  await desk.reachConfirmation(person);
  await desk.capture(await randomPhoto());
  // Holds the request until the digest of the compressed photo is read: the tablet deletes this photo after sending.
  const held = line.hold({ kind: 'evaluation' }, 'before');
  await desk.confirm();
  await desk.button('Registrar otra evaluación').waitFor();
  const confirmed = await tablet.call('lastConfirmed', []);
  state.isConfirmed({ document: person.document, userId: member.id, ...confirmed });
  state.recordManualEntry(person.document);
  held.release();
  await tablet.open(tablet.page);
}
