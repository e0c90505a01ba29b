import './optional.css';

/** Text of a column, or a dash when it is empty. */
export const OptionalText = ({ text }: { text: string | null | undefined }) =>
  text ? <span className="catalog-clamped">{text}</span> : <span className="catalog-nothing">—</span>;
