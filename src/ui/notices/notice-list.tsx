import './notice-list.css';

/** List of short lines in a notice, without duplicates. */
export const NoticeList = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <ul className="short-lines">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
