import type { ReactNode } from 'react';
import './device-note.css';

/** What a card of this screen has to say below what it shows. */
export const DeviceNote = ({ children }: { children: ReactNode }) => (
  <p className="device-note">{children}</p>
);
