import type { LocalPatient, RegistrationChoices, RegistrationForm } from '#domain/registration.ts';
import { markArrived } from '#sync/expected/arrivals.ts';
import { visitChoicesOf } from '../form/create-body.ts';
import type { WizardForm } from '../form/step-props.ts';
import { fillFormFromAnnouncement, type Announcement } from './announcement.ts';
import { shownStateOf, type ExpectedDayOnDevice } from './use-expected-day.ts';

/** Part of the wizard that an announcement fills. */
export interface AnnouncementTarget {
  readonly ownerId: string;
  readonly branchId: string;
  readonly form: WizardForm;
  readonly identity: {
    readonly linked: LocalPatient | null;
    readonly editDocument: (patch: Partial<RegistrationForm>) => void;
  };
  /** Takes over type and companies, and opens the last step if no data are missing. */
  readonly takeVisit: (chosen: RegistrationChoices) => Promise<void>;
}

/** Marks the person as arrived, unless the person is registered, cancelled or already there. */
export async function markAsArrived(
  { ownerId, branchId }: Pick<AnnouncementTarget, 'ownerId' | 'branchId'>,
  { index, marks }: ExpectedDayOnDevice,
  { person }: Announcement,
): Promise<void> {
  const { state } = shownStateOf(person, marks);
  if (state === 'expected' || state === 'no_show')
    await markArrived({ ownerId, branchId, day: index.day }, person);
}

/** Fills the form with the announcement, continues as far as no data are missing, and marks the person as arrived. */
export async function applyAnnouncement(
  target: AnnouncementTarget,
  day: ExpectedDayOnDevice,
  announcement: Announcement,
  replacesKept = false,
): Promise<void> {
  const { form, identity, takeVisit } = target;
  const before = form.getValues();
  const next = await fillFormFromAnnouncement(before, identity.linked, announcement, replacesKept);
  // The user has typed another document while the catalogue was read.
  if (form.getValues().identification_number !== before.identification_number) return;
  if (next.identification_number === before.identification_number) form.setValues(next);
  // The lookup of the number starts when the step is left.
  else identity.editDocument(next);
  await Promise.all([markAsArrived(target, day, announcement), takeVisit(visitChoicesOf(next))]);
}
