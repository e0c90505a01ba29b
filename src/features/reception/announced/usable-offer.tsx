import { Button } from '@mantine/core';
import { useState } from 'react';
import { fullName } from '#domain/patient/name.ts';
import { FactList } from '#ui/display/facts.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { describeKeptValues, type Announcement } from './announcement.ts';
import { announcementFacts } from './messages.ts';
import { applyAnnouncement, type AnnouncementTarget } from './use-announcement.ts';
import { shownStateOf, type ExpectedDayOnDevice } from './use-expected-day.ts';
import './usable-offer.css';

interface UsableOfferProps {
  target: AnnouncementTarget;
  day: ExpectedDayOnDevice;
  announcement: Announcement;
  /** Called when the announcement fills the form. */
  onUsed?: () => void;
}

/** Offer of an announcement that can be used. It shows what the form keeps before the user decides. */
export function UsableOffer({ target, day, announcement, onUsed }: UsableOfferProps) {
  const [isBusy, setBusy] = useState(false);
  const { form, identity } = target;
  const { person, list } = announcement;
  const kept = describeKeptValues(form.values, identity.linked, announcement);
  const use = (replacesKept: boolean) => {
    setBusy(true);
    onUsed?.();
    applyAnnouncement(target, day, announcement, replacesKept)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  const isAbsent = shownStateOf(person, day.marks).state === 'no_show';
  return (
    <Notice
      kind={kept.texts.length > 0 || isAbsent ? 'warn' : 'ok'}
      title={`Citada hoy por ${list.company.name}: ${fullName(person)}`}
      action={
        <div className="announced-ways">
          <Button variant="filled" data-announced loading={isBusy} onClick={() => use(false)}>
            Usar citación
          </Button>
          {kept.areReplaceable && (
            <Button disabled={isBusy} onClick={() => use(true)}>
              Usar con los datos de la citación
            </Button>
          )}
        </div>
      }
    >
      <FactList of={announcementFacts(announcement)} />
      {isAbsent && <p>Quedó como no asistió. Al usarla queda como que llegó.</p>}
      {kept.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
