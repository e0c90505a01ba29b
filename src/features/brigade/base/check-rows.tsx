import type { ReactNode } from 'react';
import { StatusTag, type StatusKind } from '#ui/display/status-tag.tsx';
import './check-rows.css';

interface CheckRowProps {
  label: string;
  tag: readonly [kind: StatusKind, text: string];
  children: ReactNode;
}

/** Row of a list of results: what was checked, the result in words, and its state. */
export const CheckRow = ({ label, tag: [kind, text], children }: CheckRowProps) => (
  <li className="check-row">
    <span className="check-row-text">
      <strong>{label}</strong>
      <span>{children}</span>
    </span>
    <StatusTag kind={kind}>{text}</StatusTag>
  </li>
);

export const CheckRows = ({ children }: { children: ReactNode }) => (
  <ul className="check-rows">{children}</ul>
);

/** Explanation below the rows. */
export const RowsNote = ({ children }: { children: ReactNode }) => (
  <p className="check-rows-note">{children}</p>
);
