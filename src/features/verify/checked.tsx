import { Fragment, useEffect, useRef } from 'react';
import type { VerificationRow } from '#domain/verification/shown.ts';
import { type VerificationChecks, verificationOutcomeOf } from '#domain/verification/verdict.ts';
import {
  type VerificationData,
  type VerificationTone,
  type VerificationWording,
  verificationMessage,
} from '#domain/verification/verdict-text.ts';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Notice, type NoticeKind } from '#ui/notices/notice.tsx';
import './checked.css';

const NOTICE_KIND_BY_TONE: Record<VerificationTone, NoticeKind> = { ok: 'ok', warn: 'warn', bad: 'error' };

const APP_WORDING: VerificationWording = {
  clinic: 'tu clínica',
  noKey: 'este dispositivo no tiene todavía la llave de tu clínica. Abre Ventanilla con red una vez.',
  away: {
    none: 'Sin red solo se puede comprobar el QR. Léelo con un lector, o escribe el código cuando haya red.',
    no_key:
      'Este dispositivo no tiene todavía la llave de tu clínica para comprobar el QR. Abre Ventanilla con red una vez.',
    unsupported: 'Este navegador no puede comprobar el QR. Verifica el documento de nuevo cuando haya red.',
  },
};

const VerificationRows = ({ rows }: { rows: readonly VerificationRow[] }) => (
  <dl className="verify-facts">
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/**
 * `isToCompare` is true if the user must compare the rows with the printed document; the heading is then inside the card,
 * between issuer and rows. Otherwise it is above the card and also covers issuer and doctor.
 */
function VerificationDataCard({ heading, isToCompare, issuer, rows, more }: VerificationData) {
  const title = <h2 className="verify-heading">{heading}</h2>;
  return (
    <>
      {!isToCompare && title}
      <CardSurface as="div" className="verify-data">
        {issuer.length > 0 && (
          <div className="verify-issuer">
            {issuer.map((parts) => (
              <p key={parts.join()}>
                {parts.map((part, at) => (
                  <Fragment key={part}>
                    <span>{at < parts.length - 1 ? `${part} ·` : part}</span>{' '}
                  </Fragment>
                ))}
              </p>
            ))}
          </div>
        )}
        {isToCompare && title}
        <VerificationRows rows={rows} />
        {more.length > 0 && <VerificationRows rows={more} />}
      </CardSurface>
    </>
  );
}

export function VerificationResult({ checked }: { checked: VerificationChecks }) {
  const { tone, text, notes, data, remark } = verificationMessage(
    verificationOutcomeOf(checked),
    APP_WORDING,
  );
  const top = useRef<HTMLDivElement>(null);
  // Scrolls to the verdict, which is above the form on a phone and may be off the screen.
  useEffect(() => {
    // Returns nothing, because some browsers return a promise, which React would take for a clean-up function.
    top.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={top} className="verify-said">
      <Notice kind={NOTICE_KIND_BY_TONE[tone]} title={text} />
      {notes.map((note) => (
        <p key={note} className="verify-note">
          {note}
        </p>
      ))}
      {data && <VerificationDataCard {...data} />}
      {remark !== null && <p className="verify-note">{remark}</p>}
    </div>
  );
}
