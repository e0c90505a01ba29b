import './optional.css';

export const TextOrDash = ({ text }: { text: string | null | undefined }) =>
  text ? <span className="catalog-clamped">{text}</span> : <span className="catalog-nothing">—</span>;
