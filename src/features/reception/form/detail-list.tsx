import type { FieldProblem } from '#contract/errors.ts';
import { detailLines } from './field-details.ts';

/** What the server said of single fields, away from them. */
export const DetailList = ({ details }: { details: readonly FieldProblem[] }) =>
  details.length > 0 && (
    <ul className="detail-list">
      {detailLines(details).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
