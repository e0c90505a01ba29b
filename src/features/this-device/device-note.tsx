import type { ReactNode } from 'react';
import './device-note.css';

/** Explanation at the bottom of a card on this screen. */
export const DeviceNote = ({ children }: { children: ReactNode }) => (
  <p className="device-note">{children}</p>
);
