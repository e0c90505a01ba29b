import type { SignedVersion } from '#contract/records/evaluation/evaluations.ts';
import { formatDateTime } from '#domain/time/format.ts';
import './since-signing.css';

const eventTimeText = (at: string): string => formatDateTime(Date.parse(at));

export function EventsSinceSigning({ closing }: { closing: SignedVersion }) {
  const { signed_by: signedBy, reopened, clarifications = [] } = closing;
  return (
    <>
      {signedBy && <small>Firmó en su nombre: {signedBy}</small>}
      {clarifications.map(({ content, at, by }) => (
        <div key={at} className="since-closing">
          <small>
            Nota aclaratoria de {by}, {eventTimeText(at)}
          </small>
          <p>{content}</p>
        </div>
      ))}
      {reopened && (
        <div className="since-closing">
          <small>
            La reabrió {reopened.by}, {eventTimeText(reopened.at)}
          </small>
          <p>{reopened.reason ?? 'Sin motivo registrado.'}</p>
        </div>
      )}
    </>
  );
}
