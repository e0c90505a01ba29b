import { createElement, type ComponentProps, type ReactNode } from 'react';
import './transfer-dialog.css';

export const TransferDialogBody = ({
  as,
  ...rest
}: { as: 'div' | 'form' | 'output' } & ComponentProps<'form'>) =>
  createElement(as, { ...rest, className: 'parcel-dialog' });

export const TransferDialogText = ({ children }: { children: ReactNode }) => (
  <div className="parcel-dialog-text">{children}</div>
);

export const TransferDialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="parcel-dialog-buttons">{children}</div>
);
