import type { ReactNode } from 'react';
import './device-note.css';

export const DeviceNote = ({ children }: { children: ReactNode }) => (
  <p className="device-note">{children}</p>
);
