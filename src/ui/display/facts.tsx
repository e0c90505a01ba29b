import './facts.css';

/** Renders short facts on one line, which breaks between two of them and never inside a company's name or a date. */
export const Facts = ({ of: facts, className = '' }: { of: readonly string[]; className?: string }) => (
  <span className={`facts ${className}`}>
    {facts.map((fact, at) => (
      <span key={at}>
        {fact}
        {at < facts.length - 1 && ' ·'}{' '}
      </span>
    ))}
  </span>
);
