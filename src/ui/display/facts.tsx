import './facts.css';

/** Short facts in one line that breaks between two of them, never inside a company's name or a date. */
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
