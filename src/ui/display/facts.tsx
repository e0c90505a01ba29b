import './facts.css';

/** Short facts on one line. The line wraps between two facts and never within a company's name or a date. */
export const FactList = ({ of: facts, className = '' }: { of: readonly string[]; className?: string }) => (
  <span className={`facts ${className}`}>
    {facts.map((fact, at) => (
      <span key={at}>
        {fact}
        {/* The no-break space keeps a line from beginning with the dot. */}
        {at < facts.length - 1 && '\u00a0·'}{' '}
      </span>
    ))}
  </span>
);
