import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import {
  findExpectedByDocument,
  findExpectedByName,
  type ExpectedDayIndex,
} from '#domain/expected/day-index.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { formatTime } from '#domain/time/format.ts';
import { listText } from '#components/expected/expected-state.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { describeKeptValues, type Announcement } from './announcement.ts';
import { UsableOffer } from './usable-offer.tsx';
import type { AnnouncementTarget } from './use-announcement.ts';
import {
  announcementOf,
  shownStateOf,
  useExpectedToday,
  type ExpectedDayOnDevice,
} from './use-expected-day.ts';

/** Maximum number of announcements that step 1 offers for one document or name. */
const MAX_OFFERS = 3;

/** Returns the announcements of the person in the form: of the document, or of the full name if none has the document. */
function findAnnouncements(index: ExpectedDayIndex, form: RegistrationForm): readonly Announcement[] {
  const byDocument = form.identification_number.trim() === '' ? [] : findExpectedByDocument(index, form);
  const found = byDocument.length > 0 ? byDocument : findExpectedByName(index, form);
  return found.slice(0, MAX_OFFERS).flatMap((person) => announcementOf(index, person) ?? []);
}

interface AnnouncedProps {
  target: AnnouncementTarget;
  /** True if another notice states that the person was registered today. */
  isToday: boolean;
}

interface OfferProps extends AnnouncedProps {
  day: ExpectedDayOnDevice;
  announcement: Announcement;
}

function Offer(props: OfferProps) {
  const { day, announcement, isToday, target } = props;
  const { person, list } = announcement;
  const { state } = shownStateOf(person, day.marks);
  switch (state) {
    case 'cancelled':
      return (
        <Notice kind="warn" title={`La citación de hoy por ${list.company.name} se canceló.`}>
          Si viene igual, regístrala sin citación.
        </Notice>
      );
    case 'registered':
      if (isToday) return null;
      return person.status.state === 'registered' ? (
        <Notice
          kind="warn"
          title={`Citada hoy por ${list.company.name}: ya se registró a las ${formatTime(Date.parse(person.status.at))}.`}
          action={
            <Button component={Link} to={`/reception?evaluation=${person.status.evaluation_id}`}>
              Ver la de hoy
            </Button>
          }
        />
      ) : (
        <Notice
          kind="warn"
          title={`Citada hoy por ${list.company.name}: ya se registró en este dispositivo.`}
        />
      );
    case 'expected':
    case 'arrived':
    case 'no_show':
      return target.form.values.expected_person_id === person.id ? null : <UsableOffer {...props} />;
  }
}

/** States which announcement the form uses; the user can remove it. */
function UsedAnnouncement({
  target,
  day,
}: {
  target: AnnouncementTarget;
  day: ExpectedDayOnDevice | undefined;
}) {
  const { form, identity } = target;
  const id = form.values.expected_person_id;
  if (id === null) return null;
  const person = day?.index.personById.get(id);
  const announcement = day && person && announcementOf(day.index, person);
  const kept = announcement ? describeKeptValues(form.values, identity.linked, announcement).texts : [];
  return (
    <Notice
      kind={announcement ? 'info' : 'warn'}
      action={
        <Button onClick={() => form.setValues({ expected_person_id: null, announced: null })}>
          Quitar citación
        </Button>
      }
    >
      {announcement
        ? `Con la citación de ${listText(announcement.list)}.`
        : 'La citación de este registro no es de hoy, o ya no está en este dispositivo.'}
      {kept.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}

interface AnnouncedNoticeProps extends AnnouncedProps {
  /** Called with true once announcements of the person in the form are shown, and with false once none is. */
  onOffer: (isOffered: boolean) => void;
}

/** Announcements of the person in the form, found on the device as soon as document or full name are typed or read. */
export function AnnouncedNotice({ target, isToday, onOffer }: AnnouncedNoticeProps) {
  const { ownerId, branchId, form } = target;
  const day = useExpectedToday(ownerId, branchId);
  const announcements = day ? findAnnouncements(day.index, form.values) : [];
  const isOffered = announcements.length > 0;
  useEffect(() => {
    onOffer(isOffered);
    return () => onOffer(false);
  }, [onOffer, isOffered]);
  return (
    <>
      <UsedAnnouncement target={target} day={day} />
      {day &&
        announcements.map((announcement) => (
          <Offer key={announcement.person.id} {...{ target, isToday, day, announcement }} />
        ))}
    </>
  );
}
