import type { CheckedDocument } from '#sync/reads/verification.ts';
import { Card } from '#ui/display/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { rowsFor, wordsFor } from './words.ts';
import './checked.css';

/** What came of one document. */
export function Checked({ checked }: { checked: CheckedDocument }) {
  const rows = rowsFor(checked);
  return (
    <div className="verify-said">
      {wordsFor(checked).map(({ kind, text }) => (
        <Notice key={text} kind={kind}>
          {text}
        </Notice>
      ))}
      {rows.length > 0 && (
        <Card>
          <dl className="verify-facts">
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </div>
  );
}
