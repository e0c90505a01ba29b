import './notice-list.css';

/** Renders short lines below the sentence of a notice, each once. */
export const NoticeList = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <ul className="short-lines">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
