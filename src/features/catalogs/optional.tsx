import './optional.css';

/** A column's text, or the sign that there is none. */
export const Optional = ({ text }: { text: string | null | undefined }) =>
  text ? <span className="catalog-clamped">{text}</span> : <span className="catalog-nothing">—</span>;
