import './notice-list.css';

/** Short lines below a notice's sentence, each once. */
export const NoticeList = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <ul className="short-lines">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
