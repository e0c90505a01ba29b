import { createElement, type ComponentProps, type ReactNode } from 'react';
import './transfer-dialog.css';

export const TransferBody = ({ as, ...rest }: { as: 'div' | 'form' | 'output' } & ComponentProps<'form'>) =>
  createElement(as, { ...rest, className: 'parcel-dialog' });

export const TransferText = ({ children }: { children: ReactNode }) => (
  <div className="parcel-dialog-text">{children}</div>
);

export const TransferButtons = ({ children }: { children: ReactNode }) => (
  <div className="parcel-dialog-buttons">{children}</div>
);
