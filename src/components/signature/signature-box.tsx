import type { ComponentProps } from 'react';
import './signature-box.css';

/** What one signs in; `isImage`: a signature that is there already, without the line to sign on. */
export const SignatureBox = ({ isImage, ...rest }: { isImage?: boolean } & ComponentProps<'div'>) => (
  <div {...rest} className={isImage ? 'signature-box signature-image' : 'signature-box'} />
);
