import type { ReactNode } from 'react';
import './device-note.css';

export const NoteParagraph = ({ children }: { children: ReactNode }) => (
  <p className="device-note">{children}</p>
);
