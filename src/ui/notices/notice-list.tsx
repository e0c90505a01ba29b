/** Short lines below a notice's sentence, each once. */
export const NoticeList = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <ul className="notice-list">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
