import type { Refusal } from '#domain/outbox/item.ts';
import { refusalTitle } from '#sync/refusal-text.ts';
import { Notice } from '#ui/notice.tsx';
import { splitDetails } from '../form/field-details.ts';

/** What the server said to an entry that is being corrected (S10); its fields carry their own words. */
export function RefusalNotice({ refusal }: { refusal: Refusal }) {
  const { rest } = splitDetails(refusal.details);
  return (
    <Notice kind="error" title={refusalTitle('evaluation', refusal, 'El servidor no aceptó esta evaluación')}>
      {rest.map(({ field, message }) => (
        <p key={field}>{message}</p>
      ))}
      Corrígela y envíala de nuevo; la hora de captura no cambia.
    </Notice>
  );
}
